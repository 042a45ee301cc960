// Covers: scans of a block by warps: totals scanned by the first warp, by lanes below their number or by all, a carry over tiles, the number of warps
// as a constant, an element of the totals' array that is used again.
// Native: row_scan compact
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

// Each of these ends the program at the first API call that failed or value that is wrong.
#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}
template <class T>
static void expect(const char* what, long where, T got, std::common_type_t<T> expected, double tolerance = 0) {
  if (got == expected || (tolerance > 0 && std::fabs(double(got) - double(expected)) <= tolerance)) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
template <class T> static T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static std::vector<T> to_host(const T* d, size_t n) {
  CHECK(cudaGetLastError());
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

__device__ int inclusive(int v, int lane) {
  for (int d = 1; d < 32; d *= 2) {
    int below = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += below;
  }
  return v;
}

__global__ void row_scan(const int* in, int* out, int n) {
  __shared__ int warp_total[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  int carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    int v = inclusive(i < n ? in[i] : 0, lane);
    if (lane == 31) warp_total[warp] = v;
    __syncthreads();
    if (warp == 0) {
      int t = inclusive(lane < warps ? warp_total[lane] : 0, lane);
      if (lane < warps) warp_total[lane] = t;
    }
    __syncthreads();
    v += carry + (warp ? warp_total[warp - 1] : 0);
    if (i < n) out[i] = v;
    carry += warp_total[warps - 1];
    __syncthreads();
  }
}

constexpr unsigned threads = 512;

// Indices of the numbers that are wanted, in order within a block; the first warp scans all that its lanes reach.
__global__ void compact(const int* in, int n, unsigned* indices, unsigned* found) {
  __shared__ unsigned sums[32];
  constexpr unsigned warps(threads / 32);
  unsigned tid(threadIdx.x), lane = tid % 32, warp(tid >> 5), id(blockIdx.x * threads + tid);
  unsigned wanted = 0;
  if (id < n) wanted = in[id] % 3 == 0;
  unsigned sum(wanted);
#pragma unroll
  for (int d(1); d < 32; d *= 2) {
    unsigned below(__shfl_up_sync(0xffffffffu, sum, d));
    if (lane >= d) sum += below;
  }
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    unsigned all = sums[lane];
#pragma unroll
    for (int d(1); d < warps; d *= 2) {
      unsigned below(__shfl_up_sync(0xffffffffu, all, d));
      if (lane >= d) all += below;
    }
    sums[lane] = all;
  }
  __syncthreads();
  if (warp != 0) sum += sums[warp - 1];
  if (tid == threads - 1) sums[31] = atomicAdd(found, sum);
  __syncthreads();
  if (wanted) indices[sum + sums[31] - 1] = id;
}

int main() {
  const int n = 2500, rows = 3;
  std::vector<int> in(n * rows);
  for (int i = 0; i < n * rows; i++) in[i] = i % 19 - 7;
  int* di = to_device(in);
  int* d = to_device(std::vector<int>(n * rows));
  for (int turn = 0; turn < 3; turn++) {
    CHECK(cudaMemset(d, 0, n * rows * sizeof(int)));
    if (turn == 0) row_scan<<<rows, 64>>>(di, d, n);
    if (turn == 1) row_scan<<<rows, 320>>>(di, d, n);
    if (turn == 2) row_scan<<<rows, 1024>>>(di, d, n);
    std::vector<int> out = to_host(d, n * rows);
    for (int r = 0; r < rows; r++)
      for (int i = 0, sum = 0; i < n; i++) expect("row scan", r * n + i, out[r * n + i], sum += in[r * n + i]);
  }
  const unsigned all = n * rows, blocks = (all + threads - 1) / threads;
  unsigned *indices = to_device(std::vector<unsigned>(all)), *found = to_device(std::vector<unsigned>(1));
  compact<<<blocks, threads>>>(di, n * rows, indices, found);
  unsigned count = to_host(found, 1)[0], want = 0;
  std::vector<unsigned> at = to_host(indices, all);
  for (int v : in) want += v % 3 == 0;
  expect("wanted", 0, count, want);
  // Blocks take their places in any order; within one, indices rise by the numbers between.
  for (unsigned i = 0; i < count; i++) {
    expect("index of a wanted number", i, in[at[i]] % 3, 0);
    if (i + 1 < count && at[i + 1] / threads == at[i] / threads)
      for (unsigned k = at[i] + 1; k < at[i + 1]; k++) expect("a number between", k, in[k] % 3 == 0, false);
  }
  printf("PASS\n");
}
