// Case 22. cub::WarpReduce without a width, with storage for each 32 threads.
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_runtime.h>

__global__ void sums(const float *in, float *out)
{
    typedef cub::WarpReduce<float> WarpReduce; // port: WL1205
    __shared__ WarpReduce::TempStorage storage[128 / 32];
    const int warp = threadIdx.x / 32;
    const float sum = WarpReduce(storage[warp]).Sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[warp] = sum;
}

int main()
{
    float *in, *out;
    cudaMallocManaged(&in, 128 * sizeof(float));
    cudaMallocManaged(&out, 4 * sizeof(float));
    for (int i = 0; i < 128; ++i) in[i] = i / 32 + 1;
    sums<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int w = 0; w < 4; ++w)
        if (out[w] != 32 * (w + 1)) {
            printf("FAIL: warp %d: %g instead of %d\n", w, out[w], 32 * (w + 1));
            return 1;
        }
    puts("PASS");
}
