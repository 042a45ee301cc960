// Case 26. A linear filter of float elements, which gfx90a refuses.
#include <cuda_runtime.h>

cudaTextureObject_t smooth(cudaArray_t pixels)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = pixels;
    cudaTextureDesc sampling = {};
    sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
    sampling.filterMode = cudaFilterModeLinear;
    sampling.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    cudaCreateTextureObject(&image, &resource, &sampling, nullptr); // port: WL1421
    return image;
}
