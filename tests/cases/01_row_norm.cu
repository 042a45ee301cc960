// Case 1. A block of 32 x 32 whose rows are taken for warps: each row's squares are summed by xor shuffles.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void row_norm(const float *x, float *out, int columns)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int i = threadIdx.x; i < columns; i += 32) sum += x[row * columns + i] * x[row * columns + i];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step); // native: WL1217
    const float scale = rsqrtf(sum / columns);
    for (int i = threadIdx.x; i < columns; i += 32) out[row * columns + i] = x[row * columns + i] * scale;
}

int main()
{
    const int rows = 64, columns = 96;
    float *x, *out;
    cudaMallocManaged(&x, rows * columns * sizeof(float));
    cudaMallocManaged(&out, rows * columns * sizeof(float));
    for (int i = 0; i < rows * columns; ++i) x[i] = (i / columns + 1) * (1 + i % 7);
    row_norm<<<rows / 32, dim3(32, 32)>>>(x, out, columns); // native: WL1219
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; ++r) {
        double sum = 0;
        for (int i = 0; i < columns; ++i) sum += double(x[r * columns + i]) * x[r * columns + i];
        for (int i = 0; i < columns; ++i) {
            const double want = x[r * columns + i] / std::sqrt(sum / columns);
            if (std::fabs(out[r * columns + i] - want) > 1e-5 * want) {
                printf("FAIL: row %d column %d: %g instead of %g\n", r, i, out[r * columns + i], want);
                return 1;
            }
        }
    }
    puts("PASS");
}
