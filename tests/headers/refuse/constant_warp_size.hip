// warpSize is known on the device only and no constant expression since ROCm 7.
// refused: constexpr variable 'lanes' must be initialized by a constant expression
#include <hip/hip_runtime.h>
__global__ void k(int* p) {
  constexpr int lanes = warpSize;
  p[0] = lanes;
}
