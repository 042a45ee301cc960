// CUDA's SIMD functions are not HIP's.
// refused: use of undeclared identifier '__vadd4'
#include <hip/hip_runtime.h>
__global__ void k(unsigned* p) { p[0] = __vadd4(p[1], p[2]); }
