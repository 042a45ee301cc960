// A ballot of 32 lanes on a GPU whose waves have 64.
// refused: needs target feature wavefrontsize32
#include <hip/hip_runtime.h>
__global__ void k(unsigned* p) { p[0] = __builtin_amdgcn_ballot_w32(p[1] != 0); }
