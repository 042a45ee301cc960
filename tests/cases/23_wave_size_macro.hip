// Case 23. Host and device trust __AMDGCN_WAVEFRONT_SIZE, which newer compilers do not define.
#include <hip/hip_runtime.h>

#if defined(__AMDGCN_WAVEFRONT_SIZE) && __AMDGCN_WAVEFRONT_SIZE == 64 // lint: WL1215
constexpr int width = 64;
#else
constexpr int width = 32;
#endif

__global__ void copy(const int *in, int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x]; }

void run(const int *in, int *out, int n) { copy<<<n / (8 * width), 8 * width>>>(in, out); }
