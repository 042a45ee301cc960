// Case 30. Threads of a warp with the same label are one group, whose sum is added once.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void add_by_label(const int *labels, const int *values, int *sums, int *groups)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int label = labels[threadIdx.x];
    auto same = cg::labeled_partition(warp, label);
    const int sum = cg::reduce(same, values[threadIdx.x], cg::plus<int>()); // port: WL1002
    if (same.thread_rank() == 0) {
        atomicAdd(&sums[label], sum);
        atomicAdd(&groups[label], 1);
    }
}

int main()
{
    const int n = 256, kinds = 7;
    int *labels, *values, *sums, *groups, want[kinds] = {}, want_groups[kinds] = {};
    cudaMallocManaged(&labels, n * sizeof(int));
    cudaMallocManaged(&values, n * sizeof(int));
    cudaMallocManaged(&sums, kinds * sizeof(int));
    cudaMallocManaged(&groups, kinds * sizeof(int));
    for (int i = 0; i < kinds; ++i) sums[i] = groups[i] = 0;
    for (int i = 0; i < n; ++i) {
        labels[i] = i / 32 % 2 ? i * i % kinds : i % 3;
        values[i] = i;
        want[labels[i]] += i;
    }
    for (int w = 0; w < n; w += 32) {
        bool seen[kinds] = {};
        for (int i = w; i < w + 32; ++i)
            if (!seen[labels[i]]) seen[labels[i]] = true, ++want_groups[labels[i]];
    }
    add_by_label<<<1, n>>>(labels, values, sums, groups);
    cudaDeviceSynchronize();
    for (int i = 0; i < kinds; ++i)
        if (sums[i] != want[i] || groups[i] != want_groups[i]) {
            printf("FAIL: label %d: %d by %d groups instead of %d by %d\n", i, sums[i], groups[i], want[i], want_groups[i]);
            return 1;
        }
    puts("PASS");
}
