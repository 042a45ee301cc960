// CBLAS by element type: Blas<T>::gemm is sgemm, dgemm, cgemm or zgemm. CBLAS takes real scalars by value and complex
// ones by address; scalar() makes either from a number.
#pragma once
#include "libraries/common/numbers.h"
#include <cblas.h>

namespace wavelift::libraries {

template <class T> struct Blas;

#define WL_BLAS_SHARED(x)                                                                                    \
  static constexpr auto gemm = cblas_##x##gemm;                                                              \
  static constexpr auto symm = cblas_##x##symm;                                                              \
  static constexpr auto syrk = cblas_##x##syrk;                                                              \
  static constexpr auto syr2k = cblas_##x##syr2k;                                                            \
  static constexpr auto trmm = cblas_##x##trmm;                                                              \
  static constexpr auto trsm = cblas_##x##trsm;                                                              \
  static constexpr auto gemv = cblas_##x##gemv;                                                              \
  static constexpr auto gbmv = cblas_##x##gbmv;                                                              \
  static constexpr auto tbmv = cblas_##x##tbmv;                                                              \
  static constexpr auto tbsv = cblas_##x##tbsv;                                                              \
  static constexpr auto tpmv = cblas_##x##tpmv;                                                              \
  static constexpr auto tpsv = cblas_##x##tpsv;                                                              \
  static constexpr auto trmv = cblas_##x##trmv;                                                              \
  static constexpr auto trsv = cblas_##x##trsv;                                                              \
  static constexpr auto rotg = cblas_##x##rotg;
#define WL_BLAS_REAL(T, x)                                                                                   \
  template <> struct Blas<T> {                                                                               \
    WL_BLAS_SHARED(x)                                                                                        \
    static constexpr auto dot = cblas_##x##dot;                                                              \
    static constexpr auto asum = cblas_##x##asum;                                                            \
    static constexpr auto nrm2 = cblas_##x##nrm2;                                                            \
    static constexpr auto geru = cblas_##x##ger;                                                             \
    static constexpr auto hbmv = cblas_##x##sbmv;                                                            \
    static constexpr auto hemv = cblas_##x##symv;                                                            \
    static constexpr auto hpmv = cblas_##x##spmv;                                                            \
    static constexpr auto her2 = cblas_##x##syr2;                                                            \
    static constexpr auto hpr2 = cblas_##x##spr2;                                                            \
    static constexpr auto rotm = cblas_##x##rotm;                                                            \
    static constexpr auto rotmg = cblas_##x##rotmg;                                                          \
  };
#define WL_BLAS_COMPLEX(T, x, r)                                                                             \
  template <> struct Blas<T> {                                                                               \
    WL_BLAS_SHARED(x)                                                                                        \
    static constexpr auto dotu = cblas_##x##dotu_sub;                                                        \
    static constexpr auto dotc = cblas_##x##dotc_sub;                                                        \
    static constexpr auto asum = cblas_##r##x##asum;                                                         \
    static constexpr auto nrm2 = cblas_##r##x##nrm2;                                                         \
    static constexpr auto geru = cblas_##x##geru;                                                            \
    static constexpr auto gerc = cblas_##x##gerc;                                                            \
    static constexpr auto hbmv = cblas_##x##hbmv;                                                            \
    static constexpr auto hemv = cblas_##x##hemv;                                                            \
    static constexpr auto hpmv = cblas_##x##hpmv;                                                            \
    static constexpr auto her = cblas_##x##her;                                                              \
    static constexpr auto her2 = cblas_##x##her2;                                                            \
    static constexpr auto hpr = cblas_##x##hpr;                                                              \
    static constexpr auto hpr2 = cblas_##x##hpr2;                                                            \
    static constexpr auto hemm = cblas_##x##hemm;                                                            \
    static constexpr auto herk = cblas_##x##herk;                                                            \
    static constexpr auto her2k = cblas_##x##her2k;                                                          \
  };
WL_BLAS_REAL(float, s)
WL_BLAS_REAL(double, d)
WL_BLAS_COMPLEX(c32, c, s)
WL_BLAS_COMPLEX(c64, z, d)
#undef WL_BLAS_SHARED
#undef WL_BLAS_REAL
#undef WL_BLAS_COMPLEX

inline float scalar(const float& x) { return x; }
inline double scalar(const double& x) { return x; }
inline const void* scalar(const c32& x) { return &x; }
inline const void* scalar(const c64& x) { return &x; }

}  // namespace wavelift::libraries
