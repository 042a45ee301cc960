// Shuffles that read from lanes which do not take part.
#include "../race/harness.h"

// A reduction in a branch that half of the lanes it reads from have not taken.
template <bool kBug> __global__ void branch(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (!kBug || threadIdx.x < 20)
    v += __shfl_down(v, 16);             // BUG 1 sync-shuffle-inactive
  out[threadIdx.x] = v;
}

// An exchange between lanes of which one is off.
template <bool kBug> __global__ void exchange(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (!kBug || v % 3 != 0)
    v = __shfl_xor(v, 5);                // BUG 2 sync-shuffle-inactive
  out[threadIdx.x] = v;
}

// A value from a lane that has left.
template <bool kBug> __global__ void gone(const int* in, int* out) {
  const int t = threadIdx.x, v = in[t];
  if (kBug && t == 0) return;
  out[t] = __shfl(v, in[t + 64]);        // BUG 3 sync-shuffle-inactive
}

// In a loop whose trip count differs from lane to lane.
template <bool kBug> __global__ void loop(const int* in, int* out, int n) {
  int v = in[threadIdx.x], sum = 0;
  const int rounds = kBug ? in[threadIdx.x] & 3 : n;
  for (int i = 0; i < rounds; ++i)
    sum += __shfl(v, (threadIdx.x + i + 1) & 63);   // BUG 4 sync-shuffle-inactive
  out[threadIdx.x] = sum;
}

// Half of a wave has returned when a reduction over the whole of it begins.
template <bool kBug> __global__ void half(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (threadIdx.x >= warpSize / 2) {
    out[threadIdx.x] = v;
    if (kBug) return;
  }
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_down(v, d);          // BUG 5 sync-shuffle-inactive
  if (threadIdx.x == 0) out[0] = v;
}

// The last wave of a block is half full. Correct: what the lanes beyond the end would have is not used.
__global__ void tails(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 8; d > 0; d /= 2) v += __shfl_down(v, d);
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = v;
}

// The built-in for one lane's value.
template <bool kBug> __global__ void one_lane(const int* in, int* out) {
  const int t = threadIdx.x, v = in[t];
  if (!kBug || t > 10)
    out[t] = __builtin_amdgcn_readlane(v, in[100] & 7) + in[t];   // BUG 6 sync-shuffle-inactive
}

// Neighbours by a fixed pattern.
template <bool kBug> __global__ void pattern(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (!kBug || threadIdx.x & 1)
    v = __builtin_amdgcn_ds_swizzle(v, 0x041f);   // BUG 7 sync-shuffle-inactive
  out[threadIdx.x] = v;
}

// Neighbours of a group of four.
template <bool kBug> __global__ void quad(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (!kBug || threadIdx.x % 4 != 2)
    v = __builtin_amdgcn_mov_dpp(v, 0x1b, 0xf, 0xf, false);   // BUG 8 sync-shuffle-inactive
  out[threadIdx.x] = v;
}

// A scan in a tail where only the first lanes go on.
template <bool kBug> __global__ void tail(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  int v = in[t];
  if (kBug && t >= n) return;
  for (int d = 1; d < 64; d *= 2) {
    const int other = __shfl(v, (t + d) & 63);   // BUG 9 sync-shuffle-inactive
    if (t + d < 64) v += other;
  }
  out[t] = v;
}

// A double, which goes in halves.
template <bool kBug> __global__ void wide(const double* in, double* out) {
  double v = in[threadIdx.x];
  if (!kBug || threadIdx.x < 33)
    v += __shfl_down(v, 8);              // BUG 10 sync-shuffle-inactive
  out[threadIdx.x] = v;
}

CASES({
  int* in = zeros<int>(1024);
  int* out = zeros<int>(1024);
  int numbers[1024];
  for (int i = 0; i < 1024; ++i) numbers[i] = i * 7 % 31;
  for (int i = 64; i < 128; ++i) numbers[i] = i == 70 ? 0 : i & 7;
  REQUIRE(hipMemcpy(in, numbers, sizeof numbers, hipMemcpyHostToDevice));
  CASE(1, branch, 1, 64, in, out)
  CASE(2, exchange, 1, 64, in, out)
  CASE(3, gone, 1, 64, in, out)
  CASE(4, loop, 1, 64, in, out, 3)
  if (which == 5 && !bug) tails<<<1, 80>>>(in, out);
  CASE(5, half, 1, 64, in, out)
  CASE(6, one_lane, 1, 64, in, out)
  CASE(7, pattern, 1, 64, in, out)
  CASE(8, quad, 1, 64, in, out)
  CASE(9, tail, 1, 64, in, out, 40)
  CASE(10, wide, 1, 64, reinterpret_cast<double*>(in), reinterpret_cast<double*>(out))
})
