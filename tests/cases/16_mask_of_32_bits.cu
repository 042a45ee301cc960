// Case 16. A full mask of 32 bits for a shuffle of the warp.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void maxima(const float *in, float *out)
{
    float v = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, step));
    out[threadIdx.x] = v;
}

int main()
{
    float *in, *out;
    cudaMallocManaged(&in, 128 * sizeof(float));
    cudaMallocManaged(&out, 128 * sizeof(float));
    for (int i = 0; i < 128; ++i) in[i] = (i * 29 % 128) - 100;
    maxima<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; ++i) {
        float want = -1000;
        for (int k = i / 32 * 32; k < i / 32 * 32 + 32; ++k) want = in[k] > want ? in[k] : want;
        if (out[i] != want) {
            printf("FAIL: thread %d: %g instead of %g\n", i, out[i], want);
            return 1;
        }
    }
    puts("PASS");
}
