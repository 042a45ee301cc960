// Generic operations on vectors and dense matrices: axpby, gather, scatter, rot, SpVV, and the conversions between dense and
// sparse. No operation needs a buffer; the size that is answered is 4, so that a caller has something to allocate.
#include "libraries/sparse/objects.h"

using namespace wavelift::libraries;

namespace {

constexpr auto success = HIPSPARSE_STATUS_SUCCESS, not_supported = HIPSPARSE_STATUS_NOT_SUPPORTED;

// f(index, value type) over a sparse vector: f(tag, i, k) with the index i, counted from 0, of the k-th element.
template <class F> hipsparseStatus_t each_of(const SpVec& x, F&& f) {
  return with_index(x.index, [&](auto index) {
    const auto* indices = static_cast<const decltype(index)*>(x.indices);
    for (int64_t k = 0; k < x.nnz; ++k) f(indices[k] - static_cast<int64_t>(x.base), k);
    return success;
  });
}

const SpVec& sparse(const void* d) { return *static_cast<const SpVec*>(d); }
const DnVec& dense(const void* d) { return *static_cast<const DnVec*>(d); }

hipsparseStatus_t buffer(hipsparseHandle_t handle, const void* a, const void* b, size_t* size) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(a && b && size);
  *size = 4;
  return success;
}

// The dense matrix's elements that are not 0, in the order of the sparse matrix's format: f(i, j, value).
template <class T, class F> void each_nonzero(const DnMat& a, hipsparseFormat_t format, F&& f) {
  const T* values = static_cast<const T*>(a.values);
  const bool by_column = format == HIPSPARSE_FORMAT_CSC;
  for (int64_t p = 0, outer = by_column ? a.cols : a.rows; p < outer; ++p)
    for (int64_t q = 0, inner = by_column ? a.rows : a.cols; q < inner; ++q) {
      const int64_t i = by_column ? q : p, j = by_column ? p : q;
      const T& v = values[a.at(i, j)];
      if (as<sum_of<T>>(v) != sum_of<T>(0)) f(i, j, v);
    }
}

}  // namespace

extern "C" {

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void* alpha, hipsparseConstSpVecDescr_t x, const void* beta,
                                 hipsparseDnVecDescr_t y) {
  WL_READY(handle);
  WL_NEED(alpha && beta && x && y);
  if (sparse(x).type != dense(y).type) return not_supported;
  return with_four(dense(y).type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T a = *static_cast<const T*>(alpha), b = *static_cast<const T*>(beta);
    T* out = static_cast<T*>(dense(y).values);
    for (int64_t i = 0; b != T(1) && i < dense(y).size; ++i) out[i] = b == T(0) ? T(0) : out[i] * b;
    const T* in = static_cast<const T*>(sparse(x).values);
    return each_of(sparse(x), [&](int64_t i, int64_t k) { out[i] += a * in[k]; });
  }, not_supported);
}

hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle, hipsparseConstDnVecDescr_t y, hipsparseSpVecDescr_t x) {
  WL_READY(handle);
  WL_NEED(x && y);
  if (sparse(x).type != dense(y).type) return not_supported;
  return with_any(sparse(x).type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* out = static_cast<T*>(sparse(x).values);
    const T* in = static_cast<const T*>(dense(y).values);
    return each_of(sparse(x), [&](int64_t i, int64_t k) { out[k] = in[i]; });
  }, not_supported);
}

hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle, hipsparseConstSpVecDescr_t x, hipsparseDnVecDescr_t y) {
  WL_READY(handle);
  WL_NEED(x && y);
  if (sparse(x).type != dense(y).type) return not_supported;
  return with_any(sparse(x).type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* out = static_cast<T*>(dense(y).values);
    const T* in = static_cast<const T*>(sparse(x).values);
    return each_of(sparse(x), [&](int64_t i, int64_t k) { out[i] = in[k]; });
  }, not_supported);
}

hipsparseStatus_t hipsparseRot(hipsparseHandle_t handle, const void* c, const void* s, hipsparseSpVecDescr_t x,
                               hipsparseDnVecDescr_t y) {
  WL_READY(handle);
  WL_NEED(c && s && x && y);
  if (sparse(x).type != dense(y).type) return not_supported;
  return with_four(sparse(x).type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T cosine = *static_cast<const T*>(c), sine = *static_cast<const T*>(s);
    T *p = static_cast<T*>(sparse(x).values), *q = static_cast<T*>(dense(y).values);
    return each_of(sparse(x), [&](int64_t i, int64_t k) {
      const T a = p[k], b = q[i];
      p[k] = cosine * a + sine * b;
      q[i] = cosine * b - sine * a;
    });
  }, not_supported);
}

hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t handle, hipsparseOperation_t, hipsparseConstSpVecDescr_t x,
                                           hipsparseConstDnVecDescr_t y, void* result, hipDataType, size_t* size) {
  WL_NEED(result);
  return buffer(handle, x, y, size);
}
hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t op, hipsparseConstSpVecDescr_t x,
                                hipsparseConstDnVecDescr_t y, void* result, hipDataType compute, void*) {
  WL_READY(handle);
  WL_NEED(x && y && result);
  if (sparse(x).type != dense(y).type || sparse(x).type != compute) return not_supported;
  return with_four(compute, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *a = static_cast<const T*>(sparse(x).values), *b = static_cast<const T*>(dense(y).values);
    T sum(0);
    each_of(sparse(x), [&](int64_t i, int64_t k) {
      sum += (op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj_of(a[k]) : a[k]) * b[i];
    });
    *static_cast<T*>(result) = sum;
    return success;
  }, not_supported);
}

hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t a,
                                                    hipsparseDnMatDescr_t b, hipsparseSparseToDenseAlg_t, size_t* size) {
  return buffer(handle, a, b, size);
}
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t handle, hipsparseConstSpMatDescr_t a, hipsparseDnMatDescr_t b,
                                         hipsparseSparseToDenseAlg_t, void*) {
  WL_READY(handle);
  WL_NEED(a && b);
  const auto& from = *static_cast<const SpMat*>(a);
  const auto& to = *static_cast<const DnMat*>(b);
  WL_NEED(from.rows == to.rows && from.cols == to.cols);
  if (from.type != to.type) return not_supported;
  return with_any(to.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* out = static_cast<T*>(to.values);
    const T* in = static_cast<const T*>(from.values);
    const bool by_row = to.order == HIPSPARSE_ORDER_ROW;
    for (int64_t p = 0; p < (by_row ? to.rows : to.cols); ++p)
      for (int64_t q = 0; q < (by_row ? to.cols : to.rows); ++q) out[p * to.ld + q] = T{};
    each_element(from, [&](int64_t i, int64_t j, int64_t k) { out[to.at(i, j)] = in[k]; });
    return success;
  }, not_supported);
}

hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                                    hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t, size_t* size) {
  return buffer(handle, a, b, size);
}
// Counts: the sparse matrix's number of elements, and its offsets where it has them.
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                                  hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t, void*) {
  WL_READY(handle);
  WL_NEED(a && b);
  const auto& from = *static_cast<const DnMat*>(a);
  auto& to = *static_cast<SpMat*>(b);
  WL_NEED(from.rows == to.rows && from.cols == to.cols);
  if (from.type != to.type) return not_supported;
  return with_real_or_complex(from.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    to.nnz = 0;
    if (to.format == HIPSPARSE_FORMAT_COO) {
      each_nonzero<T>(from, to.format, [&](int64_t, int64_t, const T&) { ++to.nnz; });
      return success;
    }
    WL_NEED(to.offsets);
    return with_index(to.offset_type, [&](auto offset) {
      using O = decltype(offset);
      O* offsets = static_cast<O*>(to.offsets);
      const bool by_column = to.format == HIPSPARSE_FORMAT_CSC;
      const int64_t outer = by_column ? to.cols : to.rows;
      std::fill_n(offsets, outer + 1, O(0));
      each_nonzero<T>(from, to.format, [&](int64_t i, int64_t j, const T&) {
        ++offsets[(by_column ? j : i) + 1];
        ++to.nnz;
      });
      offsets[0] = to.base;
      for (int64_t p = 0; p < outer; ++p) offsets[p + 1] += offsets[p];
      return success;
    });
  }, not_supported);
}
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle, hipsparseConstDnMatDescr_t a,
                                                 hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t, void*) {
  WL_READY(handle);
  WL_NEED(a && b);
  const auto& from = *static_cast<const DnMat*>(a);
  auto& to = *static_cast<SpMat*>(b);
  WL_NEED(from.rows == to.rows && from.cols == to.cols && (to.nnz == 0 || (to.offsets && to.indices && to.values)));
  if (from.type != to.type) return not_supported;
  return with_real_or_complex(from.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    return with_index(to.index_type, [&](auto index) {
      using I = decltype(index);
      I* indices = static_cast<I*>(to.indices);
      T* values = static_cast<T*>(to.values);
      const bool by_column = to.format == HIPSPARSE_FORMAT_CSC, coo = to.format == HIPSPARSE_FORMAT_COO;
      int64_t k = 0;
      each_nonzero<T>(from, to.format, [&](int64_t i, int64_t j, const T& v) {
        if (coo) static_cast<I*>(to.offsets)[k] = static_cast<I>(i + to.base);
        indices[k] = static_cast<I>((by_column ? i : j) + to.base);
        values[k++] = v;
      });
      return success;
    });
  }, not_supported);
}

}  // extern "C"
