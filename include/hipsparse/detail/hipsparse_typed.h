// hipSPARSE's operations on bare arrays: those without element type, and those in the four types S, D, C, Z.
#ifndef WAVELIFT_HIPSPARSE_TYPED_H
#define WAVELIFT_HIPSPARSE_TYPED_H

#ifdef __cplusplus
extern "C" {
#endif

hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle, const int* csrRowPtr, int nnz, int m, int* cooRowInd,
                                    hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int* cooRowInd, int nnz, int m, int* csrRowPtr,
                                    hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t handle, int n, int* p);
hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz, const int* csrRowPtr,
                                                  const int* csrColInd, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA,
                                    const int* csrRowPtr, int* csrColInd, int* P, void* pBuffer);
hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz, const int* cscColPtr,
                                                  const int* cscRowInd, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA,
                                    const int* cscColPtr, int* cscRowInd, int* P, void* pBuffer);
hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t handle, int m, int n, int nnz, const int* cooRows,
                                                  const int* cooCols, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t handle, int m, int n, int nnz, int* cooRows, int* cooCols,
                                         int* P, void* pBuffer);
hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t handle, int m, int n, int nnz, int* cooRows, int* cooCols,
                                            int* P, void* pBuffer);
hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(hipsparseHandle_t handle, int m, int n, int nnz, const void* csrVal,
                                                 const int* csrRowPtr, const int* csrColInd, void* cscVal,
                                                 int* cscColPtr, int* cscRowInd, hipDataType valType,
                                                 hipsparseAction_t copyValues, hipsparseIndexBase_t idxBase,
                                                 hipsparseCsr2CscAlg_t alg, size_t* pBufferSizeInBytes);
hipsparseStatus_t hipsparseCsr2cscEx2(hipsparseHandle_t handle, int m, int n, int nnz, const void* csrVal,
                                      const int* csrRowPtr, const int* csrColInd, void* cscVal, int* cscColPtr,
                                      int* cscRowInd, hipDataType valType, hipsparseAction_t copyValues,
                                      hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg, void* buffer);
hipsparseStatus_t hipsparseXcsr2bsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n,
                                       const hipsparseMatDescr_t descrA, const int* csrRowPtrA, const int* csrColIndA,
                                       int blockDim, const hipsparseMatDescr_t descrC, int* bsrRowPtrC, int* bsrNnzb);
hipsparseStatus_t hipsparseXcsrgeam2Nnz(hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA,
                                        int nnzA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,
                                        const hipsparseMatDescr_t descrB, int nnzB, const int* csrSortedRowPtrB,
                                        const int* csrSortedColIndB, const hipsparseMatDescr_t descrC,
                                        int* csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* workspace);

// Preparations of a triangular solution or an incomplete factorisation: they remember where a pivot was 0.
hipsparseStatus_t hipsparseCreateCsrsv2Info(csrsv2Info_t* info);
hipsparseStatus_t hipsparseDestroyCsrsv2Info(csrsv2Info_t info);
hipsparseStatus_t hipsparseXcsrsv2_zeroPivot(hipsparseHandle_t handle, csrsv2Info_t info, int* position);
hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t* info);
hipsparseStatus_t hipsparseDestroyCsrilu02Info(csrilu02Info_t info);
hipsparseStatus_t hipsparseXcsrilu02_zeroPivot(hipsparseHandle_t handle, csrilu02Info_t info, int* position);
hipsparseStatus_t hipsparseCreateCsric02Info(csric02Info_t* info);
hipsparseStatus_t hipsparseDestroyCsric02Info(csric02Info_t info);
hipsparseStatus_t hipsparseXcsric02_zeroPivot(hipsparseHandle_t handle, csric02Info_t info, int* position);

// ROW(S, T): everything that is there for element type T under the letter S.
#define HIPSPARSE_FOUR_TYPES(ROW)                                                                            \
  ROW(S, float) ROW(D, double) ROW(C, hipComplex) ROW(Z, hipDoubleComplex)

#define HIPSPARSE_DECLARE_VECTORS(S, T)                                                                      \
  hipsparseStatus_t hipsparse##S##axpyi(hipsparseHandle_t handle, int nnz, const T* alpha, const T* xVal,    \
                                        const int* xInd, T* y, hipsparseIndexBase_t idxBase);                \
  hipsparseStatus_t hipsparse##S##doti(hipsparseHandle_t handle, int nnz, const T* xVal, const int* xInd,    \
                                       const T* y, T* result, hipsparseIndexBase_t idxBase);                 \
  hipsparseStatus_t hipsparse##S##gthr(hipsparseHandle_t handle, int nnz, const T* y, T* xVal,               \
                                       const int* xInd, hipsparseIndexBase_t idxBase);                       \
  hipsparseStatus_t hipsparse##S##gthrz(hipsparseHandle_t handle, int nnz, T* y, T* xVal, const int* xInd,   \
                                        hipsparseIndexBase_t idxBase);                                       \
  hipsparseStatus_t hipsparse##S##sctr(hipsparseHandle_t handle, int nnz, const T* xVal, const int* xInd,    \
                                       T* y, hipsparseIndexBase_t idxBase);
#define HIPSPARSE_DECLARE_PRODUCTS(S, T)                                                                     \
  hipsparseStatus_t hipsparse##S##csrmv(hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, \
                                        int nnz, const T* alpha, const hipsparseMatDescr_t descrA,           \
                                        const T* csrSortedValA, const int* csrSortedRowPtrA,                 \
                                        const int* csrSortedColIndA, const T* x, const T* beta, T* y);       \
  hipsparseStatus_t hipsparse##S##csrmm(hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, \
                                        int k, int nnz, const T* alpha, const hipsparseMatDescr_t descrA,    \
                                        const T* csrSortedValA, const int* csrSortedRowPtrA,                 \
                                        const int* csrSortedColIndA, const T* B, int ldb, const T* beta,     \
                                        T* C, int ldc);                                                      \
  hipsparseStatus_t hipsparse##S##csrmm2(                                                                    \
      hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m, int n, int k, \
      int nnz, const T* alpha, const hipsparseMatDescr_t descrA, const T* csrSortedValA,                     \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, const T* B, int ldb, const T* beta, T* C,    \
      int ldc);                                                                                              \
  hipsparseStatus_t hipsparse##S##bsrmv(hipsparseHandle_t handle, hipsparseDirection_t dirA,                 \
                                        hipsparseOperation_t transA, int mb, int nb, int nnzb, const T* alpha, \
                                        const hipsparseMatDescr_t descrA, const T* bsrSortedValA,            \
                                        const int* bsrSortedRowPtrA, const int* bsrSortedColIndA,            \
                                        int blockDim, const T* x, const T* beta, T* y);                      \
  hipsparseStatus_t hipsparse##S##csrgeam2_bufferSizeExt(                                                    \
      hipsparseHandle_t handle, int m, int n, const T* alpha, const hipsparseMatDescr_t descrA, int nnzA,    \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const T* beta,       \
      const hipsparseMatDescr_t descrB, int nnzB, const T* csrSortedValB, const int* csrSortedRowPtrB,       \
      const int* csrSortedColIndB, const hipsparseMatDescr_t descrC, const T* csrSortedValC,                 \
      const int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t* pBufferSizeInBytes);                 \
  hipsparseStatus_t hipsparse##S##csrgeam2(                                                                  \
      hipsparseHandle_t handle, int m, int n, const T* alpha, const hipsparseMatDescr_t descrA, int nnzA,    \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const T* beta,       \
      const hipsparseMatDescr_t descrB, int nnzB, const T* csrSortedValB, const int* csrSortedRowPtrB,       \
      const int* csrSortedColIndB, const hipsparseMatDescr_t descrC, T* csrSortedValC, int* csrSortedRowPtrC, \
      int* csrSortedColIndC, void* pBuffer);
#define HIPSPARSE_DECLARE_SOLUTIONS(S, T)                                                                    \
  hipsparseStatus_t hipsparse##S##csrsv2_bufferSize(                                                         \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, const hipsparseMatDescr_t descrA, \
      T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, csrsv2Info_t info,         \
      int* pBufferSizeInBytes);                                                                              \
  hipsparseStatus_t hipsparse##S##csrsv2_analysis(                                                           \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, const hipsparseMatDescr_t descrA, \
      const T* csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, csrsv2Info_t info,   \
      hipsparseSolvePolicy_t policy, void* pBuffer);                                                         \
  hipsparseStatus_t hipsparse##S##csrsv2_solve(                                                              \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz, const T* alpha,                 \
      const hipsparseMatDescr_t descrA, const T* csrSortedValA, const int* csrSortedRowPtrA,                 \
      const int* csrSortedColIndA, csrsv2Info_t info, const T* f, T* x, hipsparseSolvePolicy_t policy,       \
      void* pBuffer);                                                                                        \
  hipsparseStatus_t hipsparse##S##csrilu02_bufferSize(                                                       \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T* csrSortedValA,          \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, csrilu02Info_t info, int* pBufferSizeInBytes); \
  hipsparseStatus_t hipsparse##S##csrilu02_analysis(                                                         \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, const T* csrSortedValA,    \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, csrilu02Info_t info,                         \
      hipsparseSolvePolicy_t policy, void* pBuffer);                                                         \
  hipsparseStatus_t hipsparse##S##csrilu02(                                                                  \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T* csrSortedValA_valM,     \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, csrilu02Info_t info,                         \
      hipsparseSolvePolicy_t policy, void* pBuffer);                                                         \
  hipsparseStatus_t hipsparse##S##csric02_bufferSize(                                                        \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T* csrSortedValA,          \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, csric02Info_t info, int* pBufferSizeInBytes); \
  hipsparseStatus_t hipsparse##S##csric02_analysis(                                                          \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, const T* csrSortedValA,    \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, csric02Info_t info,                          \
      hipsparseSolvePolicy_t policy, void* pBuffer);                                                         \
  hipsparseStatus_t hipsparse##S##csric02(                                                                   \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA, T* csrSortedValA_valM,     \
      const int* csrSortedRowPtrA, const int* csrSortedColIndA, csric02Info_t info,                          \
      hipsparseSolvePolicy_t policy, void* pBuffer);                                                         \
  hipsparseStatus_t hipsparse##S##gtsv2_bufferSizeExt(hipsparseHandle_t handle, int m, int n, const T* dl,   \
                                                      const T* d, const T* du, const T* B, int ldb,          \
                                                      size_t* pBufferSizeInBytes);                           \
  hipsparseStatus_t hipsparse##S##gtsv2(hipsparseHandle_t handle, int m, int n, const T* dl, const T* d,     \
                                        const T* du, T* B, int ldb, void* pBuffer);                          \
  hipsparseStatus_t hipsparse##S##gtsv2_nopivot_bufferSizeExt(hipsparseHandle_t handle, int m, int n,        \
                                                              const T* dl, const T* d, const T* du,          \
                                                              const T* B, int ldb, size_t* pBufferSizeInBytes); \
  hipsparseStatus_t hipsparse##S##gtsv2_nopivot(hipsparseHandle_t handle, int m, int n, const T* dl,         \
                                                const T* d, const T* du, T* B, int ldb, void* pBuffer);      \
  hipsparseStatus_t hipsparse##S##gtsv2StridedBatch_bufferSizeExt(                                           \
      hipsparseHandle_t handle, int m, const T* dl, const T* d, const T* du, const T* x, int batchCount,     \
      int batchStride, size_t* pBufferSizeInBytes);                                                          \
  hipsparseStatus_t hipsparse##S##gtsv2StridedBatch(hipsparseHandle_t handle, int m, const T* dl, const T* d, \
                                                    const T* du, T* x, int batchCount, int batchStride,      \
                                                    void* pBuffer);
#define HIPSPARSE_DECLARE_CONVERSIONS(S, T)                                                                  \
  hipsparseStatus_t hipsparse##S##nnz(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n,     \
                                      const hipsparseMatDescr_t descrA, const T* A, int lda,                 \
                                      int* nnzPerRowColumn, int* nnzTotalDevHostPtr);                        \
  hipsparseStatus_t hipsparse##S##dense2csr(hipsparseHandle_t handle, int m, int n,                          \
                                            const hipsparseMatDescr_t descr, const T* A, int ld,             \
                                            const int* nnzPerRow, T* csrVal, int* csrRowPtr, int* csrColInd); \
  hipsparseStatus_t hipsparse##S##dense2csc(hipsparseHandle_t handle, int m, int n,                          \
                                            const hipsparseMatDescr_t descr, const T* A, int ld,             \
                                            const int* nnzPerColumn, T* cscVal, int* cscRowInd,              \
                                            int* cscColPtr);                                                 \
  hipsparseStatus_t hipsparse##S##csr2dense(hipsparseHandle_t handle, int m, int n,                          \
                                            const hipsparseMatDescr_t descr, const T* csrVal,                \
                                            const int* csrRowPtr, const int* csrColInd, T* A, int ld);       \
  hipsparseStatus_t hipsparse##S##csc2dense(hipsparseHandle_t handle, int m, int n,                          \
                                            const hipsparseMatDescr_t descr, const T* cscVal,                \
                                            const int* cscRowInd, const int* cscColPtr, T* A, int ld);       \
  hipsparseStatus_t hipsparse##S##csr2csc(hipsparseHandle_t handle, int m, int n, int nnz,                   \
                                          const T* csrSortedVal, const int* csrSortedRowPtr,                 \
                                          const int* csrSortedColInd, T* cscSortedVal, int* cscSortedRowInd, \
                                          int* cscSortedColPtr, hipsparseAction_t copyValues,                \
                                          hipsparseIndexBase_t idxBase);                                     \
  hipsparseStatus_t hipsparse##S##csr2bsr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n, \
                                          const hipsparseMatDescr_t descrA, const T* csrValA,                \
                                          const int* csrRowPtrA, const int* csrColIndA, int blockDim,        \
                                          const hipsparseMatDescr_t descrC, T* bsrValC, int* bsrRowPtrC,     \
                                          int* bsrColIndC);                                                  \
  hipsparseStatus_t hipsparse##S##bsr2csr(hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, \
                                          const hipsparseMatDescr_t descrA, const T* bsrValA,                \
                                          const int* bsrRowPtrA, const int* bsrColIndA, int blockDim,        \
                                          const hipsparseMatDescr_t descrC, T* csrValC, int* csrRowPtrC,     \
                                          int* csrColIndC);

HIPSPARSE_FOUR_TYPES(HIPSPARSE_DECLARE_VECTORS)
HIPSPARSE_FOUR_TYPES(HIPSPARSE_DECLARE_PRODUCTS)
HIPSPARSE_FOUR_TYPES(HIPSPARSE_DECLARE_SOLUTIONS)
HIPSPARSE_FOUR_TYPES(HIPSPARSE_DECLARE_CONVERSIONS)

hipsparseStatus_t hipsparseCdotci(hipsparseHandle_t handle, int nnz, const hipComplex* xVal, const int* xInd,
                                  const hipComplex* y, hipComplex* result, hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseZdotci(hipsparseHandle_t handle, int nnz, const hipDoubleComplex* xVal, const int* xInd,
                                  const hipDoubleComplex* y, hipDoubleComplex* result,
                                  hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseSroti(hipsparseHandle_t handle, int nnz, float* xVal, const int* xInd, float* y,
                                 const float* c, const float* s, hipsparseIndexBase_t idxBase);
hipsparseStatus_t hipsparseDroti(hipsparseHandle_t handle, int nnz, double* xVal, const int* xInd, double* y,
                                 const double* c, const double* s, hipsparseIndexBase_t idxBase);

#ifdef __cplusplus
}
#endif

#endif
