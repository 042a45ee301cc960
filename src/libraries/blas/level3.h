// Level 3: matrix with matrix.
#pragma once
#include "libraries/blas/check.h"
#include "libraries/blas/level2.h"
#include "libraries/common/mixed_gemm.h"
#include <vector>

namespace wavelift::libraries::operation {

// C = beta C for products that leave A and B unread.
template <class T> void scale_matrix(int64_t m, int64_t n, T beta, T* c, int64_t ld) {
  if (beta == T(0)) return clear(m, n, c, ld);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) c[i + j * ld] *= beta;
}
template <class T, class A> void scale_triangle(hipblasFillMode_t uplo, int64_t n, A beta, T* c, int64_t ld) {
  if (beta == A(0)) return clear(uplo, n, c, ld);
  each_of_triangle(uplo, n, [&](int64_t i, int64_t j) { c[i + j * ld] *= beta; });
}
// A Hermitian matrix's diagonal has no imaginary part, whatever was stored.
template <class T> void make_diagonal_real(int64_t n, T* c, int64_t ld) {
  for (int64_t i = 0; i < n; ++i) c[i * (ld + 1)] = c[i * (ld + 1)].real();
}

inline bool leading(hipblasOperation_t op, int rows, int cols, int ld) {
  return ld >= std::max(1, op == HIPBLAS_OP_N ? rows : cols);
}

template <class T>
hipblasStatus_t gemm(Tag<T>, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k, const T* alpha, const T* a,
                     int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  WL_ENUM(ta, tb);
  WL_NEED(m >= 0 && n >= 0 && k >= 0 && leading(ta, m, k, lda) && leading(tb, k, n, ldb) && ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && c);
  if (k == 0 || *alpha == T(0)) return scale_matrix(m, n, *beta, c, ldc), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && b);
  if (*beta == T(0)) clear(m, n, c, ldc);
  Blas<T>::gemm(CblasColMajor, cblas(ta), cblas(tb), m, n, k, scalar(*alpha), a, lda, b, ldb, scalar(*beta), c, ldc);
  return HIPBLAS_STATUS_SUCCESS;
}
// Halves: sums in float, one rounding at the end.
inline hipblasStatus_t gemm(Tag<hipblasHalf>, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k,
                            const hipblasHalf* alpha, const hipblasHalf* a, int lda, const hipblasHalf* b, int ldb,
                            const hipblasHalf* beta, hipblasHalf* c, int ldc) {
  WL_ENUM(ta, tb);
  WL_NEED(m >= 0 && n >= 0 && k >= 0 && leading(ta, m, k, lda) && leading(tb, k, n, ldb) && ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && c);
  const float by = *reinterpret_cast<const f16*>(alpha), old = *reinterpret_cast<const f16*>(beta);
  f16* to = reinterpret_cast<f16*>(c);
  auto product = room<float>(static_cast<size_t>(m) * static_cast<size_t>(n));
  if (k == 0 || by == 0) {
    std::fill_n(product.get(), int64_t(m) * n, 0.0f);
  } else {
    WL_NEED(a && b);
    multiply<float>({ta, tb, m, n, k, a, HIP_R_16F, lda, b, HIP_R_16F, ldb}, product.get(), by);
  }
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      float sum = product[static_cast<size_t>(i + j * m)];
      f16& at = to[i + j * ldc];
      at = static_cast<f16>(old == 0 ? sum : sum + old * static_cast<float>(at));
    }
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T, class F>
hipblasStatus_t symmetric_times(F product, hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const T* alpha,
                                const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  WL_ENUM(side, uplo);
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, side == HIPBLAS_SIDE_LEFT ? m : n) && ldb >= std::max(1, m) &&
          ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && c);
  if (*alpha == T(0)) return scale_matrix(m, n, *beta, c, ldc), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && b);
  if (*beta == T(0)) clear(m, n, c, ldc);
  product(CblasColMajor, cblas(side), cblas(uplo), m, n, scalar(*alpha), a, lda, b, ldb, scalar(*beta), c, ldc);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
hipblasStatus_t symm(Tag<T>, hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const T* alpha, const T* a, int lda,
                     const T* b, int ldb, const T* beta, T* c, int ldc) {
  return symmetric_times(Blas<T>::symm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <class T>
hipblasStatus_t hemm(Tag<T>, hipblasSideMode_t side, hipblasFillMode_t uplo, int m, int n, const T* alpha, const T* a, int lda,
                     const T* b, int ldb, const T* beta, T* c, int ldc) {
  return symmetric_times(Blas<T>::hemm, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

// Rank-k updates of a triangle: `is_hermitian` says which transposition is the matrix's own, `f` does the update.
template <class T, class A, class B, class F>
hipblasStatus_t rank_update(bool is_hermitian, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const A* alpha,
                            const T* a, int lda, const T* b, int ldb, const B* beta, T* c, int ldc, F&& f) {
  WL_ENUM(uplo, trans);
  if (is_complex<T> && trans == (is_hermitian ? HIPBLAS_OP_T : HIPBLAS_OP_C)) return HIPBLAS_STATUS_INVALID_VALUE;
  WL_NEED(n >= 0 && k >= 0 && leading(trans, n, k, lda) && leading(trans, n, k, ldb) && ldc >= std::max(1, n));
  if (n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && c);
  if (k == 0 || *alpha == A(0)) {
    if (*beta == B(1)) return HIPBLAS_STATUS_SUCCESS;
    scale_triangle(uplo, n, *beta, c, ldc);
  } else {
    WL_NEED(a && b);
    if (*beta == B(0)) clear(uplo, n, c, ldc);
    f();
  }
  if constexpr (is_complex<T>)
    if (is_hermitian) make_diagonal_real(n, c, ldc);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
hipblasStatus_t syrk(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const T* alpha, const T* a, int lda,
                     const T* beta, T* c, int ldc) {
  return rank_update(false, uplo, trans, n, k, alpha, a, lda, a, lda, beta, c, ldc, [&] {
    Blas<T>::syrk(CblasColMajor, cblas(uplo), cblas(trans), n, k, scalar(*alpha), a, lda, scalar(*beta), c, ldc);
  });
}
template <class T>
hipblasStatus_t herk(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const real_of<T>* alpha, const T* a,
                     int lda, const real_of<T>* beta, T* c, int ldc) {
  return rank_update(true, uplo, trans, n, k, alpha, a, lda, a, lda, beta, c, ldc, [&] {
    Blas<T>::herk(CblasColMajor, cblas(uplo), cblas(trans), n, k, *alpha, a, lda, *beta, c, ldc);
  });
}
template <class T>
hipblasStatus_t syr2k(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const T* alpha, const T* a,
                      int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  return rank_update(false, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc, [&] {
    Blas<T>::syr2k(CblasColMajor, cblas(uplo), cblas(trans), n, k, scalar(*alpha), a, lda, b, ldb, scalar(*beta), c, ldc);
  });
}
template <class T>
hipblasStatus_t her2k(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const T* alpha, const T* a,
                      int lda, const T* b, int ldb, const real_of<T>* beta, T* c, int ldc) {
  return rank_update(true, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc, [&] {
    Blas<T>::her2k(CblasColMajor, cblas(uplo), cblas(trans), n, k, scalar(*alpha), a, lda, b, ldb, *beta, c, ldc);
  });
}
// The triangle of a product that the caller knows to be symmetric: alpha op(A) op(B)^T (or ^H) + beta C.
template <class T, class B>
void add_product_to_triangle(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, hipblasFillMode_t uplo, int n, int k, const T* alpha,
                             const T* a, int lda, const T* b, int ldb, B beta, T* c, int ldc) {
  std::vector<T> product(static_cast<size_t>(n) * static_cast<size_t>(n));
  const T zero(0);
  Blas<T>::gemm(CblasColMajor, ta, tb, n, n, k, scalar(*alpha), a, lda, b, ldb, scalar(zero), product.data(), n);
  each_of_triangle(uplo, n, [&](int64_t i, int64_t j) {
    T& at = c[i + j * ldc];
    at = product[static_cast<size_t>(i + j * n)] + beta * at;
  });
}
template <class T>
hipblasStatus_t syrkx(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const T* alpha, const T* a,
                      int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  bool plain = trans == HIPBLAS_OP_N;
  return rank_update(false, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc, [&] {
    add_product_to_triangle(plain ? CblasNoTrans : CblasTrans, plain ? CblasTrans : CblasNoTrans, uplo, n, k, alpha, a, lda,
                            b, ldb, *beta, c, ldc);
  });
}
template <class T>
hipblasStatus_t herkx(Tag<T>, hipblasFillMode_t uplo, hipblasOperation_t trans, int n, int k, const T* alpha, const T* a,
                      int lda, const T* b, int ldb, const real_of<T>* beta, T* c, int ldc) {
  bool plain = trans == HIPBLAS_OP_N;
  return rank_update(true, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc, [&] {
    add_product_to_triangle(plain ? CblasNoTrans : CblasConjTrans, plain ? CblasConjTrans : CblasNoTrans, uplo, n, k, alpha,
                            a, lda, b, ldb, *beta, c, ldc);
  });
}

// alpha op(A) + beta op(B); a matrix whose factor is 0 is not read.
template <class T>
hipblasStatus_t geam(Tag<T>, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, const T* alpha, const T* a, int lda,
                     const T* beta, const T* b, int ldb, T* c, int ldc) {
  WL_ENUM(ta, tb);
  WL_NEED(m >= 0 && n >= 0 && leading(ta, m, n, lda) && leading(tb, m, n, ldb) && ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && c && (*alpha == T(0) || a) && (*beta == T(0) || b));
  WL_NEED((c != a || (lda == ldc && ta == HIPBLAS_OP_N)) && (c != b || (ldb == ldc && tb == HIPBLAS_OP_N)));
  auto element = [](hipblasOperation_t op, const T* x, int64_t ld, int64_t i, int64_t j) {
    return op == HIPBLAS_OP_N ? x[i + j * ld] : op == HIPBLAS_OP_T ? x[j + i * ld] : conj_of(x[j + i * ld]);
  };
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      T sum = *alpha == T(0) ? T(0) : *alpha * element(ta, a, lda, i, j);
      if (*beta != T(0)) sum += *beta * element(tb, b, ldb, i, j);
      c[i + j * ldc] = sum;
    }
  return HIPBLAS_STATUS_SUCCESS;
}

// Out of place, as hipBLAS 3 has it; C may be B.
template <class T>
hipblasStatus_t trmm(Tag<T>, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
                     int m, int n, const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc) {
  WL_ENUM(side, uplo, trans, diag);
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, side == HIPBLAS_SIDE_LEFT ? m : n) && ldb >= std::max(1, m) &&
          ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && c);
  if (*alpha == T(0)) return clear(m, n, c, ldc), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && b && (b != c || ldb == ldc));
  if (b != c)
    for (int64_t j = 0; j < n; ++j) std::copy_n(b + j * ldb, m, c + j * ldc);
  Blas<T>::trmm(CblasColMajor, cblas(side), cblas(uplo), cblas(trans), cblas(diag), m, n, scalar(*alpha), a, lda, c, ldc);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T>
hipblasStatus_t trsm(Tag<T>, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans, hipblasDiagType_t diag,
                     int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {
  WL_ENUM(side, uplo, trans, diag);
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, side == HIPBLAS_SIDE_LEFT ? m : n) && ldb >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && b);
  if (*alpha == T(0)) return clear(m, n, b, ldb), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a);
  Blas<T>::trsm(CblasColMajor, cblas(side), cblas(uplo), cblas(trans), cblas(diag), m, n, scalar(*alpha), a, lda, b, ldb);
  return HIPBLAS_STATUS_SUCCESS;
}

// diag(x) A or A diag(x).
template <class T>
hipblasStatus_t dgmm(Tag<T>, hipblasSideMode_t side, int m, int n, const T* a, int lda, const T* x, int incx, T* c, int ldc) {
  WL_ENUM(side);
  WL_NEED(m >= 0 && n >= 0 && lda >= std::max(1, m) && ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(a && x && c);
  bool left = side == HIPBLAS_SIDE_LEFT;
  const T* d = first(x, left ? m : n, incx);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) c[i + j * ldc] = a[i + j * lda] * d[(left ? i : j) * incx];
  return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace wavelift::libraries::operation
