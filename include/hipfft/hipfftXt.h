// hipFFT's extended plans. Callbacks, and transforms spread over several devices, are refused when they are asked for.
#ifndef WAVELIFT_HIPFFTXT_H
#define WAVELIFT_HIPFFTXT_H

#include "hipfft.h"

typedef enum hipfftXtCallbackType_t {
  HIPFFT_CB_LD_COMPLEX = 0x0,
  HIPFFT_CB_LD_COMPLEX_DOUBLE = 0x1,
  HIPFFT_CB_LD_REAL = 0x2,
  HIPFFT_CB_LD_REAL_DOUBLE = 0x3,
  HIPFFT_CB_ST_COMPLEX = 0x4,
  HIPFFT_CB_ST_COMPLEX_DOUBLE = 0x5,
  HIPFFT_CB_ST_REAL = 0x6,
  HIPFFT_CB_ST_REAL_DOUBLE = 0x7,
  HIPFFT_CB_UNDEFINED = 0x8
} hipfftXtCallbackType;

typedef hipfftComplex (*hipfftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo,
                                                   void* sharedPointer);
typedef hipfftReal (*hipfftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo,
                                                void* sharedPointer);
typedef void (*hipfftCallbackStoreC)(void* dataOut, size_t offset, hipfftComplex element, void* callerInfo,
                                     void* sharedPointer);
typedef void (*hipfftCallbackStoreZ)(void* dataOut, size_t offset, hipfftDoubleComplex element,
                                     void* callerInfo, void* sharedPointer);
typedef void (*hipfftCallbackStoreR)(void* dataOut, size_t offset, hipfftReal element, void* callerInfo,
                                     void* sharedPointer);
typedef void (*hipfftCallbackStoreD)(void* dataOut, size_t offset, hipfftDoubleReal element, void* callerInfo,
                                     void* sharedPointer);

#ifdef __cplusplus
extern "C" {
#endif

hipfftResult hipfftXtSetCallback(hipfftHandle plan, hipfftXtCallbackType cbtype, void** callbacks,
                                 void** callbackData);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType cbtype);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType cbtype, size_t sharedSize);
hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long int* n, long long int* inembed,
                                  long long int istride, long long int idist, hipDataType inputType,
                                  long long int* onembed, long long int ostride, long long int odist,
                                  hipDataType outputType, long long int batch, size_t* workSize,
                                  hipDataType executionType);
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long int* n, long long int* inembed,
                                 long long int istride, long long int idist, hipDataType inputType,
                                 long long int* onembed, long long int ostride, long long int odist,
                                 hipDataType outputType, long long int batch, size_t* workSize,
                                 hipDataType executionType);
hipfftResult hipfftXtExec(hipfftHandle plan, void* input, void* output, int direction);
hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int* gpus);

#ifdef __cplusplus
}
#endif

#endif
