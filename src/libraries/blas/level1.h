// Level 1: operations on vectors. A size of 0 or less does nothing; a result is then 0.
#pragma once
#include "libraries/blas/check.h"
#include <cmath>

namespace wavelift::libraries::operation {

template <class T, class A> hipblasStatus_t scale(int n, const A* alpha, T* x, int incx) {
  if (n <= 0 || incx <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && x);
  const A a = *alpha;
  for (int64_t i = 0; i < n; ++i) x[i * incx] *= a;
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t scal(Tag<T>, int n, const T* alpha, T* x, int incx) { return scale(n, alpha, x, incx); }
template <class T, class R> hipblasStatus_t rscal(Tag<T>, int n, const R* alpha, T* x, int incx) {
  return scale(n, alpha, x, incx);
}

template <class T> hipblasStatus_t axpy(Tag<T>, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha);
  const auto a = as<sum_of<T>>(*alpha);
  if (a == sum_of<T>(0)) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y);
  x = first(x, n, incx);
  y = first(y, n, incy);
  for (int64_t i = 0; i < n; ++i)
    y[i * incy] = as<T>(a * as<sum_of<T>>(x[i * incx]) + as<sum_of<T>>(y[i * incy]));
  return HIPBLAS_STATUS_SUCCESS;
}
// hipBLAS's half has no arithmetic of its own.
inline hipblasStatus_t axpy(Tag<hipblasHalf>, int n, const hipblasHalf* alpha, const hipblasHalf* x, int incx,
                            hipblasHalf* y, int incy) {
  return axpy(Tag<f16>{}, n, reinterpret_cast<const f16*>(alpha), reinterpret_cast<const f16*>(x), incx,
              reinterpret_cast<f16*>(y), incy);
}

template <class T> hipblasStatus_t copy(Tag<T>, int n, const T* x, int incx, T* y, int incy) {
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y);
  x = first(x, n, incx);
  y = first(y, n, incy);
  for (int64_t i = 0; i < n; ++i) y[i * incy] = x[i * incx];
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T> hipblasStatus_t swap(Tag<T>, int n, T* x, int incx, T* y, int incy) {
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y);
  x = first(x, n, incx);
  y = first(y, n, incy);
  for (int64_t i = 0; i < n; ++i) std::swap(x[i * incx], y[i * incy]);
  return HIPBLAS_STATUS_SUCCESS;
}

// The sum of x[i] y[i], with x conjugated or not.
template <bool conjugated, class T> sum_of<T> dot_product(int n, const T* x, int incx, const T* y, int incy) {
  if constexpr (is_complex<T>) {
    T sum;
    (conjugated ? Blas<T>::dotc : Blas<T>::dotu)(n, x, incx, y, incy, &sum);
    return sum;
  } else {
    x = first(x, n, incx);
    y = first(y, n, incy);
    // Partial sums of blocks keep a long sum exact to float's last bits, as a GPU's tree of sums does.
    double total = 0;
    for (int64_t begin = 0; begin < n; begin += 1024) {
      const int64_t count = std::min<int64_t>(n - begin, 1024);
      const T *from = x + begin * incx, *with = y + begin * incy;
      if constexpr (std::is_same_v<T, sum_of<T>>) {
        // BLAS wants the lowest address, wherever the first element is.
        total += Blas<T>::dot(static_cast<int>(count), from + (incx < 0 ? (count - 1) * incx : 0), incx,
                              with + (incy < 0 ? (count - 1) * incy : 0), incy);
      } else {
        float part = 0;
        for (int64_t i = 0; i < count; ++i) part += as<float>(from[i * incx]) * as<float>(with[i * incy]);
        total += part;
      }
    }
    return static_cast<sum_of<T>>(total);
  }
}
template <bool conjugated, class T> hipblasStatus_t dot_any(int n, const T* x, int incx, const T* y, int incy, T* result) {
  WL_NEED(result);
  if (n <= 0) return *result = as<T>(sum_of<T>(0)), HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y);
  *result = as<T>(dot_product<conjugated>(n, x, incx, y, incy));
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t dot(Tag<T>, int n, const T* x, int incx, const T* y, int incy, T* result) {
  return dot_any<false>(n, x, incx, y, incy, result);
}
template <class T> hipblasStatus_t dotc(Tag<T>, int n, const T* x, int incx, const T* y, int incy, T* result) {
  return dot_any<true>(n, x, incx, y, incy, result);
}
inline hipblasStatus_t dot(Tag<hipblasHalf>, int n, const hipblasHalf* x, int incx, const hipblasHalf* y, int incy,
                           hipblasHalf* result) {
  return dot_any<false>(n, reinterpret_cast<const f16*>(x), incx, reinterpret_cast<const f16*>(y), incy,
                        reinterpret_cast<f16*>(result));
}
inline hipblasStatus_t dot(Tag<hipblasBfloat16>, int n, const hipblasBfloat16* x, int incx, const hipblasBfloat16* y,
                           int incy, hipblasBfloat16* result) {
  return dot_any<false>(n, reinterpret_cast<const bf16*>(x), incx, reinterpret_cast<const bf16*>(y), incy,
                        reinterpret_cast<bf16*>(result));
}

template <class T> hipblasStatus_t asum(Tag<T>, int n, const T* x, int incx, real_of<T>* result) {
  WL_NEED(result);
  if (n <= 0 || incx <= 0) return *result = 0, HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x);
  *result = Blas<T>::asum(n, x, incx);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t nrm2(Tag<T>, int n, const T* x, int incx, real_of<T>* result) {
  WL_NEED(result);
  if (n <= 0 || incx <= 0) return *result = 0, HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x);
  *result = Blas<T>::nrm2(n, x, incx);
  return HIPBLAS_STATUS_SUCCESS;
}

template <class T> real_of<T> size_for_index(T x) {
  if constexpr (is_complex<T>)
    return std::abs(x.real()) + std::abs(x.imag());
  else
    return std::abs(x);
}
// The first index, counted from 1, of the largest (or smallest) element; 0 for an empty vector.
template <bool largest, class T, class I> hipblasStatus_t index_of(int n, const T* x, int incx, I* result) {
  WL_NEED(result);
  if (n <= 0 || incx <= 0) return *result = 0, HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x);
  int64_t best = 0;
  for (int64_t i = 1; i < n; ++i) {
    auto a = size_for_index(x[i * incx]), b = size_for_index(x[best * incx]);
    if (largest ? a > b : a < b) best = i;
  }
  *result = static_cast<I>(best + 1);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T, class I> hipblasStatus_t amax(Tag<T>, int n, const T* x, int incx, I* result) {
  return index_of<true>(n, x, incx, result);
}
template <class T, class I> hipblasStatus_t amin(Tag<T>, int n, const T* x, int incx, I* result) {
  return index_of<false>(n, x, incx, result);
}

template <class T, class R, class S>
hipblasStatus_t rot(Tag<T>, int n, T* x, int incx, T* y, int incy, const R* c, const S* s) {
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y && c && s);
  x = first(x, n, incx);
  y = first(y, n, incy);
  const R cosine = *c;
  const S sine = *s;
  for (int64_t i = 0; i < n; ++i) {
    const T a = x[i * incx], b = y[i * incy];
    x[i * incx] = cosine * a + sine * b;
    y[i * incy] = cosine * b - conj_of(sine) * a;
  }
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t rotg(Tag<T>, T* a, T* b, real_of<T>* c, T* s) {
  WL_NEED(a && b && c && s);
  Blas<T>::rotg(a, b, c, s);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t rotm(Tag<T>, int n, T* x, int incx, T* y, int incy, const T* param) {
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y && param);
  Blas<T>::rotm(n, x, incx, y, incy, param);
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t rotmg(Tag<T>, T* d1, T* d2, T* x1, const T* y1, T* param) {
  WL_NEED(d1 && d2 && x1 && y1 && param);
  Blas<T>::rotmg(d1, d2, x1, *y1, param);
  return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace wavelift::libraries::operation
