// hipSPARSE's handle, descriptors and generic operations.
#ifndef WAVELIFT_HIPSPARSE_GENERIC_H
#define WAVELIFT_HIPSPARSE_GENERIC_H

#ifdef __cplusplus
extern "C" {
#endif

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t* handle);
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle);
const char* hipsparseGetErrorName(hipsparseStatus_t status);
const char* hipsparseGetErrorString(hipsparseStatus_t status);
hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int* version);
hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t handle, hipStream_t streamId);
hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t handle, hipStream_t* streamId);
hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t mode);
hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t* mode);

hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t* descrA);
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t dest, const hipsparseMatDescr_t src);
hipsparseStatus_t hipsparseSetMatType(hipsparseMatDescr_t descrA, hipsparseMatrixType_t type);
hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatFillMode(hipsparseMatDescr_t descrA, hipsparseFillMode_t fillMode);
hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatDiagType(hipsparseMatDescr_t descrA, hipsparseDiagType_t diagType);
hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descrA);
hipsparseStatus_t hipsparseSetMatIndexBase(hipsparseMatDescr_t descrA, hipsparseIndexBase_t base);
hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descrA);

hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t* spVecDescr, int64_t size, int64_t nnz, void* indices,
                                       void* values, hipsparseIndexType_t idxType, hipsparseIndexBase_t idxBase,
                                       hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstSpVec(hipsparseConstSpVecDescr_t* spVecDescr, int64_t size, int64_t nnz,
                                            const void* indices, const void* values, hipsparseIndexType_t idxType,
                                            hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t spVecDescr);
hipsparseStatus_t hipsparseSpVecGet(const hipsparseSpVecDescr_t spVecDescr, int64_t* size, int64_t* nnz, void** indices,
                                    void** values, hipsparseIndexType_t* idxType, hipsparseIndexBase_t* idxBase,
                                    hipDataType* valueType);
hipsparseStatus_t hipsparseConstSpVecGet(hipsparseConstSpVecDescr_t spVecDescr, int64_t* size, int64_t* nnz,
                                         const void** indices, const void** values, hipsparseIndexType_t* idxType,
                                         hipsparseIndexBase_t* idxBase, hipDataType* valueType);
hipsparseStatus_t hipsparseSpVecGetIndexBase(const hipsparseConstSpVecDescr_t spVecDescr, hipsparseIndexBase_t* idxBase);
hipsparseStatus_t hipsparseSpVecGetValues(const hipsparseSpVecDescr_t spVecDescr, void** values);
hipsparseStatus_t hipsparseConstSpVecGetValues(hipsparseConstSpVecDescr_t spVecDescr, const void** values);
hipsparseStatus_t hipsparseSpVecSetValues(hipsparseSpVecDescr_t spVecDescr, void* values);

hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                     void* cooRowInd, void* cooColInd, void* cooValues,
                                     hipsparseIndexType_t cooIdxType, hipsparseIndexBase_t idxBase,
                                     hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstCoo(hipsparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols,
                                          int64_t nnz, const void* cooRowInd, const void* cooColInd,
                                          const void* cooValues, hipsparseIndexType_t cooIdxType,
                                          hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseCreateCsr(hipsparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                     void* csrRowOffsets, void* csrColInd, void* csrValues,
                                     hipsparseIndexType_t csrRowOffsetsType, hipsparseIndexType_t csrColIndType,
                                     hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstCsr(hipsparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols,
                                          int64_t nnz, const void* csrRowOffsets, const void* csrColInd,
                                          const void* csrValues, hipsparseIndexType_t csrRowOffsetsType,
                                          hipsparseIndexType_t csrColIndType, hipsparseIndexBase_t idxBase,
                                          hipDataType valueType);
hipsparseStatus_t hipsparseCreateCsc(hipsparseSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols, int64_t nnz,
                                     void* cscColOffsets, void* cscRowInd, void* cscValues,
                                     hipsparseIndexType_t cscColOffsetsType, hipsparseIndexType_t cscRowIndType,
                                     hipsparseIndexBase_t idxBase, hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstCsc(hipsparseConstSpMatDescr_t* spMatDescr, int64_t rows, int64_t cols,
                                          int64_t nnz, const void* cscColOffsets, const void* cscRowInd,
                                          const void* cscValues, hipsparseIndexType_t cscColOffsetsType,
                                          hipsparseIndexType_t cscRowIndType, hipsparseIndexBase_t idxBase,
                                          hipDataType valueType);
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t spMatDescr);
hipsparseStatus_t hipsparseCooGet(const hipsparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                  void** cooRowInd, void** cooColInd, void** cooValues, hipsparseIndexType_t* idxType,
                                  hipsparseIndexBase_t* idxBase, hipDataType* valueType);
hipsparseStatus_t hipsparseConstCooGet(hipsparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                       int64_t* nnz, const void** cooRowInd, const void** cooColInd,
                                       const void** cooValues, hipsparseIndexType_t* idxType,
                                       hipsparseIndexBase_t* idxBase, hipDataType* valueType);
hipsparseStatus_t hipsparseCsrGet(const hipsparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                  void** csrRowOffsets, void** csrColInd, void** csrValues,
                                  hipsparseIndexType_t* csrRowOffsetsType, hipsparseIndexType_t* csrColIndType,
                                  hipsparseIndexBase_t* idxBase, hipDataType* valueType);
hipsparseStatus_t hipsparseConstCsrGet(hipsparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                       int64_t* nnz, const void** csrRowOffsets, const void** csrColInd,
                                       const void** csrValues, hipsparseIndexType_t* csrRowOffsetsType,
                                       hipsparseIndexType_t* csrColIndType, hipsparseIndexBase_t* idxBase,
                                       hipDataType* valueType);
hipsparseStatus_t hipsparseCscGet(const hipsparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols, int64_t* nnz,
                                  void** cscColOffsets, void** cscRowInd, void** cscValues,
                                  hipsparseIndexType_t* cscColOffsetsType, hipsparseIndexType_t* cscRowIndType,
                                  hipsparseIndexBase_t* idxBase, hipDataType* valueType);
hipsparseStatus_t hipsparseConstCscGet(hipsparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                       int64_t* nnz, const void** cscColOffsets, const void** cscRowInd,
                                       const void** cscValues, hipsparseIndexType_t* cscColOffsetsType,
                                       hipsparseIndexType_t* cscRowIndType, hipsparseIndexBase_t* idxBase,
                                       hipDataType* valueType);
hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t spMatDescr, void* csrRowOffsets, void* csrColInd,
                                          void* csrValues);
hipsparseStatus_t hipsparseCscSetPointers(hipsparseSpMatDescr_t spMatDescr, void* cscColOffsets, void* cscRowInd,
                                          void* cscValues);
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t spMatDescr, void* cooRowInd, void* cooColInd,
                                          void* cooValues);
hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t spMatDescr, int64_t* rows, int64_t* cols,
                                        int64_t* nnz);
hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t spMatDescr, hipsparseFormat_t* format);
hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t spMatDescr, hipsparseIndexBase_t* idxBase);
hipsparseStatus_t hipsparseSpMatGetValues(hipsparseSpMatDescr_t spMatDescr, void** values);
hipsparseStatus_t hipsparseConstSpMatGetValues(hipsparseConstSpMatDescr_t spMatDescr, const void** values);
hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t spMatDescr, void* values);
hipsparseStatus_t hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t spMatDescr, int* batchCount);
hipsparseStatus_t hipsparseSpMatSetStridedBatch(hipsparseSpMatDescr_t spMatDescr, int batchCount);
hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t spMatDescr, int batchCount, int64_t batchStride);
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t spMatDescr, int batchCount,
                                              int64_t offsetsBatchStride, int64_t columnsValuesBatchStride);
hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t spMatDescr, hipsparseSpMatAttribute_t attribute,
                                             void* data, size_t dataSize);
hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t spMatDescr, hipsparseSpMatAttribute_t attribute,
                                             const void* data, size_t dataSize);

hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t* dnVecDescr, int64_t size, void* values,
                                       hipDataType valueType);
hipsparseStatus_t hipsparseCreateConstDnVec(hipsparseConstDnVecDescr_t* dnVecDescr, int64_t size, const void* values,
                                            hipDataType valueType);
hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t dnVecDescr);
hipsparseStatus_t hipsparseDnVecGet(const hipsparseDnVecDescr_t dnVecDescr, int64_t* size, void** values,
                                    hipDataType* valueType);
hipsparseStatus_t hipsparseConstDnVecGet(hipsparseConstDnVecDescr_t dnVecDescr, int64_t* size, const void** values,
                                         hipDataType* valueType);
hipsparseStatus_t hipsparseDnVecGetValues(const hipsparseDnVecDescr_t dnVecDescr, void** values);
hipsparseStatus_t hipsparseConstDnVecGetValues(hipsparseConstDnVecDescr_t dnVecDescr, const void** values);
hipsparseStatus_t hipsparseDnVecSetValues(hipsparseDnVecDescr_t dnVecDescr, void* values);
hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t* dnMatDescr, int64_t rows, int64_t cols, int64_t ld,
                                       void* values, hipDataType valueType, hipsparseOrder_t order);
hipsparseStatus_t hipsparseCreateConstDnMat(hipsparseConstDnMatDescr_t* dnMatDescr, int64_t rows, int64_t cols,
                                            int64_t ld, const void* values, hipDataType valueType,
                                            hipsparseOrder_t order);
hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t dnMatDescr);
hipsparseStatus_t hipsparseDnMatGet(const hipsparseDnMatDescr_t dnMatDescr, int64_t* rows, int64_t* cols, int64_t* ld,
                                    void** values, hipDataType* valueType, hipsparseOrder_t* order);
hipsparseStatus_t hipsparseConstDnMatGet(hipsparseConstDnMatDescr_t dnMatDescr, int64_t* rows, int64_t* cols,
                                         int64_t* ld, const void** values, hipDataType* valueType,
                                         hipsparseOrder_t* order);
hipsparseStatus_t hipsparseDnMatGetValues(const hipsparseDnMatDescr_t dnMatDescr, void** values);
hipsparseStatus_t hipsparseConstDnMatGetValues(hipsparseConstDnMatDescr_t dnMatDescr, const void** values);
hipsparseStatus_t hipsparseDnMatSetValues(hipsparseDnMatDescr_t dnMatDescr, void* values);
hipsparseStatus_t hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t dnMatDescr, int* batchCount,
                                                int64_t* batchStride);
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t dnMatDescr, int batchCount,
                                                int64_t batchStride);

// Vectors.
hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void* alpha, hipsparseConstSpVecDescr_t vecX,
                                 const void* beta, hipsparseDnVecDescr_t vecY);
hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle, hipsparseConstDnVecDescr_t vecY,
                                  hipsparseSpVecDescr_t vecX);
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle, hipsparseConstSpVecDescr_t vecX,
                                   hipsparseDnVecDescr_t vecY);
hipsparseStatus_t hipsparseRot(hipsparseHandle_t handle, const void* c_coeff, const void* s_coeff,
                               hipsparseSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY);
hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t opX,
                                           hipsparseConstSpVecDescr_t vecX, hipsparseConstDnVecDescr_t vecY,
                                           void* result, hipDataType computeType, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t opX, hipsparseConstSpVecDescr_t vecX,
                                hipsparseConstDnVecDescr_t vecY, void* result, hipDataType computeType,
                                void* externalBuffer);

// Conversions.
hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA,
                                                    hipsparseDnMatDescr_t matB, hipsparseSparseToDenseAlg_t alg,
                                                    size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t matA,
                                         hipsparseDnMatDescr_t matB, hipsparseSparseToDenseAlg_t alg,
                                         void* externalBuffer);
hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA,
                                                    hipsparseSpMatDescr_t matB, hipsparseDenseToSparseAlg_t alg,
                                                    size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA,
                                                  hipsparseSpMatDescr_t matB, hipsparseDenseToSparseAlg_t alg,
                                                  void* externalBuffer);
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t matA,
                                                 hipsparseSpMatDescr_t matB, hipsparseDenseToSparseAlg_t alg,
                                                 void* externalBuffer);

// Products and solutions. HIPSPARSE_STEP declares a step of an operation: the operation's arguments and a last one.
#define HIPSPARSE_SPMV_ARGUMENTS                                                                             \
  hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA,    \
      hipsparseConstDnVecDescr_t vecX, const void *beta, const hipsparseDnVecDescr_t vecY,                   \
      hipDataType computeType, hipsparseSpMVAlg_t alg
#define HIPSPARSE_SPMM_ARGUMENTS                                                                             \
  hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,           \
      hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const void *beta,                    \
      const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpMMAlg_t alg
#define HIPSPARSE_SDDMM_ARGUMENTS                                                                            \
  hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,           \
      hipsparseConstDnMatDescr_t A, hipsparseConstDnMatDescr_t B, const void *beta, hipsparseSpMatDescr_t C, \
      hipDataType computeType, hipsparseSDDMMAlg_t alg
#define HIPSPARSE_SPGEMM_ARGUMENTS                                                                           \
  hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,           \
      hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta,                    \
      hipsparseSpMatDescr_t matC, hipDataType computeType, hipsparseSpGEMMAlg_t alg,                         \
      hipsparseSpGEMMDescr_t spgemmDescr
#define HIPSPARSE_SPSV_ARGUMENTS                                                                             \
  hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha, hipsparseConstSpMatDescr_t matA,    \
      hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y, hipDataType computeType,                  \
      hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr
#define HIPSPARSE_SPSM_ARGUMENTS                                                                             \
  hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,           \
      hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const hipsparseDnMatDescr_t matC,    \
      hipDataType computeType, hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t spsmDescr

hipsparseStatus_t hipsparseSpMV_bufferSize(HIPSPARSE_SPMV_ARGUMENTS, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpMV_preprocess(HIPSPARSE_SPMV_ARGUMENTS, void* externalBuffer);
hipsparseStatus_t hipsparseSpMV(HIPSPARSE_SPMV_ARGUMENTS, void* externalBuffer);
hipsparseStatus_t hipsparseSpMM_bufferSize(HIPSPARSE_SPMM_ARGUMENTS, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpMM_preprocess(HIPSPARSE_SPMM_ARGUMENTS, void* externalBuffer);
hipsparseStatus_t hipsparseSpMM(HIPSPARSE_SPMM_ARGUMENTS, void* externalBuffer);
hipsparseStatus_t hipsparseSDDMM_bufferSize(HIPSPARSE_SDDMM_ARGUMENTS, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSDDMM_preprocess(HIPSPARSE_SDDMM_ARGUMENTS, void* tempBuffer);
hipsparseStatus_t hipsparseSDDMM(HIPSPARSE_SDDMM_ARGUMENTS, void* tempBuffer);
hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t* descr);
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr);
hipsparseStatus_t hipsparseSpGEMM_workEstimation(HIPSPARSE_SPGEMM_ARGUMENTS, size_t* bufferSize1,
                                                 void* externalBuffer1);
hipsparseStatus_t hipsparseSpGEMM_compute(HIPSPARSE_SPGEMM_ARGUMENTS, size_t* bufferSize2, void* externalBuffer2);
hipsparseStatus_t hipsparseSpGEMM_copy(HIPSPARSE_SPGEMM_ARGUMENTS);
hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t* descr);
hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr);
hipsparseStatus_t hipsparseSpSV_bufferSize(HIPSPARSE_SPSV_ARGUMENTS, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpSV_analysis(HIPSPARSE_SPSV_ARGUMENTS, void* externalBuffer);
hipsparseStatus_t hipsparseSpSV_solve(HIPSPARSE_SPSV_ARGUMENTS);
hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t* descr);
hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr);
hipsparseStatus_t hipsparseSpSM_bufferSize(HIPSPARSE_SPSM_ARGUMENTS, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseSpSM_analysis(HIPSPARSE_SPSM_ARGUMENTS, void* externalBuffer);
hipsparseStatus_t hipsparseSpSM_solve(HIPSPARSE_SPSM_ARGUMENTS, void* externalBuffer);

#ifdef __cplusplus
}
#endif

#endif
