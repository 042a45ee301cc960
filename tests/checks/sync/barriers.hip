// Barriers that not all threads of a block reach.
#include "../race/harness.h"

// In an `if` that splits a wave.
template <bool kBug> __global__ void half(int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = t;
  if (!kBug || t % 64 < 40) {
    __syncthreads();                     // BUG 1 sync-barrier-divergent
    out[t] = s[127 - t];
  }
  out[t + 128] = s[t] + 1;
}

// In a loop that threads leave one after the other.
template <bool kBug> __global__ void loop(int* out, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = t;
  const int rounds = kBug ? n + t % 3 : n;
  for (int i = 0; i < rounds; ++i) {
    __syncthreads();                     // BUG 2 sync-barrier-divergent
    s[t] += i;
  }
  out[t] = s[t];
}

// In both branches.
template <bool kBug> __global__ void both(int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = t;
  if (kBug ? t % 2 == 0 : gridDim.x == 1) {
    out[t] = 1;
    __syncthreads();                     // BUG 3 sync-barrier-divergent
    out[t] += s[127 - t];
  } else {
    out[t] = 2;
    __syncthreads();                     // BUG 3 sync-barrier-divergent
    out[t] += s[126 - t];
  }
  out[t + 128] = 5;
}

// In a switch.
template <bool kBug> __global__ void choice(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  switch (kBug ? in[t] & 3 : 1) {
  case 0: out[t] = 4; break;
  case 1:
    __syncthreads();                     // BUG 4 sync-barrier-divergent
    out[t] = s[63 - t];
    break;
  default: out[t] = 9; break;
  }
  out[t + 64] = out[t] + 1;
}

// Behind a short circuit.
__device__ bool synchronised(const int* s, int at) {
  __syncthreads();                       // BUG 5 sync-barrier-divergent
  return s[at] > 10;
}
template <bool kBug> __global__ void circuit(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  bool yes = kBug ? in[t] > 5 && synchronised(s, 63 - t) : synchronised(s, 63 - t) && in[t] > 5;
  out[t] = yes ? 3 : 4;
}

// A loop that some threads break out of.
template <bool kBug> __global__ void broken(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    s[t] = in[t + i];
    __syncthreads();                     // BUG 6 sync-barrier-divergent
    sum += s[63 - t];
    if (kBug && in[t] == i) break;
    __syncthreads();                     // BUG 6 sync-barrier-divergent
  }
  out[t] = sum;
}

// In a function that is called under a condition.
__device__ int total(int* s, int t) {
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();                     // BUG 7 sync-barrier-divergent
  }
  return s[0];
}
template <bool kBug> __global__ void called(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int sum = 7;
  if (!kBug || in[t] != 3) sum = total(s, t);
  out[t] = sum;
}

// Half of the waves wait at one barrier, half at another.
template <bool kBug> __global__ void two_barriers(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = t;
  if (kBug && __builtin_amdgcn_readfirstlane(t) < 128) {
    atomicAdd(&out[t + 256], 3);
    __syncthreads();                     // BUG 8 sync-barrier-mismatch
    atomicMax(&out[s[255 - t]], 9);
    out[t] = s[254 - (t & 127)] * 3;
  } else {
    __syncthreads();                     // BUG 8 sync-barrier-mismatch
    out[t] = s[255 - t] + 1;
  }
}

// A wave skips a barrier and meets the others at the next.
template <bool kBug> __global__ void skipped(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = t;
  if (!kBug || __builtin_amdgcn_readfirstlane(t) != 64)
    __syncthreads();                     // BUG 9 sync-barrier-mismatch
  out[t] = s[t] + 1;
  __syncthreads();                       // BUG 9 sync-barrier-mismatch sync-barrier-exited
  out[t + 256] = s[t] + 2;
}

// A wave that has taken part ends before the others' last barrier.
template <bool kBug> __global__ void left_early(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[255 - t];
  if (kBug && t >= 192) return;
  __syncthreads();                       // BUG 10 sync-barrier-exited
  s[t] = out[t];
  out[t + 256] = s[t];
}

CASES({
  int* in = zeros<int>(1024);
  int* out = zeros<int>(1024);
  int numbers[1024];
  for (int i = 0; i < 1024; ++i) numbers[i] = i * 7 % 31;
  REQUIRE(hipMemcpy(in, numbers, sizeof numbers, hipMemcpyHostToDevice));
  CASE(1, half, 1, 128, out)
  CASE(2, loop, 1, 128, out, 3)
  CASE(3, both, 1, 128, out)
  CASE(4, choice, 1, 64, in, out)
  CASE(5, circuit, 1, 64, in, out)
  CASE(6, broken, 1, 64, in, out)
  CASE(7, called, 1, 64, in, out)
  CASE(8, two_barriers, 1, 256, out)
  CASE(9, skipped, 1, 256, out)
  CASE(10, left_early, 1, 256, out)
})
