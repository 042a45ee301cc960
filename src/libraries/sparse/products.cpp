// Generic products: SpMV, SpMM, SDDMM, SpGEMM. Sums are made in the compute type; A, B and C may be of narrower types than it
// (half and bfloat16 for float). An operation's preparing steps check and answer, the last one computes.
#include "libraries/sparse/objects.h"
#include <algorithm>
#include <memory>
#include <new>

using namespace wavelift::libraries;

// The product between the steps of SpGEMM: row by row, with values as bytes of the compute type.
struct hipsparseSpGEMMDescr {
  std::vector<int64_t> offsets, columns;
  std::vector<char> values;
};

namespace {

constexpr auto success = HIPSPARSE_STATUS_SUCCESS, not_supported = HIPSPARSE_STATUS_NOT_SUPPORTED;

const SpMat& sparse(const void* d) { return *static_cast<const SpMat*>(d); }
const DnVec& vec(const void* d) { return *static_cast<const DnVec*>(d); }
const DnMat& mat(const void* d) { return *static_cast<const DnMat*>(d); }

bool is_transposed(hipsparseOperation_t op) { return op != HIPSPARSE_OPERATION_NON_TRANSPOSE; }
bool is_conjugated(hipsparseOperation_t op) { return op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE; }
bool is_known(hipsparseOperation_t op) { return op >= HIPSPARSE_OPERATION_NON_TRANSPOSE && op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE; }
template <class S> S maybe_conj(bool conjugated, S x) { return conjugated ? conj_of(x) : x; }

hipsparseStatus_t buffer(hipsparseHandle_t handle, bool given, size_t* size) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(given && size);
  *size = 4;
  return success;
}

// f(element type, compute type) where elements of `type` may be summed in `compute`.
template <class F> hipsparseStatus_t with_types(hipDataType type, hipDataType compute, F&& f) {
  if (type == compute) return with_four(type, [&](auto tag) { return f(tag, tag); }, not_supported);
  if (compute == HIP_R_32F && type == HIP_R_16F) return f(Tag<f16>{}, Tag<float>{});
  if (compute == HIP_R_32F && type == HIP_R_16BF) return f(Tag<bf16>{}, Tag<float>{});
  return not_supported;
}
// The result's type: that of the elements, or the compute type.
template <class E, class S, class F> hipsparseStatus_t with_result(hipDataType element, hipDataType result, hipDataType compute, F&& f) {
  if (result == element) return f(Tag<E>{});
  if (result == compute) return f(Tag<S>{});
  return not_supported;
}

// sum += a x over rows or, for the transpose, into columns.
template <class E, class S, class Y>
void multiply_vector(const SpMat& a, hipsparseOperation_t op, S alpha, const E* x, S beta, Y* y) {
  const E* values = static_cast<const E*>(a.values);
  const bool transposed = is_transposed(op), conjugated = is_conjugated(op);
  const int64_t size = transposed ? a.cols : a.rows;
  auto store = [&](int64_t i, S sum) { y[i] = as<Y>(beta == S(0) ? alpha * sum : alpha * sum + beta * as<S>(y[i])); };
  // Rows (of the operation) that lie together: one sum at a time.
  if (a.format == (transposed ? HIPSPARSE_FORMAT_CSC : HIPSPARSE_FORMAT_CSR)) {
    with_index(a.offset_type, [&](auto offset) {
      const auto* offsets = static_cast<const decltype(offset)*>(a.offsets);
      return with_index(a.index_type, [&](auto index) {
        const auto* indices = static_cast<const decltype(index)*>(a.indices);
        const int64_t base = a.base;
        for (int64_t i = 0; i < size; ++i) {
          S sum(0);
          for (int64_t k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
            sum += maybe_conj(conjugated, as<S>(values[k])) * as<S>(x[indices[k] - base]);
          store(i, sum);
        }
        return 0;
      });
    });
    return;
  }
  std::vector<S> sums(static_cast<size_t>(size), S(0));
  each_element(a, [&](int64_t i, int64_t j, int64_t k) {
    if (transposed) std::swap(i, j);
    sums[static_cast<size_t>(i)] += maybe_conj(conjugated, as<S>(values[k])) * as<S>(x[j]);
  });
  for (int64_t i = 0; i < size; ++i) store(i, sums[static_cast<size_t>(i)]);
}

// One of a batch of sparse matrices.
SpMat nth(const SpMat& a, int64_t b) {
  SpMat one = a;
  auto shift = [&](void*& p, int64_t bytes) { p = p ? static_cast<char*>(p) + bytes : p; };
  shift(one.offsets, b * a.offsets_stride * index_size(a.offset_type));
  shift(one.indices, b * a.values_stride * index_size(a.index_type));
  shift(one.values, b * a.values_stride * static_cast<int64_t>(size_of(a.type)));
  return one;
}
template <class T> T* nth_values(const DnMat& a, int64_t b) {
  return static_cast<T*>(a.values) + (a.batch > 1 ? b * a.batch_stride : 0);
}

}  // namespace

extern "C" {

hipsparseStatus_t hipsparseSpMV_bufferSize(HIPSPARSE_SPMV_ARGUMENTS, size_t* size) {
  (void)opA, (void)computeType, (void)alg;
  return buffer(handle, alpha && matA && vecX && beta && vecY, size);
}
hipsparseStatus_t hipsparseSpMV_preprocess(HIPSPARSE_SPMV_ARGUMENTS, void*) {
  size_t unused;
  return hipsparseSpMV_bufferSize(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg, &unused);
}
hipsparseStatus_t hipsparseSpMV(HIPSPARSE_SPMV_ARGUMENTS, void*) {
  (void)alg;
  WL_READY(handle);
  WL_NEED(alpha && matA && vecX && beta && vecY && is_known(opA));
  const SpMat& a = sparse(matA);
  const DnVec &x = vec(vecX), &y = vec(vecY);
  WL_NEED((is_transposed(opA) ? a.rows : a.cols) == x.size && (is_transposed(opA) ? a.cols : a.rows) == y.size);
  if (a.type != x.type) return not_supported;
  return with_types(a.type, computeType, [&](auto element, auto compute) {
    using E = typename decltype(element)::type;
    using S = typename decltype(compute)::type;
    return with_result<E, S>(a.type, y.type, computeType, [&](auto result) {
      using Y = typename decltype(result)::type;
      multiply_vector<E, S, Y>(a, opA, *static_cast<const S*>(alpha), static_cast<const E*>(x.values),
                               *static_cast<const S*>(beta), static_cast<Y*>(y.values));
      return success;
    });
  });
}

hipsparseStatus_t hipsparseSpMM_bufferSize(HIPSPARSE_SPMM_ARGUMENTS, size_t* size) {
  (void)opA, (void)opB, (void)computeType, (void)alg;
  return buffer(handle, alpha && matA && matB && beta && matC, size);
}
hipsparseStatus_t hipsparseSpMM_preprocess(HIPSPARSE_SPMM_ARGUMENTS, void*) {
  size_t unused;
  return hipsparseSpMM_bufferSize(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, &unused);
}
hipsparseStatus_t hipsparseSpMM(HIPSPARSE_SPMM_ARGUMENTS, void*) {
  (void)alg;
  WL_READY(handle);
  WL_NEED(alpha && matA && matB && beta && matC && is_known(opA) && is_known(opB));
  const SpMat& a = sparse(matA);
  const DnMat &b = mat(matB), &c = mat(matC);
  const bool ta = is_transposed(opA), tb = is_transposed(opB);
  const int64_t m = ta ? a.cols : a.rows, k = ta ? a.rows : a.cols, n = tb ? b.rows : b.cols;
  WL_NEED((tb ? b.cols : b.rows) == k && c.rows == m && c.cols == n);
  if (a.type != b.type) return not_supported;
  return with_types(a.type, computeType, [&](auto element, auto compute) {
    using E = typename decltype(element)::type;
    using S = typename decltype(compute)::type;
    return with_result<E, S>(a.type, c.type, computeType, [&](auto result) {
      using Y = typename decltype(result)::type;
      const S by = *static_cast<const S*>(alpha), old = *static_cast<const S*>(beta);
      std::vector<S> sums(static_cast<size_t>(m * n));
      for (int64_t batch = 0; batch < c.batch; ++batch) {
        const SpMat one = a.batch > 1 ? nth(a, batch) : a;
        const E *values = static_cast<const E*>(one.values), *bs = nth_values<E>(b, batch);
        Y* cs = nth_values<Y>(c, batch);
        std::ranges::fill(sums, S(0));
        each_element(one, [&](int64_t i, int64_t j, int64_t at) {
          if (ta) std::swap(i, j);
          const S v = maybe_conj(is_conjugated(opA), as<S>(values[at]));
          S* row = &sums[static_cast<size_t>(i * n)];
          for (int64_t col = 0; col < n; ++col)
            row[col] += v * maybe_conj(is_conjugated(opB), as<S>(bs[b.at(j, col, tb)]));
        });
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            Y& at = cs[c.at(i, j)];
            const S sum = by * sums[static_cast<size_t>(i * n + j)];
            at = as<Y>(old == S(0) ? sum : sum + old * as<S>(at));
          }
      }
      return success;
    });
  });
}

hipsparseStatus_t hipsparseSDDMM_bufferSize(HIPSPARSE_SDDMM_ARGUMENTS, size_t* size) {
  (void)opA, (void)opB, (void)computeType, (void)alg;
  return buffer(handle, alpha && A && B && beta && C, size);
}
hipsparseStatus_t hipsparseSDDMM_preprocess(HIPSPARSE_SDDMM_ARGUMENTS, void*) {
  size_t unused;
  return hipsparseSDDMM_bufferSize(handle, opA, opB, alpha, A, B, beta, C, computeType, alg, &unused);
}
// The product of two dense matrices where the sparse one has elements.
hipsparseStatus_t hipsparseSDDMM(HIPSPARSE_SDDMM_ARGUMENTS, void*) {
  (void)alg;
  WL_READY(handle);
  WL_NEED(alpha && A && B && beta && C && is_known(opA) && is_known(opB));
  if (is_conjugated(opA) || is_conjugated(opB)) return not_supported;
  const DnMat &a = mat(A), &b = mat(B);
  const SpMat& c = sparse(C);
  const bool ta = is_transposed(opA), tb = is_transposed(opB);
  const int64_t k = ta ? a.rows : a.cols;
  WL_NEED((ta ? a.cols : a.rows) == c.rows && (tb ? b.cols : b.rows) == k && (tb ? b.rows : b.cols) == c.cols);
  if (a.type != b.type || a.type != c.type) return not_supported;
  return with_types(c.type, computeType, [&](auto element, auto compute) {
    using E = typename decltype(element)::type;
    using S = typename decltype(compute)::type;
    const S by = *static_cast<const S*>(alpha), old = *static_cast<const S*>(beta);
    for (int64_t batch = 0; batch < c.batch; ++batch) {
      const SpMat one = c.batch > 1 ? nth(c, batch) : c;
      const E *as_ = nth_values<E>(a, batch), *bs = nth_values<E>(b, batch);
      E* values = static_cast<E*>(one.values);
      each_element(one, [&](int64_t i, int64_t j, int64_t at) {
        S sum(0);
        for (int64_t l = 0; l < k; ++l) sum += as<S>(as_[a.at(i, l, ta)]) * as<S>(bs[b.at(l, j, tb)]);
        values[at] = as<E>(old == S(0) ? by * sum : by * sum + old * as<S>(values[at]));
      });
    }
    return success;
  });
}

hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t* descr) {
  WL_NEED(descr);
  *descr = new (std::nothrow) hipsparseSpGEMMDescr;
  return *descr ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr) {
  delete descr;
  return success;
}
hipsparseStatus_t hipsparseSpGEMM_workEstimation(HIPSPARSE_SPGEMM_ARGUMENTS, size_t* size, void* work) {
  (void)opA, (void)opB, (void)computeType, (void)alg;
  WL_NEED(spgemmDescr && size);
  return work ? success : buffer(handle, alpha && matA && matB && beta && matC, size);
}
// With a buffer, the product (Gustavson's method), whose size C then tells. Columns of each row are in order.
hipsparseStatus_t hipsparseSpGEMM_compute(HIPSPARSE_SPGEMM_ARGUMENTS, size_t* size, void* work) {
  (void)beta, (void)alg;
  WL_NEED(spgemmDescr && size);
  if (!work) return buffer(handle, alpha && matA && matB && beta && matC, size);
  WL_READY(handle);
  WL_NEED(alpha && matA && matB && beta && matC);
  if (is_transposed(opA) || is_transposed(opB)) return not_supported;
  const SpMat &a = sparse(matA), &b = sparse(matB);
  SpMat& c = *static_cast<SpMat*>(matC);
  WL_NEED(a.cols == b.rows && c.rows == a.rows && c.cols == b.cols);
  if (a.format != HIPSPARSE_FORMAT_CSR || b.format != HIPSPARSE_FORMAT_CSR || c.format != HIPSPARSE_FORMAT_CSR ||
      a.type != b.type || a.type != c.type || a.type != computeType)
    return not_supported;
  return with_four(computeType, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T by = *static_cast<const T*>(alpha);
    const Rows ra = rows_of(a), rb = rows_of(b);
    const T *av = static_cast<const T*>(a.values), *bv = static_cast<const T*>(b.values);
    auto& d = *spgemmDescr;
    d.offsets.assign(1, 0);
    d.columns.clear();
    std::vector<T> values, sums(static_cast<size_t>(b.cols), T(0));
    std::vector<int64_t> last(static_cast<size_t>(b.cols), -1), touched;
    for (int64_t i = 0; i < a.rows; ++i) {
      touched.clear();
      for (auto p = static_cast<size_t>(ra.offsets[static_cast<size_t>(i)]); p < static_cast<size_t>(ra.offsets[static_cast<size_t>(i + 1)]); ++p) {
        const T v = by * av[ra.source[p]];
        const auto row = static_cast<size_t>(ra.columns[p]);
        for (auto q = static_cast<size_t>(rb.offsets[row]); q < static_cast<size_t>(rb.offsets[row + 1]); ++q) {
          const auto j = static_cast<size_t>(rb.columns[q]);
          if (last[j] != i) {
            last[j] = i;
            sums[j] = T(0);
            touched.push_back(static_cast<int64_t>(j));
          }
          sums[j] += v * bv[rb.source[q]];
        }
      }
      std::ranges::sort(touched);
      for (int64_t j : touched) {
        d.columns.push_back(j);
        values.push_back(sums[static_cast<size_t>(j)]);
      }
      d.offsets.push_back(static_cast<int64_t>(d.columns.size()));
    }
    d.values.assign(reinterpret_cast<const char*>(values.data()), reinterpret_cast<const char*>(values.data() + values.size()));
    c.nnz = static_cast<int64_t>(d.columns.size());
    return success;
  }, not_supported);
}
// C's arrays are there now. beta's matrix is C itself, which hipSPARSE reads only where its pattern is the product's; here it
// must be 0.
hipsparseStatus_t hipsparseSpGEMM_copy(HIPSPARSE_SPGEMM_ARGUMENTS) {
  (void)opA, (void)opB, (void)alpha, (void)matA, (void)matB, (void)alg;
  WL_READY(handle);
  WL_NEED(spgemmDescr && matC && beta);
  SpMat& c = *static_cast<SpMat*>(matC);
  const auto& d = *spgemmDescr;
  WL_NEED(static_cast<int64_t>(d.offsets.size()) == c.rows + 1 && static_cast<int64_t>(d.columns.size()) == c.nnz);
  WL_NEED(c.offsets && (c.nnz == 0 || (c.indices && c.values)));
  return with_four(computeType, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (*static_cast<const T*>(beta) != T(0)) return not_supported;
    std::copy(d.values.begin(), d.values.end(), static_cast<char*>(c.values));
    with_index(c.offset_type, [&](auto o) {
      for (size_t i = 0; i < d.offsets.size(); ++i)
        static_cast<decltype(o)*>(c.offsets)[i] = static_cast<decltype(o)>(d.offsets[i] + c.base);
      return 0;
    });
    with_index(c.index_type, [&](auto o) {
      for (size_t i = 0; i < d.columns.size(); ++i)
        static_cast<decltype(o)*>(c.indices)[i] = static_cast<decltype(o)>(d.columns[i] + c.base);
      return 0;
    });
    return success;
  }, not_supported);
}

}  // extern "C"
