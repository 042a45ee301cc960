// Case 18. Softmax with a row a warp and one constant for the width.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int warp_width = 32;

__global__ void softmax(const float *in, float *out)
{
    const int i = threadIdx.x / warp_width * warp_width + threadIdx.x % warp_width;
    float largest = in[i];
    for (int step = warp_width / 2; step > 0; step /= 2) largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, step, warp_width));
    const float e = expf(in[i] - largest);
    float sum = e;
    for (int step = warp_width / 2; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step, warp_width);
    out[i] = e / sum;
}

int main()
{
    const int rows = 8, n = rows * warp_width;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; ++i) in[i] = (i * 11 % 17) * 0.25f - i / 64;
    softmax<<<1, n>>>(in, out);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; ++r) {
        double sum = 0;
        for (int i = 0; i < warp_width; ++i) sum += out[r * warp_width + i];
        if (std::fabs(sum - 1) > 1e-5) {
            printf("FAIL: row %d sums to %g\n", r, sum);
            return 1;
        }
    }
    puts("PASS");
}
