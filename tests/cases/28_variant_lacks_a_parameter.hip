// Case 28. The variant of a kernel for waves of 64 lacks a parameter that the other has got.
// refused: too many arguments to function call, expected 2, have 3
#include <hip/hip_runtime.h>

#if defined(FOR_WAVES_OF_32)
__global__ void forces(const float *x, float *out, float cutoff) { out[threadIdx.x] = x[threadIdx.x] < cutoff ? x[threadIdx.x] : 0; }
#else
__global__ void forces(const float *x, float *out) { out[threadIdx.x] = x[threadIdx.x]; }
#endif

void run(const float *x, float *out) { forces<<<1, 64>>>(x, out, 0.5f); }
