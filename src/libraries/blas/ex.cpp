// The routines whose types are named at run time: GemmEx, TrsmEx, AxpyEx, DotEx, DotcEx, Nrm2Ex, RotEx, ScalEx.
#include "libraries/blas/define.h"
#include "libraries/blas/level1.h"
#include "libraries/blas/level3.h"
#include "libraries/common/mixed_gemm.h"

using namespace wavelift::libraries;

namespace wavelift::libraries::operation {
namespace {

constexpr hipblasStatus_t not_supported = HIPBLAS_STATUS_NOT_SUPPORTED;

// C = product + beta C, in S, rounded to C's type.
template <class S> hipblasStatus_t store(const S* product, int64_t m, int64_t n, S beta, void* c, hipDataType type, int64_t ldc) {
  return with_any(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (is_complex<T> != is_complex<S>) {
      return not_supported;
    } else {
      T* to = static_cast<T*>(c);
      for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i) {
          S sum = product[i + j * m];
          T& at = to[i + j * ldc];
          if (beta != S(0)) sum += beta * as<S>(at);
          at = as<T>(sum);
        }
      return HIPBLAS_STATUS_SUCCESS;
    }
  }, not_supported);
}

// A is the type of alpha and beta.
template <class S, class A>
hipblasStatus_t mixed(const MixedGemm& g, const void* alpha, const void* beta, void* c, hipDataType type, int64_t ldc) {
  const S by = as<S>(*static_cast<const A*>(alpha)), old = as<S>(*static_cast<const A*>(beta));
  // Nothing is converted at the end: OpenBLAS writes C itself.
  if constexpr (std::is_same_v<S, A>) {
    bool same = with_any(type, [](auto tag) { return std::is_same_v<typename decltype(tag)::type, S>; }, false);
    if (same && g.a_type == type && g.b_type == type)
      return gemm(Tag<S>{}, g.op_a, g.op_b, static_cast<int>(g.m), static_cast<int>(g.n), static_cast<int>(g.k), &by,
                  static_cast<const S*>(g.a), static_cast<int>(g.lda), static_cast<const S*>(g.b), static_cast<int>(g.ldb),
                  &old, static_cast<S*>(c), static_cast<int>(ldc));
  }
  auto product = room<S>(static_cast<size_t>(g.m * g.n));
  if (by == S(0) || g.k == 0)
    std::fill_n(product.get(), g.m * g.n, S(0));
  else if (!g.a || !g.b)
    return HIPBLAS_STATUS_INVALID_VALUE;
  else if (!multiply<S>(g, product.get(), by))
    return not_supported;
  return store(product.get(), g.m, g.n, old, c, type, ldc);
}

// 8-bit integers to 32 bits, which wrap around.
hipblasStatus_t integers(const MixedGemm& g, const void* alpha, const void* beta, void* c, int64_t ldc) {
  const int64_t by = *static_cast<const int32_t*>(alpha), old = *static_cast<const int32_t*>(beta);
  auto product = room<double>(static_cast<size_t>(g.m * g.n));
  if (by == 0 || g.k == 0)
    std::fill_n(product.get(), g.m * g.n, 0.0);
  else if (!g.a || !g.b)
    return HIPBLAS_STATUS_INVALID_VALUE;
  else
    multiply<double>(g, product.get());
  int32_t* to = static_cast<int32_t*>(c);
  for (int64_t j = 0; j < g.n; ++j)
    for (int64_t i = 0; i < g.m; ++i) {
      auto sum = static_cast<uint64_t>(by) * static_cast<uint64_t>(static_cast<int64_t>(product[static_cast<size_t>(i + j * g.m)]));
      int32_t& at = to[i + j * ldc];
      if (old) sum += static_cast<uint64_t>(old) * static_cast<uint64_t>(static_cast<int64_t>(at));
      at = static_cast<int32_t>(static_cast<uint32_t>(sum));
    }
  return HIPBLAS_STATUS_SUCCESS;
}

bool is_one_of(hipDataType type, std::initializer_list<hipDataType> list) { return std::ranges::find(list, type) != list.end(); }

// Which element types a compute type takes, as rocBLAS documents them.
hipblasStatus_t product(const MixedGemm& g, const void* alpha, const void* beta, void* c, hipDataType c_type, int64_t ldc,
                        hipblasComputeType_t compute) {
  bool is_same = g.a_type == c_type && g.b_type == c_type;
  switch (compute) {
  case HIPBLAS_COMPUTE_16F:
  case HIPBLAS_COMPUTE_16F_PEDANTIC:
    return is_same && c_type == HIP_R_16F ? mixed<float, f16>(g, alpha, beta, c, c_type, ldc) : not_supported;
  case HIPBLAS_COMPUTE_32F:
  case HIPBLAS_COMPUTE_32F_PEDANTIC:
  case HIPBLAS_COMPUTE_32F_FAST_16F:
  case HIPBLAS_COMPUTE_32F_FAST_16BF:
  case HIPBLAS_COMPUTE_32F_FAST_TF32:
    if (is_same && c_type == HIP_C_32F) return mixed<c32, c32>(g, alpha, beta, c, c_type, ldc);
    if (g.a_type != g.b_type || !is_one_of(g.a_type, {HIP_R_16F, HIP_R_16BF, HIP_R_32F, HIP_R_8I}) ||
        !is_one_of(c_type, {g.a_type, HIP_R_32F}) || c_type == HIP_R_8I)
      return not_supported;
    return mixed<float, float>(g, alpha, beta, c, c_type, ldc);
  case HIPBLAS_COMPUTE_64F:
  case HIPBLAS_COMPUTE_64F_PEDANTIC:
    if (is_same && c_type == HIP_C_64F) return mixed<c64, c64>(g, alpha, beta, c, c_type, ldc);
    return is_same && c_type == HIP_R_64F ? mixed<double, double>(g, alpha, beta, c, c_type, ldc) : not_supported;
  case HIPBLAS_COMPUTE_32I:
  case HIPBLAS_COMPUTE_32I_PEDANTIC:
    return g.a_type == HIP_R_8I && g.b_type == HIP_R_8I && c_type == HIP_R_32I ? integers(g, alpha, beta, c, ldc)
                                                                               : not_supported;
  default: return HIPBLAS_STATUS_INVALID_ENUM;
  }
}

hipblasStatus_t gemm_ex(Tag<void>, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k, const void* alpha,
                        const void* a, hipDataType a_type, int lda, const void* b, hipDataType b_type, int ldb,
                        const void* beta, void* c, hipDataType c_type, int ldc, hipblasComputeType_t compute,
                        hipblasGemmAlgo_t algorithm) {
  WL_ENUM(ta, tb);
  if (algorithm != HIPBLAS_GEMM_DEFAULT) return HIPBLAS_STATUS_INVALID_ENUM;
  WL_NEED(m >= 0 && n >= 0 && k >= 0 && leading(ta, m, k, lda) && leading(tb, k, n, ldb) && ldc >= std::max(1, m));
  if (m == 0 || n == 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && beta && c);
  return product({ta, tb, m, n, k, a, a_type, lda, b, b_type, ldb}, alpha, beta, c, c_type, ldc, compute);
}
hipblasStatus_t gemm_ex_flags(Tag<void> tag, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k,
                              const void* alpha, const void* a, hipDataType a_type, int lda, const void* b,
                              hipDataType b_type, int ldb, const void* beta, void* c, hipDataType c_type, int ldc,
                              hipblasComputeType_t compute, hipblasGemmAlgo_t algorithm, hipblasGemmFlags_t) {
  return gemm_ex(tag, ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, ldc, compute, algorithm);
}

// The inverse of the diagonal blocks, which rocBLAS can be given to save time, is not needed here.
hipblasStatus_t trsm_ex(Tag<void>, hipblasSideMode_t side, hipblasFillMode_t uplo, hipblasOperation_t trans,
                        hipblasDiagType_t diag, int m, int n, const void* alpha, const void* a, int lda, void* b, int ldb,
                        const void*, int, hipblasStride, hipDataType type) {
  return with_four(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return trsm(tag, side, uplo, trans, diag, m, n, static_cast<const T*>(alpha), static_cast<const T*>(a), lda,
                static_cast<T*>(b), ldb);
  }, not_supported);
}

// Vectors: x and y of one type, the execution type at least as wide. Scalars of a wider type are narrowed to the sum's.
template <class F> hipblasStatus_t with_vector(hipDataType type, hipDataType execution, F&& f) {
  bool wide = execution == type || (is_one_of(type, {HIP_R_16F, HIP_R_16BF}) && execution == HIP_R_32F);
  return wide ? with_real_or_complex(type, f, not_supported) : not_supported;
}
template <class S> bool read_scalar(const void* from, hipDataType type, S& to) {
  return with_real_or_complex(type, [&](auto tag) {
    using A = typename decltype(tag)::type;
    if constexpr (is_complex<A> && !is_complex<S>) {
      return false;
    } else {
      to = as<S>(*static_cast<const A*>(from));
      return true;
    }
  }, false);
}

hipblasStatus_t axpy_ex(Tag<void>, int n, const void* alpha, hipDataType alpha_type, const void* x, hipDataType x_type,
                        int incx, void* y, hipDataType y_type, int incy, hipDataType execution) {
  if (x_type != y_type) return not_supported;
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && x && y);
  return with_vector(x_type, execution, [&](auto tag) {
    using T = typename decltype(tag)::type;
    sum_of<T> a;
    if (!read_scalar(alpha, alpha_type, a)) return not_supported;
    const T* from = first(static_cast<const T*>(x), n, incx);
    T* to = first(static_cast<T*>(y), n, incy);
    if (a != sum_of<T>(0))
      for (int64_t i = 0; i < n; ++i) to[i * incy] = as<T>(a * as<sum_of<T>>(from[i * incx]) + as<sum_of<T>>(to[i * incy]));
    return HIPBLAS_STATUS_SUCCESS;
  });
}

template <bool conjugated>
hipblasStatus_t dot_of_types(int n, const void* x, hipDataType x_type, int incx, const void* y, hipDataType y_type, int incy,
                             void* result, hipDataType result_type, hipDataType execution) {
  if (x_type != y_type) return not_supported;
  WL_NEED(result);
  WL_NEED(n <= 0 || (x && y));
  return with_vector(x_type, execution, [&](auto tag) {
    using T = typename decltype(tag)::type;
    sum_of<T> sum = n <= 0 ? sum_of<T>(0)
                           : dot_product<conjugated>(n, static_cast<const T*>(x), incx, static_cast<const T*>(y), incy);
    return with_real_or_complex(result_type, [&](auto kind) {
      using R = typename decltype(kind)::type;
      if constexpr (is_complex<R> != is_complex<T>) return not_supported;
      *static_cast<R*>(result) = as<R>(sum);
      return HIPBLAS_STATUS_SUCCESS;
    }, not_supported);
  });
}
hipblasStatus_t dot_ex(Tag<void>, int n, const void* x, hipDataType x_type, int incx, const void* y, hipDataType y_type,
                       int incy, void* result, hipDataType result_type, hipDataType execution) {
  return dot_of_types<false>(n, x, x_type, incx, y, y_type, incy, result, result_type, execution);
}
hipblasStatus_t dotc_ex(Tag<void>, int n, const void* x, hipDataType x_type, int incx, const void* y, hipDataType y_type,
                        int incy, void* result, hipDataType result_type, hipDataType execution) {
  return dot_of_types<true>(n, x, x_type, incx, y, y_type, incy, result, result_type, execution);
}

hipblasStatus_t nrm2_ex(Tag<void>, int n, const void* x, hipDataType x_type, int incx, void* result, hipDataType result_type,
                        hipDataType execution) {
  WL_NEED(result);
  bool empty = n <= 0 || incx <= 0;
  WL_NEED(empty || x);
  // The norm is real: a complex vector may name its real type as execution type.
  if (execution == HIP_R_32F && x_type == HIP_C_32F) execution = HIP_C_32F;
  if (execution == HIP_R_64F && x_type == HIP_C_64F) execution = HIP_C_64F;
  return with_vector(x_type, execution, [&](auto tag) {
    using T = typename decltype(tag)::type;
    double norm = 0;
    if constexpr (std::is_same_v<T, sum_of<T>>) {
      if (!empty) norm = Blas<T>::nrm2(n, static_cast<const T*>(x), incx);
    } else {
      for (int64_t i = 0; !empty && i < n; ++i) {
        double v = as<float>(static_cast<const T*>(x)[i * incx]);
        norm += v * v;
      }
      norm = std::sqrt(norm);
    }
    return with_real_or_complex(result_type, [&](auto kind) {
      using R = typename decltype(kind)::type;
      if constexpr (is_complex<R>) return not_supported;
      *static_cast<R*>(result) = as<R>(norm);
      return HIPBLAS_STATUS_SUCCESS;
    }, not_supported);
  });
}

hipblasStatus_t rot_ex(Tag<void>, int n, void* x, hipDataType x_type, int incx, void* y, hipDataType y_type, int incy,
                       const void* c, const void* s, hipDataType cs_type, hipDataType execution) {
  if (x_type != y_type) return not_supported;
  if (n <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(x && y && c && s);
  return with_vector(x_type, execution, [&](auto tag) {
    using T = typename decltype(tag)::type;
    using S = sum_of<T>;
    S cosine, sine;
    if (!read_scalar(c, cs_type, cosine) || !read_scalar(s, cs_type, sine)) return not_supported;
    cosine = S(as<real_of<S>>(cosine));
    T *p = first(static_cast<T*>(x), n, incx), *q = first(static_cast<T*>(y), n, incy);
    for (int64_t i = 0; i < n; ++i) {
      S a = as<S>(p[i * incx]), b = as<S>(q[i * incy]);
      p[i * incx] = as<T>(cosine * a + sine * b);
      q[i * incy] = as<T>(cosine * b - conj_of(sine) * a);
    }
    return HIPBLAS_STATUS_SUCCESS;
  });
}

hipblasStatus_t scal_ex(Tag<void>, int n, const void* alpha, hipDataType alpha_type, void* x, hipDataType x_type, int incx,
                        hipDataType execution) {
  if (n <= 0 || incx <= 0) return HIPBLAS_STATUS_SUCCESS;
  WL_NEED(alpha && x);
  return with_vector(x_type, execution, [&](auto tag) {
    using T = typename decltype(tag)::type;
    sum_of<T> a;
    if (!read_scalar(alpha, alpha_type, a)) return not_supported;
    T* to = static_cast<T*>(x);
    for (int64_t i = 0; i < n; ++i) to[i * incx] = as<T>(a * as<sum_of<T>>(to[i * incx]));
    return HIPBLAS_STATUS_SUCCESS;
  });
}

}  // namespace
}  // namespace wavelift::libraries::operation

extern "C" {
HIPBLAS_EX(HIPBLAS_DEFINE)
HIPBLAS_GEMM_FLAGS(HIPBLAS_DEFINE)
HIPBLAS_TRSM_EX(HIPBLAS_DEFINE_32)
}
