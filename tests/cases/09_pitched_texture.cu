// Case 9. A texture of pitched memory with normalised coordinates and a linear filter, which HIP refuses as out of memory.
#include <cuda_runtime.h>

__global__ void scaled(cudaTextureObject_t image, float *out, int width, int height)
{
    const int x = threadIdx.x, y = blockIdx.x;
    out[y * blockDim.x + x] = tex2D<float>(image, (x + 0.5f) / width, (y + 0.5f) / height);
}

void scale(const float *pixels, size_t pitch, float *out, int width, int height)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<float *>(pixels);
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc sampling = {};
    sampling.filterMode = cudaFilterModeLinear;
    sampling.normalizedCoords = 1;
    cudaTextureObject_t image;
    if (cudaCreateTextureObject(&image, &resource, &sampling, nullptr) != cudaSuccess) return; // port: WL1421
    scaled<<<2 * height, 2 * width>>>(image, out, 2 * width, 2 * height);
    cudaDestroyTextureObject(image);
}
