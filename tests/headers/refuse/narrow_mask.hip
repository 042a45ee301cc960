// A 32-bit mask leaves out half of a 64-wide wavefront; ROCm 7 refuses it.
// refused: The mask must be a 64-bit integer
#include <hip/hip_runtime.h>
__global__ void k(float* p) { p[0] = __shfl_down_sync(0xffffffff, p[1], 1); }
