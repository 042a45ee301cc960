// Races in shared memory between the waves of a block.
#include "harness.h"

// A barrier is missing between the store and another thread's load.
template <bool kBug> __global__ void reversed(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = t * 3;                          // BUG 1 race-lds
  if (!kBug) __syncthreads();
  out[t] = s[255 - t];                   // BUG 1 race-lds
}

// A barrier is missing between the loads and the next round's stores.
template <bool kBug> __global__ void rotated(int* out, int rounds) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  int v = t;
  for (int i = 0; i < rounds; ++i) {
    s[t] = v;                            // BUG 2 race-lds
    __syncthreads();
    v = s[(t + 77) & 255] + 1;           // BUG 2 race-lds
    if (!kBug) __syncthreads();
  }
  out[t] = v;
}

// The tree of a reduction has no barrier between its levels.
template <bool kBug> __global__ void tree(const int* in, int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];   // BUG 3 race-lds
    if (!kBug) __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}

// Both halves of a double buffer are one half.
template <bool kBug> __global__ void double_buffer(const int* in, int* out, int rounds) {
  __shared__ int s[2][256];
  const int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    const int now = i & 1, next = kBug ? now : now ^ 1;
    s[next][t] = in[t + 256 * (i + 1)];  // BUG 4 race-lds
    sum += s[now][(t + 64) & 255];       // BUG 4 race-lds
    __syncthreads();
  }
  out[t] = sum;
}

// A histogram that counts without atomics.
template <bool kBug> __global__ void histogram(const int* in, int* out) {
  __shared__ int bins[16];
  const int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  const int b = in[t] & 15;
  if (kBug) bins[b] = bins[b] + 1;       // BUG 5 race-lds
  else atomicAdd(&bins[b], 1);
  __syncthreads();
  if (t < 16) out[t] = bins[t];
}

// A scan that stores into what others still load.
template <bool kBug> __global__ void scan(const int* in, int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    const int before = t >= d ? s[t - d] : 0;   // BUG 6 race-lds
    if (!kBug) __syncthreads();
    s[t] += before;                      // BUG 6 race-lds
    __syncthreads();
  }
  out[t] = s[t];
}

// An index that two waves share.
template <bool kBug> __global__ void wrong_index(int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[kBug ? t & 127 : t] = t;             // BUG 7 race-lds
  __syncthreads();
  out[t] = s[t & 127];
}

// Tiles of a matrix product: the next tile is stored while others still multiply.
template <bool kBug> __global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = threadIdx.x & 15, y = threadIdx.x >> 4;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {   // BUG 8 race-lds
    ta[y][x] = a[y * n + k + x];         // BUG 8 race-lds
    tb[y][x] = b[(k + y) * n + x];       // BUG 8 race-lds
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += ta[y][i] * tb[i][x];        // BUG 8 race-lds
    if (!kBug) __syncthreads();
  }
  c[y * n + x] = sum;
}

// A counter is set to zero while other waves count already.
template <bool kBug> __global__ void reset(const int* in, int* out) {
  __shared__ int n;
  const int t = threadIdx.x;
  if (t == 0) n = 0;                     // BUG 9 race-lds
  if (!kBug) __syncthreads();
  if (in[t] == 0) atomicAdd(&n, 1);      // BUG 9 race-lds
  __syncthreads();
  if (t == 0) out[0] = n;
}

// The result of atomics is read before all have done theirs.
template <bool kBug> __global__ void early(const int* in, int* out) {
  __shared__ int most;
  const int t = threadIdx.x;
  if (t == 0) most = 0;
  __syncthreads();
  atomicMax(&most, in[t] + t);           // BUG 10 race-lds
  if (!kBug) __syncthreads();
  out[t] = most;                         // BUG 10 race-lds
}

// Bytes: a window that overlaps the next thread's. (The twin: neighbouring bytes are different places.)
template <bool kBug> __global__ void bytes(int* out) {
  __shared__ unsigned char s[512];
  const int t = threadIdx.x;
  const int at = (t & 63) * 4 + (t >> 6);   // the four waves store into every dword
  s[at] = static_cast<unsigned char>(t);    // BUG 11 race-lds
  if (kBug) s[at ^ 1] = static_cast<unsigned char>(t + 1);   // BUG 11 race-lds
  __syncthreads();
  out[t] = s[t];
}

// One thread makes a value for all and nobody waits for it.
template <bool kBug> __global__ void broadcast(const int* in, int* out) {
  __shared__ int total;
  const int t = threadIdx.x;
  if (t == 255) total = in[t] + 5;       // BUG 12 race-lds
  if (!kBug) __syncthreads();
  out[t] = total;                        // BUG 12 race-lds
}

// Lanes of one store that meet with different values.
template <bool kBug> __global__ void meeting(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[kBug ? t / 2 : t] = t;               // BUG 13 race-lds
  __syncthreads();
  out[t] = s[t / 2];
}

// A tile with a halo, whose rows are half a wave and less.
template <bool kBug> __global__ void tile(const int* in, int* out) {
  __shared__ int s[18][18];
  const int t = threadIdx.x, x = t & 15, y = t >> 4;
  for (int i = t; i < 18 * 18; i += 256) s[i / 18][i % 18] = 0;
  __syncthreads();
  s[y + 1][x + 1] = in[t];               // BUG 14 race-lds
  if (!kBug) __syncthreads();
  out[t] = s[y][x + 1] + s[y + 2][x + 1] + s[y + 1][x] + s[y + 1][x + 2];   // BUG 14 race-lds
}

// Through a pointer that may be one of global memory.
template <bool kBug> __global__ void pointer(const int* in, int* out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  int* p = in[5] == 4 ? s : out + 1024;
  asm volatile("" : "+v"(p));            // so that the compiler does not tell them apart
  p[t] = t * 3;                          // BUG 15 race-lds
  if (!kBug) __syncthreads();
  out[t] = p[255 - t];                   // BUG 15 race-lds
}

CASES({
  int* in = zeros<int>(8192);
  int* out = zeros<int>(8192);
  float* matrix = zeros<float>(64 * 64);
  int numbers[8192];
  for (int i = 0; i < 8192; ++i) numbers[i] = i * 7 % 31;
  REQUIRE(hipMemcpy(in, numbers, sizeof numbers, hipMemcpyHostToDevice));
  CASE(1, reversed, 1, 256, out)
  CASE(2, rotated, 2, 256, out, 3)
  CASE(3, tree, 1, 256, in, out)
  CASE(4, double_buffer, 1, 256, in, out, 4)
  CASE(5, histogram, 1, 256, in, out)
  CASE(6, scan, 1, 256, in, out)
  CASE(7, wrong_index, 1, 256, out)
  CASE(8, matmul, 1, 256, matrix, matrix, matrix + 2048, 32)
  CASE(9, reset, 1, 256, in, out)
  CASE(10, early, 1, 256, in, out)
  CASE(11, bytes, 1, 256, out)
  CASE(12, broadcast, 1, 256, in, out)
  CASE(13, meeting, 1, 64, out)
  CASE(14, tile, 1, 256, in, out)
  CASE(15, pointer, 1, 256, in, out)
})
