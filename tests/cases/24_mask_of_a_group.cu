// Case 24. Groups of 16 lanes reduce, and all of them give the mask of the first 16.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void group_maxima(const float *in, float *out)
{
    float v = in[threadIdx.x];
    for (int step = 8; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(0xffff, v, step, 16)); // native: WL1239
    if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = v;
}

int main()
{
    float *in, *out;
    cudaMallocManaged(&in, 128 * sizeof(float));
    cudaMallocManaged(&out, 8 * sizeof(float));
    for (int i = 0; i < 128; ++i) in[i] = i * 45 % 128;
    group_maxima<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    for (int g = 0; g < 8; ++g) {
        float want = 0;
        for (int i = 0; i < 16; ++i) want = in[g * 16 + i] > want ? in[g * 16 + i] : want;
        if (out[g] != want) {
            printf("FAIL: group %d: %g instead of %g\n", g, out[g], want);
            return 1;
        }
    }
    puts("PASS");
}
