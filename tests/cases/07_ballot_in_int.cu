// Case 7. A ballot in an int, the lanes before by ~(-1 << lane), the total from lane 31: compaction with a running base.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void keep_odd(const int *in, int *out, int *kept, int n)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32; // native: WL1211
    int base = 0;
    for (int i = lane; i < n; i += 32) {
        const int v = in[warp * n + i], odd = v & 1;
        int mask = __ballot_sync(0xffffffff, odd);  // native: WL1233
        int before = __popc(mask & ~(-1 << lane));  // native: WL1234 WL1235
        if (odd) out[warp * n + base + before] = v;
        base += __shfl_sync(0xffffffff, before + odd, 31); // native: WL1252
    }
    if (lane == 0) kept[warp] = base;
}

int main()
{
    const int warps = 4, n = 96;
    int *in, *out, *kept;
    cudaMallocManaged(&in, warps * n * sizeof(int));
    cudaMallocManaged(&out, warps * n * sizeof(int));
    cudaMallocManaged(&kept, warps * sizeof(int));
    for (int i = 0; i < warps * n; ++i) in[i] = i * i / 3;
    keep_odd<<<1, warps * 32>>>(in, out, kept, n);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; ++w) {
        int count = 0;
        for (int i = 0; i < n; ++i)
            if (in[w * n + i] & 1 && out[w * n + count++] != in[w * n + i]) {
                printf("FAIL: warp %d, value %d\n", w, count - 1);
                return 1;
            }
        if (kept[w] != count) {
            printf("FAIL: warp %d keeps %d instead of %d\n", w, kept[w], count);
            return 1;
        }
    }
    puts("PASS");
}
