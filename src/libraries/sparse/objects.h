// What hipSPARSE's opaque types point to, and how a sparse matrix's elements are walked whatever its format.
#pragma once
#include "libraries/common/numbers.h"
#include "libraries/common/stream.h"
#include <hipsparse/hipsparse.h>
#include <vector>

namespace wavelift::libraries {

struct SparseHandle {
  hipStream_t stream = nullptr;
  hipsparsePointerMode_t pointer_mode = HIPSPARSE_POINTER_MODE_HOST;  // both are read in place
};

struct MatDescr {
  hipsparseMatrixType_t type = HIPSPARSE_MATRIX_TYPE_GENERAL;
  hipsparseFillMode_t fill = HIPSPARSE_FILL_MODE_LOWER;
  hipsparseDiagType_t diagonal = HIPSPARSE_DIAG_TYPE_NON_UNIT;
  hipsparseIndexBase_t base = HIPSPARSE_INDEX_BASE_ZERO;
};

struct DnVec {
  int64_t size;
  void* values;
  hipDataType type;
};

struct SpVec {
  int64_t size, nnz;
  void *indices, *values;
  hipsparseIndexType_t index;
  hipsparseIndexBase_t base;
  hipDataType type;
};

struct DnMat {
  int64_t rows, cols, ld;
  void* values;
  hipDataType type;
  hipsparseOrder_t order;
  int batch = 1;
  int64_t batch_stride = 0;
  // Where element (i, j) is, seen as the matrix or as its transpose.
  int64_t at(int64_t i, int64_t j, bool transposed = false) const {
    if (transposed) std::swap(i, j);
    return order == HIPSPARSE_ORDER_ROW ? i * ld + j : i + j * ld;
  }
};

// `offsets` are row offsets (CSR), column offsets (CSC) or row indices (COO); `indices` are those of the other dimension.
struct SpMat {
  hipsparseFormat_t format;
  int64_t rows, cols, nnz;
  void *offsets, *indices, *values;
  hipsparseIndexType_t offset_type, index_type;
  hipsparseIndexBase_t base;
  hipDataType type;
  hipsparseFillMode_t fill = HIPSPARSE_FILL_MODE_LOWER;
  hipsparseDiagType_t diagonal = HIPSPARSE_DIAG_TYPE_NON_UNIT;
  int batch = 1;
  int64_t offsets_stride = 0, values_stride = 0;
};

template <class F> auto with_index(hipsparseIndexType_t type, F&& f) {
  return type == HIPSPARSE_INDEX_64I ? f(int64_t{}) : f(int32_t{});
}
inline bool is_index(hipsparseIndexType_t type) { return type == HIPSPARSE_INDEX_32I || type == HIPSPARSE_INDEX_64I; }
inline int64_t index_size(hipsparseIndexType_t type) { return type == HIPSPARSE_INDEX_64I ? 8 : 4; }

// f(i, j, k) for the elements: row and column counted from 0, and the place k of the value. In the order of storage.
template <class F> void each_element(const SpMat& a, F&& f) {
  const int64_t base = a.base;
  with_index(a.index_type, [&](auto index) {
    using I = decltype(index);
    const I* indices = static_cast<const I*>(a.indices);
    with_index(a.format == HIPSPARSE_FORMAT_COO ? a.index_type : a.offset_type, [&](auto offset) {
      using O = decltype(offset);
      const O* offsets = static_cast<const O*>(a.offsets);
      if (a.format == HIPSPARSE_FORMAT_COO) {
        for (int64_t k = 0; k < a.nnz; ++k) f(offsets[k] - base, indices[k] - base, k);
      } else {
        const bool by_row = a.format == HIPSPARSE_FORMAT_CSR;
        for (int64_t i = 0, n = by_row ? a.rows : a.cols; i < n; ++i)
          for (int64_t k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
            by_row ? f(i, indices[k] - base, k) : f(indices[k] - base, i, k);
      }
      return 0;
    });
    return 0;
  });
}

// A matrix in rows, with indices from 0: what products and solutions work on. `source[k]` is the value's place in the
// original, elements of a row are in the order of storage.
struct Rows {
  int64_t rows, cols;
  std::vector<int64_t> offsets, columns, source;
};
Rows rows_of(const SpMat& a, bool transposed = false);

// The entry of every call: the handle, then its stream.
inline hipsparseStatus_t ready(hipsparseHandle_t handle) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  Ready r = wait_for(static_cast<SparseHandle*>(handle)->stream);
  return r == Ready::yes ? HIPSPARSE_STATUS_SUCCESS
                         : refusal(r, HIPSPARSE_STATUS_NOT_SUPPORTED, HIPSPARSE_STATUS_EXECUTION_FAILED);
}

}  // namespace wavelift::libraries

// Leaves the call with the status unless the condition holds.
#define WL_NEED(condition)                                                                                   \
  if (!(condition)) return HIPSPARSE_STATUS_INVALID_VALUE
#define WL_READY(handle)                                                                                     \
  if (hipsparseStatus_t status = ready(handle); status != HIPSPARSE_STATUS_SUCCESS) return status
