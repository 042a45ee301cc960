// Definitions from the tables of hipblas_routines.h: each routine calls run() with the operation op::NAME and its arguments
// as they are for one problem. Counterpart of HIPBLAS_PARAMETER there.
#pragma once
#include "libraries/blas/handle.h"

// clang-format off
#define HIPBLAS_ARGUMENT(KIND, E, ...) HIPBLAS_APPLY(HIPBLAS_ARGUMENT_##KIND, HIPBLAS_EXPAND E, __VA_ARGS__)
#define HIPBLAS_ARGUMENT_OP(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_UPLO(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_DIAG(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_SIDE(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_TYPE(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_COMPUTE(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_ALGO(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_FLAGS(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_INT(T, R, I, F, x) , size_of_index(x)
#define HIPBLAS_ARGUMENT_SCALAR(T, R, I, F, x) , host(x)
#define HIPBLAS_ARGUMENT_RSCALAR(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_VSCALAR(T, R, I, F, x) , x
#define HIPBLAS_ARGUMENT_IN(T, R, I, F, x, ld, stride) , host(HIPBLAS_AT_##F(x, stride)), size_of_index(ld)
#define HIPBLAS_ARGUMENT_INOUT(T, R, I, F, x, ld, stride) , host(HIPBLAS_AT_##F(x, stride)), size_of_index(ld)
#define HIPBLAS_ARGUMENT_PIN(T, R, I, F, x, stride) , host(HIPBLAS_AT_##F(x, stride))
#define HIPBLAS_ARGUMENT_PINOUT(T, R, I, F, x, stride) , host(HIPBLAS_AT_##F(x, stride))
#define HIPBLAS_ARGUMENT_PREAL(T, R, I, F, x, stride) , HIPBLAS_AT_##F(x, stride)
#define HIPBLAS_ARGUMENT_VIN(T, R, I, F, x, type, ld, stride) , HIPBLAS_VAT_##F(x, type, stride), type, size_of_index(ld)
#define HIPBLAS_ARGUMENT_VINOUT(T, R, I, F, x, type, ld, stride) , HIPBLAS_VAT_##F(x, type, stride), type, size_of_index(ld)
#define HIPBLAS_ARGUMENT_SIN(T, R, I, F, x, type, ld, stride) \
  , HIPBLAS_SAT_##F(const void, x, type, stride), type, size_of_index(ld)
#define HIPBLAS_ARGUMENT_SINOUT(T, R, I, F, x, type, ld, stride) \
  , HIPBLAS_SAT_##F(void, x, type, stride), type, size_of_index(ld)
#define HIPBLAS_ARGUMENT_XINOUT(T, R, I, F, x, ld, stride) , HIPBLAS_SAT_##F(void, x, computeType, stride), size_of_index(ld)
#define HIPBLAS_ARGUMENT_XSTRIDE(T, R, I, F, stride) , HIPBLAS_XSTRIDE_##F(stride)
#define HIPBLAS_XSTRIDE_PLAIN(stride) 0
#define HIPBLAS_XSTRIDE_BATCHED(stride) 0
#define HIPBLAS_XSTRIDE_STRIDED(stride) stride
#define HIPBLAS_ARGUMENT_COUNT(T, R, I, F, x)
#define HIPBLAS_ARGUMENT_RES(T, R, I, F, x) , host(x ? x + problem : x)
#define HIPBLAS_ARGUMENT_RRES(T, R, I, F, x) , x ? x + problem : x
#define HIPBLAS_ARGUMENT_IRES(T, R, I, F, x) , x ? x + problem : x
#define HIPBLAS_ARGUMENT_VRES(T, R, I, F, x, type) , nth(x, problem, type), type
#define HIPBLAS_ARGUMENT_PIVOT(T, R, I, F, x, n, stride) , x ? x + problem * HIPBLAS_PIVOT_STRIDE_##F(n, stride) : x
#define HIPBLAS_ARGUMENT_CPIVOT(T, R, I, F, x, n, stride) , x ? x + problem * HIPBLAS_PIVOT_STRIDE_##F(n, stride) : x
#define HIPBLAS_ARGUMENT_INFO(T, R, I, F, x) , x ? x + problem : x
#define HIPBLAS_ARGUMENT_HOSTINFO(T, R, I, F, x) , x

#define HIPBLAS_AT_PLAIN(x, stride) x
#define HIPBLAS_AT_BATCHED(x, stride) (x ? x[problem] : nullptr)
#define HIPBLAS_AT_STRIDED(x, stride) (x ? x + problem * stride : x)
#define HIPBLAS_VAT_PLAIN(x, type, stride) x
#define HIPBLAS_VAT_BATCHED(x, type, stride) (x ? x[problem] : nullptr)
#define HIPBLAS_VAT_STRIDED(x, type, stride) nth(x, problem * stride, type)
#define HIPBLAS_SAT_PLAIN(V, x, type, stride) x
#define HIPBLAS_SAT_BATCHED(V, x, type, stride) (x ? static_cast<V* const*>(x)[problem] : nullptr)
#define HIPBLAS_SAT_STRIDED(V, x, type, stride) nth(x, problem * stride, type)
#define HIPBLAS_PIVOT_STRIDE_PLAIN(n, stride) 0
#define HIPBLAS_PIVOT_STRIDE_BATCHED(n, stride) n
#define HIPBLAS_PIVOT_STRIDE_STRIDED(n, stride) stride

#define HIPBLAS_COUNT_OF_PLAIN 1
#define HIPBLAS_COUNT_OF_BATCHED batchCount
#define HIPBLAS_COUNT_OF_STRIDED batchCount

#define HIPBLAS_DEFINE(Name, T, R, op, P) HIPBLAS_ALL_FORMS(HIPBLAS_DEFINE_ONE, Name, T, R, op, P)
#define HIPBLAS_DEFINE_32(Name, T, R, op, P) HIPBLAS_32_BIT_FORMS(HIPBLAS_DEFINE_ONE, Name, T, R, op, P)
#define HIPBLAS_DEFINE_BATCHED(Name, T, R, op, P) \
  HIPBLAS_DEFINE_ONE(HIPBLAS_SYMBOL(Name, Batched, T, R, ), T, R, int, BATCHED, op, P)
#define HIPBLAS_DEFINE_ONE(symbol, T, R, I, FORM, op, P) HIPBLAS_DEFINE_ONE_(symbol, T, R, I, FORM, op, P)
#define HIPBLAS_DEFINE_ONE_(symbol, T, R, I, FORM, op, P) \
  hipblasStatus_t symbol(hipblasHandle_t handle HIPBLAS_P_##P(HIPBLAS_PARAMETER, (T, R, I, FORM))) { \
    return run(handle, HIPBLAS_COUNT_OF_##FORM, [&]([[maybe_unused]] int64_t problem) { \
      return operation::op(Tag<host_type<T>>{} HIPBLAS_P_##P(HIPBLAS_ARGUMENT, (T, R, I, FORM))); \
    }); \
  }
// clang-format on

namespace wavelift::libraries {

// Element `n` of an array whose type is named at run time.
inline void* nth(void* x, int64_t n, hipDataType type) {
  return x ? static_cast<char*>(x) + n * static_cast<int64_t>(size_of(type)) : x;
}
inline const void* nth(const void* x, int64_t n, hipDataType type) {
  return x ? static_cast<const char*>(x) + n * static_cast<int64_t>(size_of(type)) : x;
}

}  // namespace wavelift::libraries
