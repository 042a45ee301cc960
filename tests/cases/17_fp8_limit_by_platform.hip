// Case 17. The largest FP8 value by platform: 240 is that of gfx942 alone.
// lint options: -D USE_ROCM
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#ifdef USE_ROCM
constexpr float fp8_max = 240.0f; // lint: WL1402
#else
constexpr float fp8_max = 448.0f;
#endif

__global__ void clip(float *x) { x[threadIdx.x] = fminf(fmaxf(x[threadIdx.x], -fp8_max), fp8_max); }
