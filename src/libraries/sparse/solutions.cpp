// Generic triangular solutions: SpSV and SpSM. The triangle and its diagonal are the matrix's attributes; elements of the
// other triangle are not read.
#include "libraries/sparse/triangle.h"
#include <new>

using namespace wavelift::libraries;

struct hipsparseSpSVDescr {
  bool is_analysed = false;
};
struct hipsparseSpSMDescr {
  bool is_analysed = false;
};

namespace {

constexpr auto success = HIPSPARSE_STATUS_SUCCESS, not_supported = HIPSPARSE_STATUS_NOT_SUPPORTED;

const SpMat& sparse(const void* d) { return *static_cast<const SpMat*>(d); }

template <class D> hipsparseStatus_t create(D** descr) {
  WL_NEED(descr);
  *descr = new (std::nothrow) D;
  return *descr ? success : HIPSPARSE_STATUS_ALLOC_FAILED;
}

}  // namespace

extern "C" {

hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t* descr) { return create(descr); }
hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr) {
  delete descr;
  return success;
}
hipsparseStatus_t hipsparseSpSV_bufferSize(HIPSPARSE_SPSV_ARGUMENTS, size_t* size) {
  (void)opA, (void)computeType, (void)alg;
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(alpha && matA && x && y && spsvDescr && size);
  *size = 4;
  return success;
}
hipsparseStatus_t hipsparseSpSV_analysis(HIPSPARSE_SPSV_ARGUMENTS, void*) {
  size_t unused;
  hipsparseStatus_t s = hipsparseSpSV_bufferSize(handle, opA, alpha, matA, x, y, computeType, alg, spsvDescr, &unused);
  if (s == success) spsvDescr->is_analysed = true;
  return s;
}
hipsparseStatus_t hipsparseSpSV_solve(HIPSPARSE_SPSV_ARGUMENTS) {
  (void)alg;
  WL_READY(handle);
  WL_NEED(alpha && matA && x && y && spsvDescr && spsvDescr->is_analysed);
  const SpMat& a = sparse(matA);
  const auto &from = *static_cast<const DnVec*>(x), &to = *static_cast<const DnVec*>(y);
  WL_NEED(a.rows == a.cols && from.size == a.rows && to.size == a.rows);
  if (a.type != computeType || from.type != computeType || to.type != computeType) return not_supported;
  return with_four(computeType, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Triangle<T> triangle(a, opA);
    const T by = *static_cast<const T*>(alpha);
    const T* in = static_cast<const T*>(from.values);
    T* out = static_cast<T*>(to.values);
    triangle.solve([&](int64_t i) { return by * in[i]; }, [&](int64_t i) -> T& { return out[i]; });
    return success;
  }, not_supported);
}

hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t* descr) { return create(descr); }
hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr) {
  delete descr;
  return success;
}
hipsparseStatus_t hipsparseSpSM_bufferSize(HIPSPARSE_SPSM_ARGUMENTS, size_t* size) {
  (void)opA, (void)opB, (void)computeType, (void)alg;
  if (!handle) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  WL_NEED(alpha && matA && matB && matC && spsmDescr && size);
  *size = 4;
  return success;
}
hipsparseStatus_t hipsparseSpSM_analysis(HIPSPARSE_SPSM_ARGUMENTS, void*) {
  size_t unused;
  hipsparseStatus_t s = hipsparseSpSM_bufferSize(handle, opA, opB, alpha, matA, matB, matC, computeType, alg, spsmDescr, &unused);
  if (s == success) spsmDescr->is_analysed = true;
  return s;
}
// op(A) C = alpha op(B), column by column of C.
hipsparseStatus_t hipsparseSpSM_solve(HIPSPARSE_SPSM_ARGUMENTS, void*) {
  (void)alg;
  WL_READY(handle);
  WL_NEED(alpha && matA && matB && matC && spsmDescr && spsmDescr->is_analysed);
  const SpMat& a = sparse(matA);
  const auto &b = *static_cast<const DnMat*>(matB), &c = *static_cast<const DnMat*>(matC);
  const bool tb = opB != HIPSPARSE_OPERATION_NON_TRANSPOSE, conjugated = opB == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const int64_t n = tb ? b.rows : b.cols;
  WL_NEED(a.rows == a.cols && (tb ? b.cols : b.rows) == a.rows && c.rows == a.rows && c.cols == n);
  if (a.type != computeType || b.type != computeType || c.type != computeType) return not_supported;
  return with_four(computeType, [&](auto tag) {
    using T = typename decltype(tag)::type;
    Triangle<T> triangle(a, opA);
    const T by = *static_cast<const T*>(alpha);
    const T* in = static_cast<const T*>(b.values);
    T* out = static_cast<T*>(c.values);
    for (int64_t j = 0; j < n; ++j)
      triangle.solve([&](int64_t i) { return by * (conjugated ? conj_of(in[b.at(i, j, tb)]) : in[b.at(i, j, tb)]); },
                     [&](int64_t i) -> T& { return out[c.at(i, j)]; });
    return success;
  }, not_supported);
}

}  // extern "C"
