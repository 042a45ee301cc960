// What nvcc includes by itself before a .cu file. Included in front of every source that `wl nvcc` compiles
// together; plain C and C++ files among them must not notice.
#pragma once
#ifdef __HIP__
#include <cuda_runtime.h>
#endif
