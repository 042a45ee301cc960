// Covers: kernels that are right with warps of 32 lanes alone: what they write, how they are launched, or what they share with such a kernel.
// Logical: warp_numbers lane_numbers votes half_warps one_warp any_size two_dimensions by_pointer shares_first shares_second not_neutral last_lane once_a_warp
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

__device__ int warp_sum(int v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
__device__ int sum_of_all(int v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}
__device__ int total_of_block(int v) {
  __shared__ int partial[32];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
  __syncthreads();
  int total = 0;
  for (int w = 0; w < blockDim.x / 32; ++w) total += partial[w];
  return total;
}

// A warp's sum goes to memory at the warp's number.
__global__ void warp_numbers(const int* in, int* out) {
  int v = sum_of_all(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}
// A lane's number is data.
__global__ void lane_numbers(const int* in, int* out) {
  int lane = threadIdx.x % 32, v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  out[threadIdx.x] = v * 32 + lane;
}
__global__ void votes(const int* in, int* out) { out[threadIdx.x] = __popc(__ballot_sync(0xffffffffu, in[threadIdx.x] & 1)); }
// Sums of 16 lanes.
__global__ void half_warps(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 8; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  out[threadIdx.x] = v;
}
__global__ void one_warp(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void any_size(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void two_dimensions(const int* in, int* out) {
  int v = in[threadIdx.y * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void by_pointer(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
// Right at any width, but its helper is another kernel's, too.
__global__ void shares_first(const int* in, int* out) {
  int v = total_of_block(in[threadIdx.x]);
  if (threadIdx.x == 0) *out = v;
}
__global__ void shares_second(const int* in, int* out) {
  int v = total_of_block(in[threadIdx.x]);
  out[threadIdx.x] = v + __shfl_sync(0xffffffffu, in[threadIdx.x], 5);
}
__global__ void not_neutral(const int* in, int* out) {
  __shared__ int partial[32];
  int lane = threadIdx.x % 32, v = warp_sum(in[threadIdx.x]);
  if (lane == 0) partial[threadIdx.x / 32] = v;
  __syncthreads();
  v = lane < blockDim.x / 32 ? partial[lane] : 1;
  v = warp_sum(v);
  if (threadIdx.x == 0) *out = v;
}
// The first lane of the warp has what lane 31 brought.
__global__ void last_lane(const int* in, int* out) {
  int v = __shfl_sync(0xffffffffu, in[threadIdx.x], 31);
  out[threadIdx.x] = v;
}
__global__ void once_a_warp(const int* in, int* out) {
  int largest = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) largest = max(largest, __shfl_xor_sync(0xffffffffu, largest, d));
  if (threadIdx.x % 32 == 0) atomicAdd(out, 1);
}

int main() {
  const int n = 128;
  std::vector<int> in(n);
  int total = 0, sums[4] = {}, odd[4] = {}, halves[8] = {};
  for (int i = 0; i < n; i++) in[i] = i * 29 % 61, total += in[i], sums[i / 32] += in[i], odd[i / 32] += in[i] & 1, halves[i / 16] += in[i];
  int *d = to_device(in), *out = nullptr;
  auto fresh = [&] {
    CHECK(cudaFree(out));
    out = to_device(std::vector<int>(n));
  };
  fresh(), warp_numbers<<<1, 128>>>(d, out);
  for (int w = 0; w < 4; w++) expect("sum of a warp", w, to_host(out, n)[w], sums[w]);
  fresh(), lane_numbers<<<1, 128>>>(d, out);
  for (int i = 0; i < n; i++) expect("lane's number", i, to_host(out, n)[i], sums[i / 32] * 32 + i % 32);
  fresh(), votes<<<1, 128>>>(d, out);
  for (int i = 0; i < n; i++) expect("votes", i, to_host(out, n)[i], odd[i / 32]);
  fresh(), half_warps<<<1, 128>>>(d, out);
  for (int i = 0; i < n; i++) expect("sum of 16", i, to_host(out, n)[i], halves[i / 16]);
  fresh(), one_warp<<<1, 32>>>(d, out);
  expect("sum of one warp", 0, to_host(out, 1)[0], sums[0]);
  for (int size : {32, 128}) {
    fresh(), any_size<<<1, size>>>(d, out);
    expect("sum of a block", size, to_host(out, 1)[0], size == 32 ? sums[0] : total);
  }
  fresh(), two_dimensions<<<1, dim3(32, 4)>>>(d, out);
  expect("sum of rows", 0, to_host(out, 1)[0], total);
  fresh();
  void (*kernel)(const int*, int*) = by_pointer;
  kernel<<<1, 96>>>(d, out);
  expect("sum by a pointer", 0, to_host(out, 1)[0], total - sums[3]);
  fresh(), shares_first<<<1, 128>>>(d, out);
  expect("total", 0, to_host(out, 1)[0], total);
  fresh(), shares_second<<<1, 128>>>(d, out);
  for (int i = 0; i < n; i++) expect("total and lane 5", i, to_host(out, n)[i], total + in[i / 32 * 32 + 5]);
  fresh(), not_neutral<<<1, 128>>>(d, out);
  expect("total and a one for each missing warp", 0, to_host(out, 1)[0], total + 28);
  fresh(), last_lane<<<1, 128>>>(d, out);
  for (int i = 0; i < n; i++) expect("lane 31", i, to_host(out, n)[i], in[i / 32 * 32 + 31]);
  fresh(), once_a_warp<<<1, 128>>>(d, out);
  expect("warps", 0, to_host(out, 1)[0], 4);
  printf("PASS\n");
}
