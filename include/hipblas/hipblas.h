// hipBLAS 3 (ROCm 7): dense linear algebra, served on the host by libhipblas.so. Matrices are column-major.
// The routines are declared by the tables in detail/: every one in plain, Batched and StridedBatched form, and each of
// these again with 64-bit sizes under a name that ends in _64.
#ifndef WAVELIFT_HIPBLAS_H
#define WAVELIFT_HIPBLAS_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas-common/hipblas-common.h>
#include <stdint.h>

#define hipblasVersionMajor 3
#define hipblasVersionMinor 0
#define hipblasVersionPatch 0

typedef void* hipblasHandle_t;

// As in hipBLAS, the half type is 16 plain bits unless the program asks for HIP's own.
#if defined(HIPBLAS_USE_HIP_HALF) && defined(__cplusplus)
#include <hip/hip_fp16.h>
typedef __half hipblasHalf;
#else
typedef uint16_t hipblasHalf;
#endif

#if defined(HIPBLAS_USE_HIP_BFLOAT16) && defined(__cplusplus)
#include <hip/hip_bfloat16.h>
typedef hip_bfloat16 hipblasBfloat16;
#else
typedef struct hipblasBfloat16 {
  uint16_t data;
} hipblasBfloat16;
#endif

typedef int8_t hipblasInt8;
typedef int64_t hipblasStride;

typedef enum { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE } hipblasPointerMode_t;

#ifndef HIPBLAS_FILL_MODE_DECLARED
#define HIPBLAS_FILL_MODE_DECLARED
typedef enum {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
#endif

#ifndef HIPBLAS_DIAG_TYPE_DECLARED
#define HIPBLAS_DIAG_TYPE_DECLARED
typedef enum { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
#endif

#ifndef HIPBLAS_SIDE_MODE_DECLARED
#define HIPBLAS_SIDE_MODE_DECLARED
typedef enum { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142, HIPBLAS_SIDE_BOTH = 143 } hipblasSideMode_t;
#endif

typedef enum {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH
} hipblasMath_t;

typedef enum { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;

typedef enum { HIPBLAS_ATOMICS_NOT_ALLOWED = 0, HIPBLAS_ATOMICS_ALLOWED = 1 } hipblasAtomicsMode_t;

typedef enum {
  HIPBLAS_GEMM_FLAGS_NONE = 0x0,
  HIPBLAS_GEMM_FLAGS_USE_CU_EFFICIENCY = 0x2,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL = 0x4,
  HIPBLAS_GEMM_FLAGS_CHECK_SOLUTION_INDEX = 0x8,
  HIPBLAS_GEMM_FLAGS_FP16_ALT_IMPL_RNZ = 0x10
} hipblasGemmFlags_t;

#ifdef __cplusplus
extern "C" {
#endif

hipblasStatus_t hipblasCreate(hipblasHandle_t* handle);
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t streamId);
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t* streamId);
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t mode);
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t* mode);
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t* mode);
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t atomics_mode);
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t* atomics_mode);
hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void* addr, size_t size);
const char* hipblasStatusToString(hipblasStatus_t status);

hipblasStatus_t hipblasSetVector(int n, int elemSize, const void* x, int incx, void* y, int incy);
hipblasStatus_t hipblasGetVector(int n, int elemSize, const void* x, int incx, void* y, int incy);
hipblasStatus_t hipblasSetMatrix(int rows, int cols, int elemSize, const void* AP, int lda, void* BP, int ldb);
hipblasStatus_t hipblasGetMatrix(int rows, int cols, int elemSize, const void* AP, int lda, void* BP, int ldb);
hipblasStatus_t hipblasSetVectorAsync(int n, int elemSize, const void* x, int incx, void* y, int incy,
                                      hipStream_t stream);
hipblasStatus_t hipblasGetVectorAsync(int n, int elemSize, const void* x, int incx, void* y, int incy,
                                      hipStream_t stream);
hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int elemSize, const void* AP, int lda, void* BP,
                                      int ldb, hipStream_t stream);
hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int elemSize, const void* AP, int lda, void* BP,
                                      int ldb, hipStream_t stream);
hipblasStatus_t hipblasSetVector_64(int64_t n, int64_t elemSize, const void* x, int64_t incx, void* y,
                                    int64_t incy);
hipblasStatus_t hipblasGetVector_64(int64_t n, int64_t elemSize, const void* x, int64_t incx, void* y,
                                    int64_t incy);
hipblasStatus_t hipblasSetMatrix_64(int64_t rows, int64_t cols, int64_t elemSize, const void* AP, int64_t lda,
                                    void* BP, int64_t ldb);
hipblasStatus_t hipblasGetMatrix_64(int64_t rows, int64_t cols, int64_t elemSize, const void* AP, int64_t lda,
                                    void* BP, int64_t ldb);

#ifdef __cplusplus
}
#endif

#include "detail/hipblas_routines.h"

#ifdef __cplusplus
extern "C" {
#endif
#define HIPBLAS_DECLARE(Name, T, R, op, P) HIPBLAS_ALL_FORMS(HIPBLAS_DECLARE_ONE, Name, T, R, op, P)
#define HIPBLAS_DECLARE_LAPACK(Name, T, R, op, P) HIPBLAS_32_BIT_FORMS(HIPBLAS_DECLARE_ONE, Name, T, R, op, P)
HIPBLAS_LEVEL1(HIPBLAS_DECLARE)
HIPBLAS_LEVEL2(HIPBLAS_DECLARE)
HIPBLAS_LEVEL3(HIPBLAS_DECLARE)
HIPBLAS_EX(HIPBLAS_DECLARE)
HIPBLAS_LAPACK(HIPBLAS_DECLARE_LAPACK)
HIPBLAS_LAPACK_BATCHED(HIPBLAS_DECLARE_BATCHED_ONLY)
HIPBLAS_TRSM_EX(HIPBLAS_DECLARE_LAPACK)
HIPBLAS_GEMM_FLAGS(HIPBLAS_DECLARE)
#ifdef __cplusplus
}
#endif

#endif
