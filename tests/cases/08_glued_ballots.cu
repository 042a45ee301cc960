// Case 8. A scan by shuffles without a width, and two ballots of 32 bits glued to one word of 64.
#include <cstdio>
#include <cuda_runtime.h>

// A warp packs 64 flags to one word and says where each group of words begins.
__global__ void pack(const int *flags, unsigned long long *words, int *begins)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32; // native: WL1211
    const unsigned low = __ballot_sync(0xffffffff, flags[warp * 64 + lane]);       // native: WL1233
    const unsigned high = __ballot_sync(0xffffffff, flags[warp * 64 + 32 + lane]); // native: WL1233
    const unsigned long long word = low | static_cast<unsigned long long>(high) << 32;
    if (lane == 0) words[warp] = word;
    int sum = static_cast<int>(word >> (2 * lane) & 3);
    for (int d = 1; d < 32; d *= 2) {
        const int other = __shfl_up_sync(0xffffffff, sum, d); // native: WL1252
        if (lane >= d) sum += other;
    }
    begins[warp * 32 + lane] = sum; // native: WL1211
}

int main()
{
    const int warps = 6;
    int *flags, *begins;
    unsigned long long *words;
    cudaMallocManaged(&flags, warps * 64 * sizeof(int));
    cudaMallocManaged(&begins, warps * 32 * sizeof(int));
    cudaMallocManaged(&words, warps * sizeof(unsigned long long));
    for (int i = 0; i < warps * 64; ++i) flags[i] = i * i % 7 < 3;
    pack<<<1, warps * 32>>>(flags, words, begins);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; ++w) {
        unsigned long long want = 0;
        for (int i = 0; i < 64; ++i) want |= static_cast<unsigned long long>(flags[w * 64 + i]) << i;
        int sum = 0;
        for (int i = 0; i < 32; ++i) {
            sum += want >> (2 * i) & 3;
            if (words[w] != want || begins[w * 32 + i] != sum) {
                printf("FAIL: warp %d lane %d: %llx %d instead of %llx %d\n", w, i, words[w], begins[w * 32 + i], want, sum);
                return 1;
            }
        }
    }
    puts("PASS");
}
