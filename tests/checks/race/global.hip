// Races in global memory, within a block and across blocks.
#include "harness.h"
#include <hip/hip_cooperative_groups.h>

// A stencil in place: blocks load what their neighbours store.
template <bool kBug> __global__ void stencil(int* a, int* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  int* to = kBug ? a : b;
  to[i] = a[i - 1] + a[i + 1] + 1;       // BUG 1 race-global
}

// Tiles that overlap by one.
template <bool kBug> __global__ void tiles(int* out) {
  const int i = blockIdx.x * (kBug ? blockDim.x - 1 : blockDim.x) + threadIdx.x;
  out[i] = blockIdx.x + 1;               // BUG 2 race-global
}

// A counter without atomics.
template <bool kBug> __global__ void count(int* counter) {
  if (threadIdx.x != 0) return;
  if (kBug) *counter = *counter + 1;     // BUG 3 race-global
  else atomicAdd(counter, 1);
}

// A flag without a fence: who sees it may not see the data.
template <bool kBug> __global__ void flag(int* data, int* ready, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;                        // BUG 4 race-global
    if (!kBug) __threadfence();
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {}
    if (!kBug) __threadfence();
    out[blockIdx.x] = data[0];           // BUG 4 race-global
  }
}

// The last block adds up what the others stored, and nobody fenced it.
template <bool kBug> __global__ void last_block(int* partial, unsigned* arrived, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;   // BUG 5 race-global
    if (!kBug) __threadfence();
    last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  int sum = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += partial[i];   // BUG 5 race-global
  atomicAdd(out, sum);
}

// Within a block, through global memory, without a barrier.
template <bool kBug> __global__ void within(int* a, int* out) {
  const int t = threadIdx.x;
  a[t] = t + 1;                          // BUG 6 race-global
  if (!kBug) __syncthreads();
  out[t] = a[255 - t];                   // BUG 6 race-global
}

// Two phases of a grid without a barrier of the grid.
template <bool kBug> __global__ void phases(int* a, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i * 5;                          // BUG 7 race-global
  if (!kBug) cooperative_groups::this_grid().sync();
  out[i] = a[n - 1 - i];                 // BUG 7 race-global
}

// A matrix is transposed in place, both of a pair by different blocks.
template <bool kBug> __global__ void transpose(int* a, int* b, int n) {
  const int x = threadIdx.x, y = blockIdx.x;
  int* to = kBug ? a : b;
  to[x * n + y] = a[y * n + x] + 1;      // BUG 8 race-global
}

// A histogram without atomics.
template <bool kBug> __global__ void histogram(const int* in, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, b = in[i] & 31;
  if (kBug) bins[b] += 1;                // BUG 9 race-global
  else atomicAdd(&bins[b], 1);
}

// A maximum is loaded while others raise it.
template <bool kBug> __global__ void raised(int* most, int* out) {
  if (threadIdx.x != 0) return;
  if (kBug) out[blockIdx.x] = *most;     // BUG 10 race-global
  atomicMax(most, static_cast<int>(blockIdx.x));   // BUG 10 race-global
}

// A chain: each block waits for the one before, and passes on a sum without a fence.
template <bool kBug> __global__ void chain(int* sums, int* ready, int* out) {
  if (threadIdx.x != 0) return;
  const int b = blockIdx.x;
  int sum = b + 1;
  if (b > 0) {
    while (atomicAdd(&ready[b - 1], 0) == 0) {}
    if (!kBug) __threadfence();
    sum += sums[b - 1];                  // BUG 11 race-global
  }
  sums[b] = sum;                         // BUG 11 race-global
  if (!kBug) __threadfence();
  atomicExch(&ready[b], 1);
  out[b] = sum;
}

// A critical section without its lock.
template <bool kBug> __global__ void critical(int* lock, int* value) {
  if (threadIdx.x != 0) return;
  if (!kBug) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
  }
  value[0] = value[0] + 3;               // BUG 12 race-global
  if (!kBug) {
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Lanes of one store that meet with different values.
template <bool kBug> __global__ void meeting(int* out) {
  out[kBug ? threadIdx.x & 7 : threadIdx.x] = threadIdx.x;   // BUG 13 race-global
}

// An array is turned round in place, each element by two threads.
template <bool kBug> __global__ void turned(int* a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= (kBug ? n : n / 2)) return;
  const int x = a[i], y = a[n - 1 - i];  // BUG 14 race-global
  a[i] = y;                              // BUG 14 race-global
  a[n - 1 - i] = x;                      // BUG 14 race-global
}

// A lock that is given back before the store is out.
template <bool kBug> __global__ void unlocked(int* lock, int* value) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {}
  if (!kBug) __threadfence();
  value[blockIdx.x & 1] = blockIdx.x + 7;   // BUG 15 race-global
  if (!kBug) __threadfence();
  atomicExch(lock, 0);
}

// Slots of a queue are taken with an atomic, and read by others before they are filled.
template <bool kBug> __global__ void queue(int* tail, int* slots, int* out) {
  if (threadIdx.x != 0) return;
  const int at = atomicAdd(tail, 1);
  slots[at] = blockIdx.x + 1;            // BUG 16 race-global
  if (kBug && at > 0) out[at] = slots[at - 1];   // BUG 16 race-global
}

// Bytes of neighbouring threads are different places; a byte that two blocks store is not.
template <bool kBug> __global__ void bytes(unsigned char* a) {
  const int at = threadIdx.x * gridDim.x + blockIdx.x;
  a[kBug ? at & ~1 : at] = static_cast<unsigned char>(at);   // BUG 17 race-global
}

// Structures of three numbers: the blocks' ranges overlap by one.
struct Triple {
  int x, y, z;
};
template <bool kBug> __global__ void triples(Triple* a) {
  const int i = blockIdx.x * (kBug ? blockDim.x - 1 : blockDim.x) + threadIdx.x;
  a[i] = {i, static_cast<int>(blockIdx.x), i};   // BUG 18 race-global
}

// A table is read in any order while the first block changes one of its entries.
template <bool kBug> __global__ void gather(const int* in, int* table, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[in[i] & 15];            // BUG 19 race-global
  if (i == 0) table[kBug ? in[3] & 15 : 16] = 7;   // BUG 19 race-global
}

// Rows of a tile, with the last column of one block the first of the next.
template <bool kBug> __global__ void columns(int* a) {
  const int x = blockIdx.x * (kBug ? 15 : 16) + threadIdx.x % 16, y = threadIdx.x / 16;
  a[y * 100 + x] = blockIdx.x + 1;       // BUG 20 race-global
}

CASES({
  int* a = zeros<int>(65536);
  int* b = zeros<int>(65536);
  int* c = zeros<int>(65536);
  int numbers[1024];
  for (int i = 0; i < 1024; ++i) numbers[i] = i * 7 % 31;
  REQUIRE(hipMemcpy(c, numbers, sizeof numbers, hipMemcpyHostToDevice));
  CASE(1, stencil, 4, 256, a, b, 1024)
  CASE(2, tiles, 4, 256, a)
  CASE(3, count, 8, 64, a)
  CASE(4, flag, 3, 64, a, b, c)
  CASE(5, last_block, 20, 64, a, reinterpret_cast<unsigned*>(b), c)
  CASE(6, within, 1, 256, a, b)
  if (which == 7) {
    int n = 1024;
    void* arguments[] = {&a, &b, &n};
    REQUIRE(hipLaunchCooperativeKernel(reinterpret_cast<void*>(bug ? phases<true> : phases<false>), dim3(4), dim3(256), arguments, 0,
                                       nullptr));
  }
  CASE(8, transpose, 64, 64, a, b, 64)
  CASE(9, histogram, 4, 256, c, b)
  CASE(10, raised, 6, 64, a, b)
  CASE(11, chain, 12, 64, a, b, c)
  CASE(12, critical, 6, 64, a, b)
  CASE(13, meeting, 1, 64, a)
  CASE(14, turned, 4, 256, c, 1024)
  CASE(15, unlocked, 6, 64, a, b)
  CASE(16, queue, 6, 64, a, b, c)
  CASE(17, bytes, 4, 256, reinterpret_cast<unsigned char*>(a))
  CASE(18, triples, 4, 256, reinterpret_cast<Triple*>(a))
  CASE(19, gather, 4, 256, c, a, b)
  CASE(20, columns, 4, 256, a)
})
