// What the operations of all levels share: checks that end in hipBLAS's statuses, CBLAS's enumerations, clearing.
#pragma once
#include "libraries/common/blas.h"
#include <algorithm>
#include <hipblas/hipblas.h>

// Leaves the operation with the status unless the condition holds.
#define WL_NEED(condition)                                                                                   \
  if (!(condition)) return HIPBLAS_STATUS_INVALID_VALUE
#define WL_ENUM(...)                                                                                         \
  if (!are_known(__VA_ARGS__)) return HIPBLAS_STATUS_INVALID_ENUM

namespace wavelift::libraries::operation {

inline bool is_known(hipblasOperation_t x) { return x >= HIPBLAS_OP_N && x <= HIPBLAS_OP_C; }
inline bool is_known(hipblasFillMode_t x) { return x == HIPBLAS_FILL_MODE_UPPER || x == HIPBLAS_FILL_MODE_LOWER; }
inline bool is_known(hipblasDiagType_t x) { return x == HIPBLAS_DIAG_UNIT || x == HIPBLAS_DIAG_NON_UNIT; }
inline bool is_known(hipblasSideMode_t x) { return x == HIPBLAS_SIDE_LEFT || x == HIPBLAS_SIDE_RIGHT; }
template <class... E> bool are_known(E... e) { return (is_known(e) && ...); }

// CBLAS has the same values.
static_assert(static_cast<int>(HIPBLAS_OP_C) == CblasConjTrans && static_cast<int>(HIPBLAS_FILL_MODE_LOWER) == CblasLower &&
              static_cast<int>(HIPBLAS_DIAG_UNIT) == CblasUnit && static_cast<int>(HIPBLAS_SIDE_RIGHT) == CblasRight);
inline CBLAS_TRANSPOSE cblas(hipblasOperation_t x) { return static_cast<CBLAS_TRANSPOSE>(x); }
inline CBLAS_UPLO cblas(hipblasFillMode_t x) { return static_cast<CBLAS_UPLO>(x); }
inline CBLAS_DIAG cblas(hipblasDiagType_t x) { return static_cast<CBLAS_DIAG>(x); }
inline CBLAS_SIDE cblas(hipblasSideMode_t x) { return static_cast<CBLAS_SIDE>(x); }

// The first element of a vector as BLAS stores it: with a negative increment it begins at the far end.
template <class T> T* first(T* x, int64_t n, int64_t inc) { return inc < 0 ? x + (1 - n) * inc : x; }

// With beta = 0 the output's old values do not count, not even NaN; so they are cleared before a product adds to them.
template <class T> void clear(int64_t n, T* y, int64_t inc) {
  T* p = first(y, n, inc);
  for (int64_t i = 0; i < n; ++i) p[i * inc] = T(0);
}
template <class T> void clear(int64_t m, int64_t n, T* c, int64_t ld) {
  for (int64_t j = 0; j < n; ++j) std::fill_n(c + j * ld, m, T(0));
}
template <class T> void clear(hipblasFillMode_t uplo, int64_t n, T* c, int64_t ld) {
  for (int64_t j = 0; j < n; ++j)
    if (uplo == HIPBLAS_FILL_MODE_UPPER)
      std::fill_n(c + j * ld, j + 1, T(0));
    else
      std::fill_n(c + j * ld + j, n - j, T(0));
}

}  // namespace wavelift::libraries::operation
