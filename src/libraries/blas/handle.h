// hipBLAS's handle, and how every routine is entered: handle, stream and number of problems are looked at once, then the
// operation runs for each problem.
#pragma once
#include "libraries/common/numbers.h"
#include "libraries/common/stream.h"
#include <climits>
#include <hipblas/hipblas.h>

namespace wavelift::libraries {

struct BlasHandle {
  hipStream_t stream = nullptr;
  hipblasPointerMode_t pointer_mode = HIPBLAS_POINTER_MODE_HOST;  // both are read in place: device memory is host memory
  hipblasMath_t math_mode = HIPBLAS_DEFAULT_MATH;
  hipblasAtomicsMode_t atomics_mode = HIPBLAS_ATOMICS_ALLOWED;
};

// OpenBLAS counts in 32 bits. A size beyond that becomes the least int, which no operation accepts, and is remembered.
inline thread_local bool size_too_large = false;
inline int size_of_index(int64_t n) {
  if (n >= -INT_MAX && n <= INT_MAX) return static_cast<int>(n);
  size_too_large = true;
  return INT_MIN;
}

// Runs op(b) for the problems b of `count`, until one is refused.
template <class Op> hipblasStatus_t run(hipblasHandle_t handle, int64_t count, Op&& op) {
  if (!handle) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (count < 0) return HIPBLAS_STATUS_INVALID_VALUE;
  if (count == 0) return HIPBLAS_STATUS_SUCCESS;
  Ready ready = wait_for(static_cast<BlasHandle*>(handle)->stream);
  if (ready != Ready::yes) return refusal(ready, HIPBLAS_STATUS_NOT_SUPPORTED, HIPBLAS_STATUS_EXECUTION_FAILED);
  size_too_large = false;
  for (int64_t b = 0; b < count; ++b) {
    hipblasStatus_t status = op(b);
    if (size_too_large) return HIPBLAS_STATUS_NOT_SUPPORTED;
    if (status != HIPBLAS_STATUS_SUCCESS) return status;
  }
  return HIPBLAS_STATUS_SUCCESS;
}

}  // namespace wavelift::libraries
