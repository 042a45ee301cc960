// Case 17. FP8 E4M3 with CUDA's largest value, 448: scaled, rounded, and read back.
#include <cmath>
#include <cstdio>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

constexpr float fp8_max = 448.0f;

__global__ void round_trip(const float *in, float *out, float scale)
{
    const __nv_fp8_e4m3 x(fminf(fmaxf(in[threadIdx.x] / scale, -fp8_max), fp8_max));
    out[threadIdx.x] = static_cast<float>(x) * scale;
}

int main()
{
    float *in, *out;
    cudaMallocManaged(&in, 64 * sizeof(float));
    cudaMallocManaged(&out, 64 * sizeof(float));
    float largest = 0;
    for (int i = 0; i < 64; ++i) in[i] = (i - 20) * 0.75f, largest = std::fmax(largest, std::fabs(in[i]));
    round_trip<<<1, 64>>>(in, out, largest / fp8_max);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; ++i) // three bits of fraction: half of the last one is 1/16
        if (std::fabs(out[i] - in[i]) > std::fabs(in[i]) / 16 || (std::fabs(in[i]) == largest && out[i] != in[i])) {
            printf("FAIL: %d: %g instead of %g\n", i, out[i], in[i]);
            return 1;
        }
    puts("PASS");
}
