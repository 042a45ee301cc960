// Matrix products whose element types are named at run time: D = alpha op(A) op(B) + beta C.
//
// Elements are widened to the sum's type S before they are multiplied, sums are made in S by OpenBLAS, and each result is
// rounded once when it is stored. S is float for compute types 16F and 32F of every kind (so 16F is more exact than asked
// for, and TF32 and bfloat16 shortcuts are not taken), double for 64F, their complex types for complex matrices, and double
// for 32I: products of 8-bit integers and their sums are exact there for every k below 2^38.
#pragma once
#include "libraries/common/blas.h"
#include <algorithm>
#include <hipblas-common/hipblas-common.h>
#include <memory>
#include <type_traits>

namespace wavelift::libraries {

// Room without a value, for what is written before it is read.
template <class T> std::unique_ptr<T[]> room(size_t n) { return std::unique_ptr<T[]>(new T[n]); }

// A column-major matrix, rows x cols, with elements as S: in place where they are stored so, else a copy.
template <class S> class Operand {
public:
  Operand(const void* data, hipDataType type, int64_t rows, int64_t cols, int64_t ld) {
    with_any(type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (std::is_same_v<T, S>) {
        at_ = static_cast<const S*>(data);
        ld_ = ld;
      } else if constexpr (!is_complex<T> || is_complex<S>) {
        const T* from = static_cast<const T*>(data);
        copy_ = room<S>(static_cast<size_t>(rows * cols));
        for (int64_t j = 0; j < cols; ++j)
          for (int64_t i = 0; i < rows; ++i) copy_[static_cast<size_t>(i + j * rows)] = as<S>(from[i + j * ld]);
        at_ = copy_.get();
        ld_ = std::max<int64_t>(rows, 1);
      }
      return true;
    }, false);
  }
  const S* data() const { return at_; }
  int ld() const { return static_cast<int>(ld_); }
  explicit operator bool() const { return at_; }

private:
  std::unique_ptr<S[]> copy_;
  const S* at_ = nullptr;
  int64_t ld_ = 1;
};

struct MixedGemm {
  hipblasOperation_t op_a, op_b;
  int64_t m, n, k;
  const void* a;
  hipDataType a_type;
  int64_t lda;
  const void* b;
  hipDataType b_type;
  int64_t ldb;
};

// op(A) op(B) into `to`, m x n with leading dimension m. False where a type cannot be widened to S.
template <class S> bool multiply(const MixedGemm& g, S* to, S factor = S(1)) {
  bool a_plain = g.op_a == HIPBLAS_OP_N, b_plain = g.op_b == HIPBLAS_OP_N;
  Operand<S> a(g.a, g.a_type, a_plain ? g.m : g.k, a_plain ? g.k : g.m, g.lda);
  Operand<S> b(g.b, g.b_type, b_plain ? g.k : g.n, b_plain ? g.n : g.k, g.ldb);
  if (!a || !b) return false;
  int m = static_cast<int>(g.m), n = static_cast<int>(g.n), k = static_cast<int>(g.k);
  const S zero(0);
  std::fill_n(to, g.m * g.n, zero);
  Blas<S>::gemm(CblasColMajor, static_cast<CBLAS_TRANSPOSE>(g.op_a), static_cast<CBLAS_TRANSPOSE>(g.op_b), m, n, k,
                scalar(factor), a.data(), a.ld(), b.data(), b.ld(), scalar(zero), to, m);
  return true;
}

}  // namespace wavelift::libraries
