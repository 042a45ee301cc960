// Covers: a block's sum in two steps, the width written as 32, warpSize, a macro and a constant; first warp finishes, by thread and by lane.
// Native: sum_literals sum_warp_size sum_named
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

#define WARP_SIZE 32
#define FULL_MASK 0xffffffffu
constexpr int lanes = 32;

__device__ int warp_sum(int v) {
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__global__ void sum_literals(const int* in, int n, int* out) {
  __shared__ int partial[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  v = warp_sum(v);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? partial[lane] : 0;
  if (warp == 0) v = warp_sum(v);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}

__inline__ __device__ float warp_sum_float(float v) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v = v + __shfl_xor_sync(FULL_MASK, v, offset);
  return v;
}

__global__ void sum_warp_size(const int* in, int n, float* out) {
  static __shared__ float shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  float val = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) val += in[i];
  val = warp_sum_float(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (lane < (blockDim.x + warpSize - 1) / warpSize) ? shared[lane] : 0.0f;
  val = warp_sum_float(val);
  if (threadIdx.x == 0) atomicAdd(out, val);
}

__global__ void sum_named(const int* in, int n, long long* out) {
  __shared__ long long sums[WARP_SIZE];
  const int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / lanes;
  long long v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
  for (int d = WARP_SIZE / 2; d >= 1; d /= 2) v += __shfl_down_sync(FULL_MASK, v, d, WARP_SIZE);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (threadIdx.x < WARP_SIZE) {
    v = 0;
    if (lane < blockDim.x / lanes) v = sums[lane];
    for (int d = 1; d < WARP_SIZE; d *= 2) v += __shfl_xor_sync(FULL_MASK, v, d);
    if (lane == 0) *out = v;
  }
}

int main() {
  const int n = 9001;
  std::vector<int> in(n);
  long long sum = 0;
  for (int i = 0; i < n; i++) in[i] = (i * 31) % 257, sum += in[i];
  int* d = to_device(in);
  const int grid = (n + 255) / 256;
  int* out = to_device(std::vector<int>(grid));
  sum_literals<<<grid, 256>>>(d, n, out);
  std::vector<int> got = to_host(out, grid);
  for (int b = 0; b < grid; b++) {
    int want = 0;
    for (int i = b * 256; i < b * 256 + 256 && i < n; i++) want += in[i];
    expect("sum of a block", b, got[b], want);
  }
  float* total = to_device(std::vector<float>(1));
  sum_warp_size<<<5, 1024>>>(d, n, total);
  expect("sum", 0, to_host(total, 1)[0], float(sum));  // below 2^24: exact in any order
  long long* whole = to_device(std::vector<long long>(1));
  sum_named<<<1, 64>>>(d, n, whole);
  expect("sum by one wave", 0, to_host(whole, 1)[0], sum);
  sum_named<<<1, 512>>>(d, n, whole);
  expect("sum by eight", 0, to_host(whole, 1)[0], sum);
  printf("PASS\n");
}
