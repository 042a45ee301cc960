// A triangular system with the matrix's elements by rows.
#pragma once
#include "libraries/sparse/objects.h"

namespace wavelift::libraries {

template <class T> class Triangle {
public:
  // The triangle that `a` says it holds, or the other one of its transpose. zero_pivot(): the first row, counted from 0, whose
  // diagonal is missing or 0; -1 where there is none.
  Triangle(const SpMat& a, hipsparseOperation_t op)
      : rows_(rows_of(a, op != HIPSPARSE_OPERATION_NON_TRANSPOSE)), values_(static_cast<const T*>(a.values)),
        is_lower_((a.fill == HIPSPARSE_FILL_MODE_LOWER) == (op == HIPSPARSE_OPERATION_NON_TRANSPOSE)),
        is_unit_(a.diagonal == HIPSPARSE_DIAG_TYPE_UNIT), is_conjugated_(op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE) {}

  int64_t zero_pivot() const {
    for (int64_t i = 0; !is_unit_ && i < rows_.rows; ++i) {
      T diagonal(0);
      each(i, [&](int64_t j, T v) {
        if (j == i) diagonal += v;
      });
      if (diagonal == T(0)) return i;
    }
    return -1;
  }

  // x from right(i), the right-hand side; x may lie where the right-hand side does.
  template <class Right, class X> void solve(Right&& right, X&& x) const {
    for (int64_t n = 0; n < rows_.rows; ++n) {
      const int64_t i = is_lower_ ? n : rows_.rows - 1 - n;
      T sum = right(i), diagonal(0);
      each(i, [&](int64_t j, T v) {
        if (j == i)
          diagonal += v;
        else if ((j < i) == is_lower_)
          sum -= v * x(j);
      });
      x(i) = is_unit_ ? sum : sum / diagonal;
    }
  }

private:
  template <class F> void each(int64_t i, F&& f) const {
    for (auto k = static_cast<size_t>(rows_.offsets[static_cast<size_t>(i)]);
         k < static_cast<size_t>(rows_.offsets[static_cast<size_t>(i + 1)]); ++k) {
      const T v = values_[rows_.source[k]];
      f(rows_.columns[k], is_conjugated_ ? conj_of(v) : v);
    }
  }

  Rows rows_;
  const T* values_;
  bool is_lower_, is_unit_, is_conjugated_;
};

}  // namespace wavelift::libraries
