// Case 19. A launcher gives a kernel that another compiler made 32 threads a warp.
#include <cuda.h>

CUresult launch(CUfunction kernel, unsigned blocks, int num_warps, unsigned shared, CUstream stream, void **arguments)
{
    return cuLaunchKernel(kernel, blocks, 1, 1, 32 * num_warps, 1, 1, shared, stream, arguments, nullptr); // port: WL1206
}
