// hipSOLVER (ROCm 7): dense factorisations, eigenvalues and singular values, served on the host by libhipsolver.so. Both of
// its interfaces, the Dn one in full and of the plain one the common routines. What is declared is there.
#ifndef WAVELIFT_HIPSOLVER_H
#define WAVELIFT_HIPSOLVER_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <stdint.h>

#define hipsolverVersionMajor 3
#define hipsolverVersionMinor 0
#define hipsolverVersionPatch 0

typedef void* hipsolverHandle_t;
typedef hipsolverHandle_t hipsolverDnHandle_t;
typedef void* hipsolverGesvdjInfo_t;
typedef void* hipsolverSyevjInfo_t;

typedef enum {
  HIPSOLVER_STATUS_SUCCESS = 0,
  HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
  HIPSOLVER_STATUS_ALLOC_FAILED = 2,
  HIPSOLVER_STATUS_INVALID_VALUE = 3,
  HIPSOLVER_STATUS_MAPPING_ERROR = 4,
  HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
  HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
  HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
  HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
  HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPSOLVER_STATUS_INVALID_ENUM = 10,
  HIPSOLVER_STATUS_UNKNOWN = 11,
  HIPSOLVER_STATUS_ZERO_PIVOT = 12,
  HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 13
} hipsolverStatus_t;

#ifndef HIPBLAS_OPERATION_DECLARED
#define HIPBLAS_OPERATION_DECLARED
typedef enum { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
#endif
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

typedef enum { HIPSOLVER_EIG_MODE_NOVECTOR = 201, HIPSOLVER_EIG_MODE_VECTOR = 202 } hipsolverEigMode_t;
typedef enum {
  HIPSOLVER_EIG_TYPE_1 = 211,
  HIPSOLVER_EIG_TYPE_2 = 212,
  HIPSOLVER_EIG_TYPE_3 = 213
} hipsolverEigType_t;
typedef enum {
  HIPSOLVER_EIG_RANGE_ALL = 221,
  HIPSOLVER_EIG_RANGE_V = 222,
  HIPSOLVER_EIG_RANGE_I = 223
} hipsolverEigRange_t;

typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;
#define HIPSOLVER_OP_N HIPBLAS_OP_N
#define HIPSOLVER_OP_T HIPBLAS_OP_T
#define HIPSOLVER_OP_C HIPBLAS_OP_C
#define HIPSOLVER_FILL_MODE_UPPER HIPBLAS_FILL_MODE_UPPER
#define HIPSOLVER_FILL_MODE_LOWER HIPBLAS_FILL_MODE_LOWER
#define HIPSOLVER_SIDE_LEFT HIPBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT HIPBLAS_SIDE_RIGHT

#ifdef __cplusplus
extern "C" {
#endif

// Handles and the settings of Jacobi's methods, in both interfaces.
#define HIPSOLVER_DECLARE_HANDLE(hs)                                                                         \
  hipsolverStatus_t hs##Create(hipsolverHandle_t* handle);                                                   \
  hipsolverStatus_t hs##Destroy(hipsolverHandle_t handle);                                                   \
  hipsolverStatus_t hs##SetStream(hipsolverHandle_t handle, hipStream_t streamId);                           \
  hipsolverStatus_t hs##GetStream(hipsolverHandle_t handle, hipStream_t* streamId);                          \
  hipsolverStatus_t hs##CreateGesvdjInfo(hipsolverGesvdjInfo_t* info);                                       \
  hipsolverStatus_t hs##DestroyGesvdjInfo(hipsolverGesvdjInfo_t info);                                       \
  hipsolverStatus_t hs##XgesvdjSetMaxSweeps(hipsolverGesvdjInfo_t info, int max_sweeps);                     \
  hipsolverStatus_t hs##XgesvdjSetSortEig(hipsolverGesvdjInfo_t info, int sort_eig);                         \
  hipsolverStatus_t hs##XgesvdjSetTolerance(hipsolverGesvdjInfo_t info, double tolerance);                   \
  hipsolverStatus_t hs##XgesvdjGetResidual(hipsolverHandle_t handle, hipsolverGesvdjInfo_t info,             \
                                           double* residual);                                                \
  hipsolverStatus_t hs##XgesvdjGetSweeps(hipsolverHandle_t handle, hipsolverGesvdjInfo_t info,               \
                                         int* executed_sweeps);                                              \
  hipsolverStatus_t hs##CreateSyevjInfo(hipsolverSyevjInfo_t* info);                                         \
  hipsolverStatus_t hs##DestroySyevjInfo(hipsolverSyevjInfo_t info);                                         \
  hipsolverStatus_t hs##XsyevjSetMaxSweeps(hipsolverSyevjInfo_t info, int max_sweeps);                       \
  hipsolverStatus_t hs##XsyevjSetSortEig(hipsolverSyevjInfo_t info, int sort_eig);                           \
  hipsolverStatus_t hs##XsyevjSetTolerance(hipsolverSyevjInfo_t info, double tolerance);                     \
  hipsolverStatus_t hs##XsyevjGetResidual(hipsolverHandle_t handle, hipsolverSyevjInfo_t info,               \
                                          double* residual);                                                 \
  hipsolverStatus_t hs##XsyevjGetSweeps(hipsolverHandle_t handle, hipsolverSyevjInfo_t info,                 \
                                        int* executed_sweeps);
HIPSOLVER_DECLARE_HANDLE(hipsolver)
HIPSOLVER_DECLARE_HANDLE(hipsolverDn)
#undef HIPSOLVER_DECLARE_HANDLE

// ROW(S, T, R, org, orm, sy): letter, element type, its real type, and how routines are called that differ between real and
// complex types.
#define HIPSOLVER_FOUR_TYPES(ROW)                                                                            \
  ROW(S, float, float, org, orm, sy)                                                                         \
  ROW(D, double, double, org, orm, sy)                                                                       \
  ROW(C, hipFloatComplex, float, ung, unm, he)                                                               \
  ROW(Z, hipDoubleComplex, double, ung, unm, he)

#define HIPSOLVER_H hipsolverHandle_t handle
#define HIPSOLVER_DECLARE_FACTORISATIONS(S, T, R, org, orm, sy)                                              \
  hipsolverStatus_t hipsolverDn##S##getrf_bufferSize(HIPSOLVER_H, int m, int n, T* A, int lda, int* lwork);  \
  hipsolverStatus_t hipsolverDn##S##getrf(HIPSOLVER_H, int m, int n, T* A, int lda, T* work, int* devIpiv,   \
                                          int* devInfo);                                                     \
  hipsolverStatus_t hipsolverDn##S##getrs(HIPSOLVER_H, hipblasOperation_t trans, int n, int nrhs, const T* A, \
                                          int lda, const int* devIpiv, T* B, int ldb, int* devInfo);         \
  hipsolverStatus_t hipsolverDn##S##potrf_bufferSize(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda, \
                                                     int* lwork);                                            \
  hipsolverStatus_t hipsolverDn##S##potrf(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda, T* work, \
                                          int lwork, int* devInfo);                                          \
  hipsolverStatus_t hipsolverDn##S##potrfBatched(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A[], int lda, \
                                                 int* devInfo, int batch_count);                             \
  hipsolverStatus_t hipsolverDn##S##potri_bufferSize(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda, \
                                                     int* lwork);                                            \
  hipsolverStatus_t hipsolverDn##S##potri(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda, T* work, \
                                          int lwork, int* devInfo);                                          \
  hipsolverStatus_t hipsolverDn##S##potrs(HIPSOLVER_H, hipblasFillMode_t uplo, int n, int nrhs, const T* A,  \
                                          int lda, T* B, int ldb, int* devInfo);                             \
  hipsolverStatus_t hipsolverDn##S##potrsBatched(HIPSOLVER_H, hipblasFillMode_t uplo, int n, int nrhs, T* A[], \
                                                 int lda, T* B[], int ldb, int* devInfo, int batch_count);   \
  hipsolverStatus_t hipsolverDn##S##geqrf_bufferSize(HIPSOLVER_H, int m, int n, T* A, int lda, int* lwork);  \
  hipsolverStatus_t hipsolverDn##S##geqrf(HIPSOLVER_H, int m, int n, T* A, int lda, T* tau, T* work, int lwork, \
                                          int* devInfo);                                                     \
  hipsolverStatus_t hipsolverDn##S##sytrf_bufferSize(HIPSOLVER_H, int n, T* A, int lda, int* lwork);         \
  hipsolverStatus_t hipsolverDn##S##sytrf(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda, int* ipiv, \
                                          T* work, int lwork, int* devInfo);                                 \
  hipsolverStatus_t hipsolverDn##S##S##gels_bufferSize(HIPSOLVER_H, int m, int n, int nrhs, T* A, int lda, T* B, \
                                                       int ldb, T* X, int ldx, void* work, size_t* lwork);   \
  hipsolverStatus_t hipsolverDn##S##S##gels(HIPSOLVER_H, int m, int n, int nrhs, T* A, int lda, T* B, int ldb, \
                                            T* X, int ldx, void* work, size_t lwork, int* niters, int* devInfo); \
  hipsolverStatus_t hipsolverDn##S##S##gesv_bufferSize(HIPSOLVER_H, int n, int nrhs, T* A, int lda, int* devIpiv, \
                                                       T* B, int ldb, T* X, int ldx, void* work, size_t* lwork); \
  hipsolverStatus_t hipsolverDn##S##S##gesv(HIPSOLVER_H, int n, int nrhs, T* A, int lda, int* devIpiv, T* B,  \
                                            int ldb, T* X, int ldx, void* work, size_t lwork, int* niters,   \
                                            int* devInfo);
#define HIPSOLVER_DECLARE_ORTHOGONAL(S, T, R, org, orm, sy)                                                  \
  hipsolverStatus_t hipsolverDn##S##org##br_bufferSize(HIPSOLVER_H, hipblasSideMode_t side, int m, int n, int k, \
                                                       const T* A, int lda, const T* tau, int* lwork);       \
  hipsolverStatus_t hipsolverDn##S##org##br(HIPSOLVER_H, hipblasSideMode_t side, int m, int n, int k, T* A,  \
                                            int lda, const T* tau, T* work, int lwork, int* devInfo);        \
  hipsolverStatus_t hipsolverDn##S##org##qr_bufferSize(HIPSOLVER_H, int m, int n, int k, const T* A, int lda, \
                                                       const T* tau, int* lwork);                            \
  hipsolverStatus_t hipsolverDn##S##org##qr(HIPSOLVER_H, int m, int n, int k, T* A, int lda, const T* tau,   \
                                            T* work, int lwork, int* devInfo);                               \
  hipsolverStatus_t hipsolverDn##S##org##tr_bufferSize(HIPSOLVER_H, hipblasFillMode_t uplo, int n, const T* A, \
                                                       int lda, const T* tau, int* lwork);                   \
  hipsolverStatus_t hipsolverDn##S##org##tr(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda,       \
                                            const T* tau, T* work, int lwork, int* devInfo);                 \
  hipsolverStatus_t hipsolverDn##S##orm##qr_bufferSize(HIPSOLVER_H, hipblasSideMode_t side,                  \
                                                       hipblasOperation_t trans, int m, int n, int k,        \
                                                       const T* A, int lda, const T* tau, const T* C, int ldc, \
                                                       int* lwork);                                          \
  hipsolverStatus_t hipsolverDn##S##orm##qr(HIPSOLVER_H, hipblasSideMode_t side, hipblasOperation_t trans, int m, \
                                            int n, int k, const T* A, int lda, const T* tau, T* C, int ldc,  \
                                            T* work, int lwork, int* devInfo);                               \
  hipsolverStatus_t hipsolverDn##S##orm##tr_bufferSize(HIPSOLVER_H, hipblasSideMode_t side,                  \
                                                       hipblasFillMode_t uplo, hipblasOperation_t trans, int m, \
                                                       int n, const T* A, int lda, const T* tau, const T* C, \
                                                       int ldc, int* lwork);                                 \
  hipsolverStatus_t hipsolverDn##S##orm##tr(HIPSOLVER_H, hipblasSideMode_t side, hipblasFillMode_t uplo,     \
                                            hipblasOperation_t trans, int m, int n, T* A, int lda, T* tau,   \
                                            T* C, int ldc, T* work, int lwork, int* devInfo);                \
  hipsolverStatus_t hipsolverDn##S##gebrd_bufferSize(HIPSOLVER_H, int m, int n, int* lwork);                 \
  hipsolverStatus_t hipsolverDn##S##gebrd(HIPSOLVER_H, int m, int n, T* A, int lda, R* D, R* E, T* tauq, T* taup, \
                                          T* work, int lwork, int* devInfo);                                 \
  hipsolverStatus_t hipsolverDn##S##sy##trd_bufferSize(HIPSOLVER_H, hipblasFillMode_t uplo, int n, const T* A, \
                                                       int lda, const R* D, const R* E, const T* tau,        \
                                                       int* lwork);                                          \
  hipsolverStatus_t hipsolverDn##S##sy##trd(HIPSOLVER_H, hipblasFillMode_t uplo, int n, T* A, int lda, R* D, \
                                            R* E, T* tau, T* work, int lwork, int* devInfo);
#define HIPSOLVER_DECLARE_SPECTRAL(S, T, R, org, orm, sy)                                                    \
  hipsolverStatus_t hipsolverDn##S##gesvd_bufferSize(HIPSOLVER_H, int m, int n, int* lwork);                 \
  hipsolverStatus_t hipsolverDn##S##gesvd(HIPSOLVER_H, signed char jobu, signed char jobv, int m, int n, T* A, \
                                          int lda, R* s, T* U, int ldu, T* V, int ldv, T* work, int lwork,   \
                                          R* rwork, int* devInfo);                                           \
  hipsolverStatus_t hipsolverDn##S##gesvdj_bufferSize(                                                       \
      hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, const T* A, int lda,      \
      const R* s, const T* U, int ldu, const T* V, int ldv, int* lwork, hipsolverGesvdjInfo_t params);       \
  hipsolverStatus_t hipsolverDn##S##gesvdj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, \
                                           int n, T* A, int lda, R* s, T* U, int ldu, T* V, int ldv, T* work, \
                                           int lwork, int* devInfo, hipsolverGesvdjInfo_t params);           \
  hipsolverStatus_t hipsolverDn##S##gesvdjBatched_bufferSize(                                                \
      hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const T* A, int lda, const R* s,    \
      const T* U, int ldu, const T* V, int ldv, int* lwork, hipsolverGesvdjInfo_t params, int batch_count);  \
  hipsolverStatus_t hipsolverDn##S##gesvdjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, int m, int n, \
                                                  T* A, int lda, R* s, T* U, int ldu, T* V, int ldv, T* work, \
                                                  int lwork, int* devInfo, hipsolverGesvdjInfo_t params,     \
                                                  int batch_count);                                          \
  hipsolverStatus_t hipsolverDn##S##sy##evd_bufferSize(HIPSOLVER_H, hipsolverEigMode_t jobz,                 \
                                                       hipblasFillMode_t uplo, int n, const T* A, int lda,   \
                                                       const R* W, int* lwork);                              \
  hipsolverStatus_t hipsolverDn##S##sy##evd(HIPSOLVER_H, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, \
                                            T* A, int lda, R* W, T* work, int lwork, int* devInfo);          \
  hipsolverStatus_t hipsolverDn##S##sy##evj_bufferSize(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,  \
                                                       hipblasFillMode_t uplo, int n, const T* A, int lda,   \
                                                       const R* W, int* lwork, hipsolverSyevjInfo_t params); \
  hipsolverStatus_t hipsolverDn##S##sy##evj(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,             \
                                            hipblasFillMode_t uplo, int n, T* A, int lda, R* W, T* work, int lwork, \
                                            int* devInfo, hipsolverSyevjInfo_t params);                      \
  hipsolverStatus_t hipsolverDn##S##sy##evjBatched_bufferSize(                                               \
      hipsolverDnHandle_t handle, hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, const T* A, int lda, \
      const R* W, int* lwork, hipsolverSyevjInfo_t params, int batch_count);                                 \
  hipsolverStatus_t hipsolverDn##S##sy##evjBatched(hipsolverDnHandle_t handle, hipsolverEigMode_t jobz,      \
                                                   hipblasFillMode_t uplo, int n, T* A, int lda, R* W, T* work, \
                                                   int lwork, int* devInfo, hipsolverSyevjInfo_t params,     \
                                                   int batch_count);                                         \
  hipsolverStatus_t hipsolverDn##S##sy##gvd_bufferSize(HIPSOLVER_H, hipsolverEigType_t itype,                \
                                                       hipsolverEigMode_t jobz, hipblasFillMode_t uplo, int n, \
                                                       const T* A, int lda, const T* B, int ldb, const R* W, \
                                                       int* lwork);                                          \
  hipsolverStatus_t hipsolverDn##S##sy##gvd(HIPSOLVER_H, hipsolverEigType_t itype, hipsolverEigMode_t jobz,  \
                                            hipblasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R* W, \
                                            T* work, int lwork, int* devInfo);

HIPSOLVER_FOUR_TYPES(HIPSOLVER_DECLARE_FACTORISATIONS)
HIPSOLVER_FOUR_TYPES(HIPSOLVER_DECLARE_ORTHOGONAL)
HIPSOLVER_FOUR_TYPES(HIPSOLVER_DECLARE_SPECTRAL)

// The plain interface's common routines.
#define HIPSOLVER_DECLARE_PLAIN(S, T, R, org, orm, sy)                                                       \
  hipsolverStatus_t hipsolver##S##getrf_bufferSize(HIPSOLVER_H, int m, int n, T* A, int lda, int* lwork);    \
  hipsolverStatus_t hipsolver##S##getrf(HIPSOLVER_H, int m, int n, T* A, int lda, T* work, int lwork,        \
                                        int* devIpiv, int* devInfo);                                         \
  hipsolverStatus_t hipsolver##S##getrs_bufferSize(HIPSOLVER_H, hipsolverOperation_t trans, int n, int nrhs, T* A, \
                                                   int lda, int* devIpiv, T* B, int ldb, int* lwork);        \
  hipsolverStatus_t hipsolver##S##getrs(HIPSOLVER_H, hipsolverOperation_t trans, int n, int nrhs, T* A, int lda, \
                                        int* devIpiv, T* B, int ldb, T* work, int lwork, int* devInfo);      \
  hipsolverStatus_t hipsolver##S##potrf_bufferSize(HIPSOLVER_H, hipsolverFillMode_t uplo, int n, T* A, int lda, \
                                                   int* lwork);                                              \
  hipsolverStatus_t hipsolver##S##potrf(HIPSOLVER_H, hipsolverFillMode_t uplo, int n, T* A, int lda, T* work, \
                                        int lwork, int* devInfo);                                            \
  hipsolverStatus_t hipsolver##S##potrs_bufferSize(HIPSOLVER_H, hipsolverFillMode_t uplo, int n, int nrhs, T* A, \
                                                   int lda, T* B, int ldb, int* lwork);                      \
  hipsolverStatus_t hipsolver##S##potrs(HIPSOLVER_H, hipsolverFillMode_t uplo, int n, int nrhs, T* A, int lda, \
                                        T* B, int ldb, T* work, int lwork, int* devInfo);                    \
  hipsolverStatus_t hipsolver##S##geqrf_bufferSize(HIPSOLVER_H, int m, int n, T* A, int lda, int* lwork);    \
  hipsolverStatus_t hipsolver##S##geqrf(HIPSOLVER_H, int m, int n, T* A, int lda, T* tau, T* work, int lwork, \
                                        int* devInfo);                                                       \
  hipsolverStatus_t hipsolver##S##org##qr_bufferSize(HIPSOLVER_H, int m, int n, int k, T* A, int lda, T* tau, \
                                                     int* lwork);                                            \
  hipsolverStatus_t hipsolver##S##org##qr(HIPSOLVER_H, int m, int n, int k, T* A, int lda, T* tau, T* work,  \
                                          int lwork, int* devInfo);                                          \
  hipsolverStatus_t hipsolver##S##orm##qr_bufferSize(HIPSOLVER_H, hipsolverSideMode_t side,                  \
                                                     hipsolverOperation_t trans, int m, int n, int k, T* A, int lda, \
                                                     T* tau, T* C, int ldc, int* lwork);                     \
  hipsolverStatus_t hipsolver##S##orm##qr(HIPSOLVER_H, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, \
                                          int n, int k, T* A, int lda, T* tau, T* C, int ldc, T* work, int lwork, \
                                          int* devInfo);                                                     \
  hipsolverStatus_t hipsolver##S##gesvd_bufferSize(HIPSOLVER_H, signed char jobu, signed char jobv, int m, int n, \
                                                   int* lwork);                                              \
  hipsolverStatus_t hipsolver##S##gesvd(HIPSOLVER_H, signed char jobu, signed char jobv, int m, int n, T* A, int lda, \
                                        R* s, T* U, int ldu, T* V, int ldv, T* work, int lwork, R* rwork,    \
                                        int* devInfo);                                                       \
  hipsolverStatus_t hipsolver##S##sy##evd_bufferSize(HIPSOLVER_H, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, \
                                                     int n, T* A, int lda, R* W, int* lwork);                \
  hipsolverStatus_t hipsolver##S##sy##evd(HIPSOLVER_H, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T* A, \
                                          int lda, R* W, T* work, int lwork, int* devInfo);
HIPSOLVER_FOUR_TYPES(HIPSOLVER_DECLARE_PLAIN)

#ifdef __cplusplus
}
#endif

#endif
