// Handles, modes, status names, and copies of vectors and matrices between host and device.
#include "libraries/blas/handle.h"
#include <new>

using namespace wavelift::libraries;

namespace {

BlasHandle* of(hipblasHandle_t handle) { return static_cast<BlasHandle*>(handle); }

template <class T> hipblasStatus_t put(hipblasHandle_t handle, T BlasHandle::*member, T value, bool is_known = true) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!is_known) return HIPBLAS_STATUS_INVALID_ENUM;
  of(handle)->*member = value;
  return HIPBLAS_STATUS_SUCCESS;
}
template <class T> hipblasStatus_t get(hipblasHandle_t handle, T BlasHandle::*member, T* value) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!value) return HIPBLAS_STATUS_INVALID_VALUE;
  *value = of(handle)->*member;
  return HIPBLAS_STATUS_SUCCESS;
}

// Columns of `rows` elements; a vector is a matrix with one row. The runtime's 2D copy knows streams and captures.
hipblasStatus_t copy(int64_t rows, int64_t cols, int64_t size, const void* from, int64_t ld_from, void* to, int64_t ld_to,
                     hipMemcpyKind kind, const hipStream_t* stream) {
  if (rows < 0 || cols < 0 || size <= 0 || ld_from <= 0 || ld_to <= 0 || ld_from < rows || ld_to < rows)
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || cols == 0) return HIPBLAS_STATUS_SUCCESS;
  if (!from || !to) return HIPBLAS_STATUS_INVALID_VALUE;
  auto bytes = [&](int64_t n) { return static_cast<size_t>(n * size); };
  hipError_t error = stream ? hipMemcpy2DAsync(to, bytes(ld_to), from, bytes(ld_from), bytes(rows), static_cast<size_t>(cols),
                                               kind, *stream)
                            : hipMemcpy2D(to, bytes(ld_to), from, bytes(ld_from), bytes(rows), static_cast<size_t>(cols), kind);
  return error == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_MAPPING_ERROR;
}

constexpr auto up = hipMemcpyHostToDevice, down = hipMemcpyDeviceToHost;

}  // namespace

extern "C" {

hipblasStatus_t hipblasCreate(hipblasHandle_t* handle) {
  if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  *handle = new (std::nothrow) BlasHandle;
  return *handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  delete of(handle);
  return HIPBLAS_STATUS_SUCCESS;
}
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream) { return put(handle, &BlasHandle::stream, stream); }
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t* stream) { return get(handle, &BlasHandle::stream, stream); }
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t mode) {
  return put(handle, &BlasHandle::pointer_mode, mode, mode <= HIPBLAS_POINTER_MODE_DEVICE);
}
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t* mode) {
  return get(handle, &BlasHandle::pointer_mode, mode);
}
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode) {
  return put(handle, &BlasHandle::math_mode, mode, mode <= HIPBLAS_TENSOR_OP_MATH);
}
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t* mode) { return get(handle, &BlasHandle::math_mode, mode); }
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t mode) {
  return put(handle, &BlasHandle::atomics_mode, mode, mode <= HIPBLAS_ATOMICS_ALLOWED);
}
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t* mode) {
  return get(handle, &BlasHandle::atomics_mode, mode);
}
// Nothing here needs room on the device.
hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void*, size_t) {
  return handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}

const char* hipblasStatusToString(hipblasStatus_t status) {
  switch (status) {
#define WL_NAME(name)                                                                                        \
  case name: return #name;
    WL_NAME(HIPBLAS_STATUS_SUCCESS)
    WL_NAME(HIPBLAS_STATUS_NOT_INITIALIZED)
    WL_NAME(HIPBLAS_STATUS_ALLOC_FAILED)
    WL_NAME(HIPBLAS_STATUS_INVALID_VALUE)
    WL_NAME(HIPBLAS_STATUS_MAPPING_ERROR)
    WL_NAME(HIPBLAS_STATUS_EXECUTION_FAILED)
    WL_NAME(HIPBLAS_STATUS_INTERNAL_ERROR)
    WL_NAME(HIPBLAS_STATUS_NOT_SUPPORTED)
    WL_NAME(HIPBLAS_STATUS_ARCH_MISMATCH)
    WL_NAME(HIPBLAS_STATUS_HANDLE_IS_NULLPTR)
    WL_NAME(HIPBLAS_STATUS_INVALID_ENUM)
    WL_NAME(HIPBLAS_STATUS_UNKNOWN)
#undef WL_NAME
  }
  return "not a hipBLAS status";
}

#define WL_COPIES(end, I)                                                                                    \
  hipblasStatus_t hipblasSetVector##end(I n, I size, const void* x, I incx, void* y, I incy) {               \
    return copy(1, n, size, x, incx, y, incy, up, nullptr);                                                  \
  }                                                                                                          \
  hipblasStatus_t hipblasGetVector##end(I n, I size, const void* x, I incx, void* y, I incy) {               \
    return copy(1, n, size, x, incx, y, incy, down, nullptr);                                                \
  }                                                                                                          \
  hipblasStatus_t hipblasSetMatrix##end(I rows, I cols, I size, const void* a, I lda, void* b, I ldb) {      \
    return copy(rows, cols, size, a, lda, b, ldb, up, nullptr);                                              \
  }                                                                                                          \
  hipblasStatus_t hipblasGetMatrix##end(I rows, I cols, I size, const void* a, I lda, void* b, I ldb) {      \
    return copy(rows, cols, size, a, lda, b, ldb, down, nullptr);                                            \
  }
WL_COPIES(, int)
WL_COPIES(_64, int64_t)
#undef WL_COPIES

hipblasStatus_t hipblasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, hipStream_t stream) {
  return copy(1, n, size, x, incx, y, incy, up, &stream);
}
hipblasStatus_t hipblasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, hipStream_t stream) {
  return copy(1, n, size, x, incx, y, incy, down, &stream);
}
hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int size, const void* a, int lda, void* b, int ldb,
                                      hipStream_t stream) {
  return copy(rows, cols, size, a, lda, b, ldb, up, &stream);
}
hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int size, const void* a, int lda, void* b, int ldb,
                                      hipStream_t stream) {
  return copy(rows, cols, size, a, lda, b, ldb, down, &stream);
}

}  // extern "C"
