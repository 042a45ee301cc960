// Case 16 when only names are changed: HIP takes masks of 64 bits and refuses this one.
// refused: The mask must be a 64-bit integer
#include <hip/hip_runtime.h>

__global__ void maxima(const float *in, float *out)
{
    float v = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, step)); // lint: WL1231
    out[threadIdx.x] = v;
}
