// Level 2: matrix with vector.
#pragma once
#include "libraries/blas/check.h"
#include "libraries/common/lapack.h"

namespace wavelift::libraries::operation {

// Element (i, j) of the triangle that `uplo` names, packed column by column.
inline int64_t packed(hipblasFillMode_t uplo, int64_t n, int64_t i, int64_t j) {
  return uplo == HIPBLAS_FILL_MODE_UPPER ? i + j * (j + 1) / 2 : i + j * (2 * n - j - 1) / 2;
}
// f(i, j) for the elements of a triangle.
template <class F> void each_of_triangle(hipblasFillMode_t uplo, int64_t n, F&& f) {
  for (int64_t j = 0; j < n; ++j) {
    int64_t begin = uplo == HIPBLAS_FILL_MODE_UPPER ? 0 : j, end = uplo == HIPBLAS_FILL_MODE_UPPER ? j + 1 : n;
    for (int64_t i = begin; i < end; ++i) f(i, j);
  }
}

// y = beta y, for products that leave the matrix unread.
template <class T> void scale_vector(int64_t n, T beta, T* y, int64_t incy) {
  if (beta == T(0)) return clear(n, y, incy);
  y = first(y, n, incy);
  for (int64_t i = 0; i < n; ++i) y[i * incy] *= beta;
}

template <class T>
hipblasStatus_t gemv(Tag<T>, hipblasOperation_t trans, int m, int n, const T* alpha, const T* a, int lda, const T* x,
                     int incx, const T* beta, T* y, int incy) {
  WL_ENUM(trans);
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && incx && incy);
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && y);
  int64_t size = trans == HIPBLAS_OP_N ? m : n;
  if (*alpha == T(0)) return scale_vector(size, *beta, y, incy), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && x);
  if (*beta == T(0)) clear(size, y, incy);
  Blas<T>::gemv(CblasColMajor, cblas(trans), m, n, scalar(*alpha), a, lda, x, incx, scalar(*beta), y, incy);
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T>
hipblasStatus_t gbmv(Tag<T>, hipblasOperation_t trans, int m, int n, int kl, int ku, const T* alpha, const T* a, int lda,
                     const T* x, int incx, const T* beta, T* y, int incy) {
  WL_ENUM(trans);
  WL_NEED(m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx && incy);
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && y);
  int64_t size = trans == HIPBLAS_OP_N ? m : n;
  if (*alpha == T(0)) return scale_vector(size, *beta, y, incy), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && x);
  if (*beta == T(0)) clear(size, y, incy);
  Blas<T>::gbmv(CblasColMajor, cblas(trans), m, n, kl, ku, scalar(*alpha), a, lda, x, incx, scalar(*beta), y, incy);
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T, class F>
hipblasStatus_t rank_one(F product, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda) {
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && incx && incy);
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha);
  if (*alpha == T(0)) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y && a);
  product(CblasColMajor, m, n, scalar(*alpha), x, incx, y, incy, a, lda);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
hipblasStatus_t geru(Tag<T>, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda) {
  return rank_one(Blas<T>::geru, m, n, alpha, x, incx, y, incy, a, lda);
}
template <class T>
hipblasStatus_t gerc(Tag<T>, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda) {
  return rank_one(Blas<T>::gerc, m, n, alpha, x, incx, y, incy, a, lda);
}

// Symmetric and Hermitian products share their shape: checks, alpha = 0, beta = 0, then the routine itself.
template <class T, class F>
hipblasStatus_t symmetric_product(hipblasFillMode_t uplo, int n, bool shape, const T* alpha, const T* a, const T* x, int incx,
                                  const T* beta, T* y, int incy, F&& product) {
  WL_ENUM(uplo);
  WL_NEED(n >= 0 && shape && incx && incy);
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && y);
  if (*alpha == T(0)) return scale_vector(n, *beta, y, incy), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && x);
  if (*beta == T(0)) clear(n, y, incy);
  product();
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
hipblasStatus_t hbmv(Tag<T>, hipblasFillMode_t uplo, int n, int k, const T* alpha, const T* a, int lda, const T* x, int incx,
                     const T* beta, T* y, int incy) {
  return symmetric_product(uplo, n, k >= 0 && lda >= k + 1, alpha, a, x, incx, beta, y, incy, [&] {
    Blas<T>::hbmv(CblasColMajor, cblas(uplo), n, k, scalar(*alpha), a, lda, x, incx, scalar(*beta), y, incy);
  });
}
template <class T>
hipblasStatus_t hemv(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* a, int lda, const T* x, int incx,
                     const T* beta, T* y, int incy) {
  return symmetric_product(uplo, n, lda >= std::max(1, n), alpha, a, x, incx, beta, y, incy, [&] {
    Blas<T>::hemv(CblasColMajor, cblas(uplo), n, scalar(*alpha), a, lda, x, incx, scalar(*beta), y, incy);
  });
}
template <class T>
hipblasStatus_t hpmv(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* a, const T* x, int incx, const T* beta,
                     T* y, int incy) {
  return symmetric_product(uplo, n, true, alpha, a, x, incx, beta, y, incy, [&] {
    Blas<T>::hpmv(CblasColMajor, cblas(uplo), n, scalar(*alpha), a, x, incx, scalar(*beta), y, incy);
  });
}
inline void symmetric_complex(const char* uplo, int n, const c32* alpha, const c32* a, int lda, const c32* x, int incx,
                              const c32* beta, c32* y, int incy) {
  csymv_(uplo, &n, alpha, a, &lda, x, &incx, beta, y, &incy, 1);
}
inline void symmetric_complex(const char* uplo, int n, const c64* alpha, const c64* a, int lda, const c64* x, int incx,
                              const c64* beta, c64* y, int incy) {
  zsymv_(uplo, &n, alpha, a, &lda, x, &incx, beta, y, &incy, 1);
}
template <class T>
hipblasStatus_t symv(Tag<T> tag, hipblasFillMode_t uplo, int n, const T* alpha, const T* a, int lda, const T* x, int incx,
                     const T* beta, T* y, int incy) {
  if constexpr (is_complex<T>)
    return symmetric_product(uplo, n, lda >= std::max(1, n), alpha, a, x, incx, beta, y, incy, [&] {
      symmetric_complex(uplo == HIPBLAS_FILL_MODE_UPPER ? "U" : "L", n, alpha, a, lda, x, incx, beta, y, incy);
    });
  else
    return hemv(tag, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

// Updates of rank one and two of a symmetric matrix; `a` is the matrix, f adds to it.
template <class A, class T, class F>
hipblasStatus_t symmetric_update(hipblasFillMode_t uplo, int n, bool shape, const A* alpha, const T* x, int incx, const T* a,
                                 F&& f) {
  WL_ENUM(uplo);
  WL_NEED(n >= 0 && shape && incx);
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha);
  if (*alpha == A(0)) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && a);
  f();
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
hipblasStatus_t her(Tag<T>, hipblasFillMode_t uplo, int n, const real_of<T>* alpha, const T* x, int incx, T* a, int lda) {
  return symmetric_update(uplo, n, lda >= std::max(1, n), alpha, x, incx, a,
                          [&] { Blas<T>::her(CblasColMajor, cblas(uplo), n, *alpha, x, incx, a, lda); });
}
template <class T>
hipblasStatus_t hpr(Tag<T>, hipblasFillMode_t uplo, int n, const real_of<T>* alpha, const T* x, int incx, T* a) {
  return symmetric_update(uplo, n, true, alpha, x, incx, a,
                          [&] { Blas<T>::hpr(CblasColMajor, cblas(uplo), n, *alpha, x, incx, a); });
}
template <class T>
hipblasStatus_t syr(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, T* a, int lda) {
  return symmetric_update(uplo, n, lda >= std::max(1, n), alpha, x, incx, a, [&] {
    const T* v = first(x, n, incx);
    each_of_triangle(uplo, n, [&](int64_t i, int64_t j) { a[i + j * lda] += v[i * incx] * (*alpha * v[j * incx]); });
  });
}
template <class T>
hipblasStatus_t spr(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, T* a) {
  return symmetric_update(uplo, n, true, alpha, x, incx, a, [&] {
    const T* v = first(x, n, incx);
    each_of_triangle(uplo, n,
                     [&](int64_t i, int64_t j) { a[packed(uplo, n, i, j)] += v[i * incx] * (*alpha * v[j * incx]); });
  });
}
template <class T>
hipblasStatus_t her2(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a,
                     int lda) {
  return symmetric_update(uplo, n, lda >= std::max(1, n) && incy && (n == 0 || y), alpha, x, incx, a, [&] {
    Blas<T>::her2(CblasColMajor, cblas(uplo), n, scalar(*alpha), x, incx, y, incy, a, lda);
  });
}
template <class T>
hipblasStatus_t hpr2(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a) {
  return symmetric_update(uplo, n, incy && (n == 0 || y), alpha, x, incx, a, [&] {
    Blas<T>::hpr2(CblasColMajor, cblas(uplo), n, scalar(*alpha), x, incx, y, incy, a);
  });
}
template <class T>
hipblasStatus_t syr2(Tag<T>, hipblasFillMode_t uplo, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a,
                     int lda) {
  return symmetric_update(uplo, n, lda >= std::max(1, n) && incy && (n == 0 || y), alpha, x, incx, a, [&] {
    const T *v = first(x, n, incx), *w = first(y, n, incy);
    each_of_triangle(uplo, n, [&](int64_t i, int64_t j) {
      a[i + j * lda] += v[i * incx] * (*alpha * w[j * incy]) + w[i * incy] * (*alpha * v[j * incx]);
    });
  });
}

// Triangular products and solutions, in place.
template <class T, class F>
hipblasStatus_t triangular(hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, bool shape,
                           const T* a, T* x, int incx, F&& f) {
  WL_ENUM(uplo, trans, diag);
  WL_NEED(n >= 0 && shape && incx);
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && x);
  f();
  return HIPBLAS_STATUS_SUCCESS;
}
#define WL_TRIANGULAR(name)                                                                                  \
  template <class T>                                                                                         \
  hipblasStatus_t name(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, \
                       const T* a, int lda, T* x, int incx) {                                                \
    return triangular(uplo, trans, diag, n, lda >= std::max(1, n), a, x, incx, [&] {                         \
      Blas<T>::name(CblasColMajor, cblas(uplo), cblas(trans), cblas(diag), n, a, lda, x, incx);              \
    });                                                                                                      \
  }
#define WL_TRIANGULAR_BAND(name)                                                                             \
  template <class T>                                                                                         \
  hipblasStatus_t name(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, int k, \
                       const T* a, int lda, T* x, int incx) {                                                \
    return triangular(uplo, trans, diag, n, k >= 0 && lda >= k + 1, a, x, incx, [&] {                        \
      Blas<T>::name(CblasColMajor, cblas(uplo), cblas(trans), cblas(diag), n, k, a, lda, x, incx);           \
    });                                                                                                      \
  }
#define WL_TRIANGULAR_PACKED(name)                                                                           \
  template <class T>                                                                                         \
  hipblasStatus_t name(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag, int n, \
                       const T* a, T* x, int incx) {                                                         \
    return triangular(uplo, trans, diag, n, true, a, x, incx, [&] {                                          \
      Blas<T>::name(CblasColMajor, cblas(uplo), cblas(trans), cblas(diag), n, a, x, incx);                   \
    });                                                                                                      \
  }
WL_TRIANGULAR(trmv)
WL_TRIANGULAR(trsv)
WL_TRIANGULAR_BAND(tbmv)
WL_TRIANGULAR_BAND(tbsv)
WL_TRIANGULAR_PACKED(tpmv)
WL_TRIANGULAR_PACKED(tpsv)
#undef WL_TRIANGULAR
#undef WL_TRIANGULAR_BAND
#undef WL_TRIANGULAR_PACKED

}  // namespace wavelift::libraries::operation
