// Handles and descriptors of vectors and matrices.
#include "libraries/sparse/objects.h"
#include <new>

using namespace wavelift::libraries;

namespace {

constexpr auto success = HIPSPARSE_STATUS_SUCCESS;

template <class Object, class Descr, class... Values> hipsparseStatus_t make(Descr* to, Values... values) {
  WL_NEED(to);
  *to = new (std::nothrow) Object{values...};
  return *to ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}
template <class Object> hipsparseStatus_t destroy(const void* descr) {
  delete static_cast<const Object*>(descr);
  return success;
}
// Answers a member where the caller wants it.
template <class T, class V> void give(T* to, V value) {
  if (to) *to = static_cast<T>(value);
}
SpMat* mat(const void* d) { return const_cast<SpMat*>(static_cast<const SpMat*>(d)); }
SpVec* vec(const void* d) { return const_cast<SpVec*>(static_cast<const SpVec*>(d)); }
DnVec* dense(const void* d) { return const_cast<DnVec*>(static_cast<const DnVec*>(d)); }
DnMat* dense_mat(const void* d) { return const_cast<DnMat*>(static_cast<const DnMat*>(d)); }
MatDescr* descr(const void* d) { return const_cast<MatDescr*>(static_cast<const MatDescr*>(d)); }

hipsparseStatus_t make_matrix(const void** to, hipsparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz,
                              const void* offsets, const void* indices, const void* values, hipsparseIndexType_t offset_type,
                              hipsparseIndexType_t index_type, hipsparseIndexBase_t base, hipDataType type) {
  WL_NEED(rows >= 0 && cols >= 0 && nnz >= 0 && is_index(offset_type) && is_index(index_type));
  if (!size_of(type)) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  WL_NEED(to);
  auto* made = new (std::nothrow) SpMat{.format = format, .rows = rows, .cols = cols, .nnz = nnz,
                                        .offsets = const_cast<void*>(offsets), .indices = const_cast<void*>(indices),
                                        .values = const_cast<void*>(values), .offset_type = offset_type,
                                        .index_type = index_type, .base = base, .type = type};
  *to = made;
  return made ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}

template <class P>
hipsparseStatus_t get_matrix(const void* d, hipsparseFormat_t format, int64_t* rows, int64_t* cols, int64_t* nnz, P* offsets,
                             P* indices, P* values, hipsparseIndexType_t* offset_type, hipsparseIndexType_t* index_type,
                             hipsparseIndexBase_t* base, hipDataType* type) {
  const SpMat* a = mat(d);
  WL_NEED(a && a->format == format);
  give(rows, a->rows);
  give(cols, a->cols);
  give(nnz, a->nnz);
  give(offsets, a->offsets);
  give(indices, a->indices);
  give(values, a->values);
  give(offset_type, a->offset_type);
  give(index_type, a->index_type);
  give(base, a->base);
  give(type, a->type);
  return success;
}
hipsparseStatus_t set_matrix(void* d, hipsparseFormat_t format, void* offsets, void* indices, void* values) {
  SpMat* a = mat(d);
  WL_NEED(a && a->format == format && offsets && indices && values);
  a->offsets = offsets;
  a->indices = indices;
  a->values = values;
  return success;
}

template <class P>
hipsparseStatus_t get_vector(const void* d, int64_t* size, int64_t* nnz, P* indices, P* values, hipsparseIndexType_t* index,
                             hipsparseIndexBase_t* base, hipDataType* type) {
  const SpVec* v = vec(d);
  WL_NEED(v);
  give(size, v->size);
  give(nnz, v->nnz);
  give(indices, v->indices);
  give(values, v->values);
  give(index, v->index);
  give(base, v->base);
  give(type, v->type);
  return success;
}
hipsparseStatus_t make_vector(const void** to, int64_t size, int64_t nnz, const void* indices, const void* values,
                              hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type) {
  WL_NEED(to && size >= 0 && nnz >= 0 && nnz <= size && (nnz == 0 || (indices && values)) && is_index(index));
  if (!size_of(type)) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  *to = new (std::nothrow) SpVec{size, nnz, const_cast<void*>(indices), const_cast<void*>(values), index, base, type};
  return *to ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t make_dense(const void** to, int64_t size, const void* values, hipDataType type) {
  WL_NEED(to && size >= 0 && (size == 0 || values));
  if (!size_of(type)) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  *to = new (std::nothrow) DnVec{size, const_cast<void*>(values), type};
  return *to ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t make_dense_matrix(const void** to, int64_t rows, int64_t cols, int64_t ld, const void* values,
                                    hipDataType type, hipsparseOrder_t order) {
  WL_NEED(to && rows >= 0 && cols >= 0 && (values || rows == 0 || cols == 0));
  WL_NEED(order == HIPSPARSE_ORDER_ROW ? ld >= cols : order == HIPSPARSE_ORDER_COL && ld >= rows);
  if (!size_of(type)) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  *to = new (std::nothrow) DnMat{.rows = rows, .cols = cols, .ld = ld, .values = const_cast<void*>(values), .type = type,
                                 .order = order};
  return *to ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}
template <class D> const void** any(D* to) { return const_cast<const void**>(to); }

}  // namespace

extern "C" {

hipsparseStatus_t hipsparseCreate(hipsparseHandle_t* handle) { return make<SparseHandle>(handle); }
hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  return destroy<SparseHandle>(handle);
}
#define WL_STATUSES(ROW)                                                                                     \
  ROW(SUCCESS, "success")                                                                                    \
  ROW(NOT_INITIALIZED, "the handle was not created")                                                         \
  ROW(ALLOC_FAILED, "out of memory")                                                                         \
  ROW(INVALID_VALUE, "invalid value")                                                                        \
  ROW(ARCH_MISMATCH, "the device lacks a feature")                                                           \
  ROW(MAPPING_ERROR, "memory could not be accessed")                                                         \
  ROW(EXECUTION_FAILED, "the device reported an error")                                                      \
  ROW(INTERNAL_ERROR, "internal error")                                                                      \
  ROW(MATRIX_TYPE_NOT_SUPPORTED, "the matrix type is not supported")                                         \
  ROW(ZERO_PIVOT, "a pivot is zero")                                                                         \
  ROW(NOT_SUPPORTED, "not supported")                                                                        \
  ROW(INSUFFICIENT_RESOURCES, "the buffer is too small")
const char* hipsparseGetErrorName(hipsparseStatus_t status) {
  switch (status) {
#define WL_ROW(name, text)                                                                                   \
  case HIPSPARSE_STATUS_##name: return "HIPSPARSE_STATUS_" #name;
    WL_STATUSES(WL_ROW)
#undef WL_ROW
  }
  return "not a hipSPARSE status";
}
const char* hipsparseGetErrorString(hipsparseStatus_t status) {
  switch (status) {
#define WL_ROW(name, text)                                                                                   \
  case HIPSPARSE_STATUS_##name: return text;
    WL_STATUSES(WL_ROW)
#undef WL_ROW
  }
  return "not a hipSPARSE status";
}
#undef WL_STATUSES
hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int* version) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(version);
  *version = hipsparseVersionMajor * 100000 + hipsparseVersionMinor * 100 + hipsparseVersionPatch;
  return success;
}
hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t handle, hipStream_t stream) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  static_cast<SparseHandle*>(handle)->stream = stream;
  return success;
}
hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t handle, hipStream_t* stream) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(stream);
  *stream = static_cast<SparseHandle*>(handle)->stream;
  return success;
}
hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t mode) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(mode == HIPSPARSE_POINTER_MODE_HOST || mode == HIPSPARSE_POINTER_MODE_DEVICE);
  static_cast<SparseHandle*>(handle)->pointer_mode = mode;
  return success;
}
hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t handle, hipsparsePointerMode_t* mode) {
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(mode);
  *mode = static_cast<SparseHandle*>(handle)->pointer_mode;
  return success;
}

hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t* d) { return make<MatDescr>(d); }
hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t d) { return destroy<MatDescr>(d); }
hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t to, const hipsparseMatDescr_t from) {
  WL_NEED(to && from);
  *descr(to) = *descr(from);
  return success;
}
#define WL_MEMBER(Name, T, member, last)                                                                     \
  hipsparseStatus_t hipsparseSetMat##Name(hipsparseMatDescr_t d, T value) {                                  \
    WL_NEED(d && value <= last);                                                                             \
    descr(d)->member = value;                                                                                \
    return success;                                                                                          \
  }                                                                                                          \
  T hipsparseGetMat##Name(const hipsparseMatDescr_t d) { return d ? descr(d)->member : MatDescr{}.member; }
WL_MEMBER(Type, hipsparseMatrixType_t, type, HIPSPARSE_MATRIX_TYPE_TRIANGULAR)
WL_MEMBER(FillMode, hipsparseFillMode_t, fill, HIPSPARSE_FILL_MODE_UPPER)
WL_MEMBER(DiagType, hipsparseDiagType_t, diagonal, HIPSPARSE_DIAG_TYPE_UNIT)
WL_MEMBER(IndexBase, hipsparseIndexBase_t, base, HIPSPARSE_INDEX_BASE_ONE)
#undef WL_MEMBER

hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t* d, int64_t size, int64_t nnz, void* indices, void* values,
                                       hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type) {
  return make_vector(any(d), size, nnz, indices, values, index, base, type);
}
hipsparseStatus_t hipsparseCreateConstSpVec(hipsparseConstSpVecDescr_t* d, int64_t size, int64_t nnz, const void* indices,
                                            const void* values, hipsparseIndexType_t index, hipsparseIndexBase_t base,
                                            hipDataType type) {
  return make_vector(any(d), size, nnz, indices, values, index, base, type);
}
hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t d) { return destroy<SpVec>(d); }
hipsparseStatus_t hipsparseSpVecGet(const hipsparseSpVecDescr_t d, int64_t* size, int64_t* nnz, void** indices, void** values,
                                    hipsparseIndexType_t* index, hipsparseIndexBase_t* base, hipDataType* type) {
  return get_vector(d, size, nnz, indices, values, index, base, type);
}
hipsparseStatus_t hipsparseConstSpVecGet(hipsparseConstSpVecDescr_t d, int64_t* size, int64_t* nnz, const void** indices,
                                         const void** values, hipsparseIndexType_t* index, hipsparseIndexBase_t* base,
                                         hipDataType* type) {
  return get_vector(d, size, nnz, indices, values, index, base, type);
}
hipsparseStatus_t hipsparseSpVecGetIndexBase(const hipsparseConstSpVecDescr_t d, hipsparseIndexBase_t* base) {
  WL_NEED(d && base);
  *base = vec(d)->base;
  return success;
}
#define WL_VALUES(Name, Descr, ConstDescr, object)                                                           \
  hipsparseStatus_t hipsparse##Name##GetValues(Descr d, void** values) {                                     \
    WL_NEED(d && values);                                                                                    \
    *values = object(d)->values;                                                                             \
    return success;                                                                                          \
  }                                                                                                          \
  hipsparseStatus_t hipsparseConst##Name##GetValues(ConstDescr d, const void** values) {                     \
    WL_NEED(d && values);                                                                                    \
    *values = object(d)->values;                                                                             \
    return success;                                                                                          \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##Name##SetValues(Descr d, void* values) {                                      \
    WL_NEED(d && values);                                                                                    \
    object(d)->values = values;                                                                              \
    return success;                                                                                          \
  }
WL_VALUES(SpVec, hipsparseSpVecDescr_t, hipsparseConstSpVecDescr_t, vec)
WL_VALUES(SpMat, hipsparseSpMatDescr_t, hipsparseConstSpMatDescr_t, mat)
WL_VALUES(DnVec, hipsparseDnVecDescr_t, hipsparseConstDnVecDescr_t, dense)
WL_VALUES(DnMat, hipsparseDnMatDescr_t, hipsparseConstDnMatDescr_t, dense_mat)
#undef WL_VALUES

hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t* d, int64_t rows, int64_t cols, int64_t nnz, void* row, void* col,
                                     void* values, hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type) {
  return make_matrix(any(d), HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, col, values, index, index, base, type);
}
hipsparseStatus_t hipsparseCreateConstCoo(hipsparseConstSpMatDescr_t* d, int64_t rows, int64_t cols, int64_t nnz,
                                          const void* row, const void* col, const void* values, hipsparseIndexType_t index,
                                          hipsparseIndexBase_t base, hipDataType type) {
  return make_matrix(any(d), HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, col, values, index, index, base, type);
}
hipsparseStatus_t hipsparseCooGet(const hipsparseSpMatDescr_t d, int64_t* rows, int64_t* cols, int64_t* nnz, void** row,
                                  void** col, void** values, hipsparseIndexType_t* index, hipsparseIndexBase_t* base,
                                  hipDataType* type) {
  return get_matrix(d, HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, col, values, index, index, base, type);
}
hipsparseStatus_t hipsparseConstCooGet(hipsparseConstSpMatDescr_t d, int64_t* rows, int64_t* cols, int64_t* nnz,
                                       const void** row, const void** col, const void** values, hipsparseIndexType_t* index,
                                       hipsparseIndexBase_t* base, hipDataType* type) {
  return get_matrix(d, HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, col, values, index, index, base, type);
}
#define WL_COMPRESSED(Name, FORMAT)                                                                          \
  hipsparseStatus_t hipsparseCreate##Name(hipsparseSpMatDescr_t* d, int64_t rows, int64_t cols, int64_t nnz, void* offsets, \
                                          void* indices, void* values, hipsparseIndexType_t offset_type,     \
                                          hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type) { \
    return make_matrix(any(d), FORMAT, rows, cols, nnz, offsets, indices, values, offset_type, index, base, type); \
  }                                                                                                          \
  hipsparseStatus_t hipsparseCreateConst##Name(hipsparseConstSpMatDescr_t* d, int64_t rows, int64_t cols, int64_t nnz, \
                                               const void* offsets, const void* indices, const void* values, \
                                               hipsparseIndexType_t offset_type, hipsparseIndexType_t index, \
                                               hipsparseIndexBase_t base, hipDataType type) {                \
    return make_matrix(any(d), FORMAT, rows, cols, nnz, offsets, indices, values, offset_type, index, base, type); \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##Name##Get(const hipsparseSpMatDescr_t d, int64_t* rows, int64_t* cols, int64_t* nnz, \
                                         void** offsets, void** indices, void** values, hipsparseIndexType_t* offset_type, \
                                         hipsparseIndexType_t* index, hipsparseIndexBase_t* base, hipDataType* type) { \
    return get_matrix(d, FORMAT, rows, cols, nnz, offsets, indices, values, offset_type, index, base, type); \
  }                                                                                                          \
  hipsparseStatus_t hipsparseConst##Name##Get(hipsparseConstSpMatDescr_t d, int64_t* rows, int64_t* cols, int64_t* nnz, \
                                              const void** offsets, const void** indices, const void** values, \
                                              hipsparseIndexType_t* offset_type, hipsparseIndexType_t* index, \
                                              hipsparseIndexBase_t* base, hipDataType* type) {               \
    return get_matrix(d, FORMAT, rows, cols, nnz, offsets, indices, values, offset_type, index, base, type); \
  }                                                                                                          \
  hipsparseStatus_t hipsparse##Name##SetPointers(hipsparseSpMatDescr_t d, void* offsets, void* indices, void* values) { \
    return set_matrix(d, FORMAT, offsets, indices, values);                                                  \
  }
WL_COMPRESSED(Csr, HIPSPARSE_FORMAT_CSR)
WL_COMPRESSED(Csc, HIPSPARSE_FORMAT_CSC)
#undef WL_COMPRESSED
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t d, void* row, void* col, void* values) {
  return set_matrix(d, HIPSPARSE_FORMAT_COO, row, col, values);
}
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t d) { return destroy<SpMat>(d); }
hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t d, int64_t* rows, int64_t* cols, int64_t* nnz) {
  WL_NEED(d && rows && cols && nnz);
  *rows = mat(d)->rows;
  *cols = mat(d)->cols;
  *nnz = mat(d)->nnz;
  return success;
}
hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t d, hipsparseFormat_t* format) {
  WL_NEED(d && format);
  *format = mat(d)->format;
  return success;
}
hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t d, hipsparseIndexBase_t* base) {
  WL_NEED(d && base);
  *base = mat(d)->base;
  return success;
}
hipsparseStatus_t hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t d, int* count) {
  WL_NEED(d && count);
  *count = mat(d)->batch;
  return success;
}
hipsparseStatus_t hipsparseSpMatSetStridedBatch(hipsparseSpMatDescr_t d, int count) {
  WL_NEED(d && count > 0);
  mat(d)->batch = count;
  return success;
}
hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t d, int count, int64_t stride) {
  WL_NEED(d && count > 0 && stride >= 0);
  mat(d)->batch = count;
  mat(d)->offsets_stride = mat(d)->values_stride = stride;
  return success;
}
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t d, int count, int64_t offsets_stride, int64_t values_stride) {
  WL_NEED(d && count > 0 && offsets_stride >= 0 && values_stride >= 0);
  mat(d)->batch = count;
  mat(d)->offsets_stride = offsets_stride;
  mat(d)->values_stride = values_stride;
  return success;
}
hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t d, hipsparseSpMatAttribute_t attribute, void* data,
                                             size_t size) {
  WL_NEED(d && data && size == sizeof(int));
  if (attribute == HIPSPARSE_SPMAT_FILL_MODE)
    *static_cast<hipsparseFillMode_t*>(data) = mat(d)->fill;
  else if (attribute == HIPSPARSE_SPMAT_DIAG_TYPE)
    *static_cast<hipsparseDiagType_t*>(data) = mat(d)->diagonal;
  else
    return HIPSPARSE_STATUS_INVALID_VALUE;
  return success;
}
hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t d, hipsparseSpMatAttribute_t attribute, const void* data,
                                             size_t size) {
  WL_NEED(d && data && size == sizeof(int));
  if (attribute == HIPSPARSE_SPMAT_FILL_MODE)
    mat(d)->fill = *static_cast<const hipsparseFillMode_t*>(data);
  else if (attribute == HIPSPARSE_SPMAT_DIAG_TYPE)
    mat(d)->diagonal = *static_cast<const hipsparseDiagType_t*>(data);
  else
    return HIPSPARSE_STATUS_INVALID_VALUE;
  return success;
}

hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t* d, int64_t size, void* values, hipDataType type) {
  return make_dense(any(d), size, values, type);
}
hipsparseStatus_t hipsparseCreateConstDnVec(hipsparseConstDnVecDescr_t* d, int64_t size, const void* values, hipDataType type) {
  return make_dense(any(d), size, values, type);
}
hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t d) { return destroy<DnVec>(d); }
hipsparseStatus_t hipsparseDnVecGet(const hipsparseDnVecDescr_t d, int64_t* size, void** values, hipDataType* type) {
  WL_NEED(d);
  give(size, dense(d)->size);
  give(values, dense(d)->values);
  give(type, dense(d)->type);
  return success;
}
hipsparseStatus_t hipsparseConstDnVecGet(hipsparseConstDnVecDescr_t d, int64_t* size, const void** values, hipDataType* type) {
  WL_NEED(d);
  give(size, dense(d)->size);
  give(values, dense(d)->values);
  give(type, dense(d)->type);
  return success;
}
hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t* d, int64_t rows, int64_t cols, int64_t ld, void* values,
                                       hipDataType type, hipsparseOrder_t order) {
  return make_dense_matrix(any(d), rows, cols, ld, values, type, order);
}
hipsparseStatus_t hipsparseCreateConstDnMat(hipsparseConstDnMatDescr_t* d, int64_t rows, int64_t cols, int64_t ld,
                                            const void* values, hipDataType type, hipsparseOrder_t order) {
  return make_dense_matrix(any(d), rows, cols, ld, values, type, order);
}
hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t d) { return destroy<DnMat>(d); }
#define WL_DENSE_GET(Name, Descr, P)                                                                         \
  hipsparseStatus_t Name(Descr d, int64_t* rows, int64_t* cols, int64_t* ld, P** values, hipDataType* type,  \
                         hipsparseOrder_t* order) {                                                          \
    WL_NEED(d);                                                                                              \
    give(rows, dense_mat(d)->rows);                                                                          \
    give(cols, dense_mat(d)->cols);                                                                          \
    give(ld, dense_mat(d)->ld);                                                                              \
    give(values, dense_mat(d)->values);                                                                      \
    give(type, dense_mat(d)->type);                                                                          \
    give(order, dense_mat(d)->order);                                                                        \
    return success;                                                                                          \
  }
WL_DENSE_GET(hipsparseDnMatGet, const hipsparseDnMatDescr_t, void)
WL_DENSE_GET(hipsparseConstDnMatGet, hipsparseConstDnMatDescr_t, const void)
#undef WL_DENSE_GET
hipsparseStatus_t hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t d, int* count, int64_t* stride) {
  WL_NEED(d && count && stride);
  *count = dense_mat(d)->batch;
  *stride = dense_mat(d)->batch_stride;
  return success;
}
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t d, int count, int64_t stride) {
  WL_NEED(d && count > 0 && stride >= 0);
  dense_mat(d)->batch = count;
  dense_mat(d)->batch_stride = stride;
  return success;
}

}  // extern "C"
