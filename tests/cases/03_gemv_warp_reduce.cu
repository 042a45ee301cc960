// Case 3. Matrix times vector, a row a warp: lanes and rows by 32, the sum by cub::WarpReduce without a width.
#include <cstdio>
#include <cub/cub.cuh>
#include <cuda_runtime.h>

__global__ void gemv(const float *matrix, const float *x, float *y, int columns)
{
    typedef cub::WarpReduce<float> Reduce; // port: WL1205
    __shared__ Reduce::TempStorage storage[8];
    const int lane = threadIdx.x % 32, row_in_block = threadIdx.x / 32, row = blockIdx.x * 8 + row_in_block;
    float sum = 0;
    for (int i = lane; i < columns; i += 32) sum += matrix[row * columns + i] * x[i];
    sum = Reduce(storage[row_in_block]).Sum(sum);
    if (lane == 0) y[row] = sum;
}

int main()
{
    const int rows = 32, columns = 100;
    float *matrix, *x, *y;
    cudaMallocManaged(&matrix, rows * columns * sizeof(float));
    cudaMallocManaged(&x, columns * sizeof(float));
    cudaMallocManaged(&y, rows * sizeof(float));
    for (int i = 0; i < rows * columns; ++i) matrix[i] = (i * 7 % 13) - 6;
    for (int i = 0; i < columns; ++i) x[i] = i % 5;
    gemv<<<rows / 8, 256>>>(matrix, x, y, columns);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; ++r) {
        float want = 0; // whole numbers: exact in any order
        for (int i = 0; i < columns; ++i) want += matrix[r * columns + i] * x[i];
        if (y[r] != want) {
            printf("FAIL: row %d: %g instead of %g\n", r, y[r], want);
            return 1;
        }
    }
    puts("PASS");
}
