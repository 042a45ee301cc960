// cuBLASLt, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUBLASLT_H
#define WAVELIFT_CUDA_CUBLASLT_H

#include "cuda_runtime.h"

#include <hipblaslt/hipblaslt.h>

#include "wavelift_library_names.h"

#ifdef __cplusplus
#include "../port/wavelift_blaslt.h"

// Hints that hipBLASLt does not have, and that change no result: taken and not kept.
enum cublasLtHint_t {
  CUBLASLT_MATMUL_DESC_FAST_ACCUM,
  CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET,
  CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES
};
inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, cublasLtHint_t, const void*, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtHint_t, const void*, size_t) {
  return CUBLAS_STATUS_SUCCESS;
}

#define cublasLtMatmulDescOpaque_t wlblaslt::matmul_desc
#define cublasLtMatrixLayoutOpaque_t wlblaslt::matrix_layout
#define cublasLtMatmulPreferenceOpaque_t wlblaslt::matmul_preference
#define cublasLtMatmulDescInit wlblaslt::matmul_desc_init
#define cublasLtMatrixLayoutInit wlblaslt::matrix_layout_init
#define cublasLtMatmulPreferenceInit wlblaslt::matmul_preference_init
#endif

#endif
