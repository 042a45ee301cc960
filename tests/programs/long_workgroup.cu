// Covers: workgroups that wait for each other for long, while the machine looks again and again whether they are stuck: 64-bit sums in two halves, private arrays, shared memory.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int threads = 64, blocks = 2, rounds = 20000;

__host__ __device__ unsigned long long mixed(unsigned long long x, unsigned long long step, int i) {
  x += step + (unsigned long long)i * 0x9e3779b97f4a7c15ull;
  return (x ^ (x >> 29)) - step;
}

// The blocks take turns.
__global__ void mix(unsigned* turn, unsigned long long* out, unsigned long long step) {
  __shared__ unsigned long long kept[threads];
  unsigned long long x = threadIdx.x, last[4] = {1, 2, 3, 4};
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x == 0)
      while (atomicAdd(turn, 0) % gridDim.x != blockIdx.x) {
      }
    __syncthreads();
    x = mixed(x, step + blockIdx.x, i);
    last[(x >> 7) & 3] += x;
    kept[threadIdx.x] = x;
    __syncthreads();
    x += kept[threadIdx.x] & 1;
    if (threadIdx.x == 0) atomicAdd(turn, 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x + last[0] + 3 * last[1] + 5 * last[2] + 7 * last[3];
}

int main() {
  // The software GPU looks after a thousandth of a second, then two, and so on; others do not know the variable.
  setenv("WAVELIFT_DEADLOCK_SECONDS", "0.001", 1);
  const unsigned long long step = 0x123456789abcdefull;
  unsigned long long got[blocks * threads], *d;
  unsigned* turn;
  if (cudaMalloc(&d, sizeof got) != cudaSuccess || cudaMalloc(&turn, sizeof *turn) != cudaSuccess || cudaMemset(turn, 0, sizeof *turn) != cudaSuccess) return 1;
  mix<<<blocks, threads>>>(turn, d, step);
  if (cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost) != cudaSuccess) return puts("FAIL: the kernel faulted"), 1;
  for (int t = 0; t < blocks * threads; ++t) {
    unsigned long long x = t % threads, last[4] = {1, 2, 3, 4};
    for (int i = 0; i < rounds; ++i) {
      x = mixed(x, step + t / threads, i);
      last[(x >> 7) & 3] += x;
      x += x & 1;
    }
    const unsigned long long expected = x + last[0] + 3 * last[1] + 5 * last[2] + 7 * last[3];
    if (got[t] != expected) return printf("FAIL: thread %d, got %llx, expected %llx\n", t, got[t], expected), 1;
  }
  puts("PASS");
}
