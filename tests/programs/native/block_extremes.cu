// Covers: a block's smallest and largest values, by calls, comparisons and conditional expressions, two variables in one loop, neutral and other
// values in the lanes beyond the number of warps.
// Native: extremes largest_of_floats
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

__global__ void extremes(const int* in, int n, int* out) {
  __shared__ int low[32], high[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int smallest = 2147483647, largest = -2147483647 - 1;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int v = in[i];
    if (v < smallest) smallest = v;
    largest = max(largest, v);
  }
#pragma unroll
  for (int d = 16; d > 0; d /= 2) {
    int a, b;
    a = __shfl_down_sync(0xffffffffu, smallest, d);
    b = __shfl_down_sync(0xffffffffu, largest, d);
    if (a < smallest) smallest = a;
    largest = b > largest ? b : largest;
  }
  if (!lane) {
    low[warp] = smallest;
    high[warp] = largest;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    smallest = low[0];
    largest = high[0];
    for (int w = 1; w < blockDim.x / 32; ++w) {
      smallest = min(smallest, low[w]);
    }
    for (int w = 1; w < blockDim.x / 32; ++w)
      if (high[w] > largest) largest = high[w];
    atomicMin(&out[0], smallest);
    atomicMax(&out[1], largest);
  }
}

__global__ void largest_of_floats(const float* in, int n, float* out) {
  __shared__ float best[32];
  __shared__ float all;
  const int lane = threadIdx.x & 31;
  float v = -1e30f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v = fmaxf(v, in[i]);
  for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
  if (lane == 0) best[threadIdx.x / 32] = v;
  __syncthreads();
  // No neutral value: right as long as there are lanes beyond the warps.
  v = lane < blockDim.x / 32 ? best[lane] : -5000.0f;
  for (int d = 16; d; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
  if (threadIdx.x == 0) all = v;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] - all;
}

int main() {
  const int n = 5000;
  std::vector<int> in(n);
  std::vector<float> floats(n);
  int low = 1 << 30, high = -low;
  float most = -INFINITY;
  for (int i = 0; i < n; i++) {
    in[i] = i * 7919 % 10007 - 3000;
    floats[i] = -10 - float(i * 613 % 4999);
    low = in[i] < low ? in[i] : low;
    high = in[i] > high ? in[i] : high;
    most = fmaxf(most, floats[i]);
  }
  int *d = to_device(in), *out = to_device(std::vector<int>{1 << 30, -(1 << 30)});
  extremes<<<7, 192>>>(d, n, out);
  std::vector<int> got = to_host(out, 2);
  expect("smallest", 0, got[0], low);
  expect("largest", 0, got[1], high);
  float *df = to_device(floats), *dist = to_device(floats);
  largest_of_floats<<<1, 512>>>(df, n, dist);
  std::vector<float> distance = to_host(dist, n);
  for (int i = 0; i < n; i++) expect("distance to the largest", i, distance[i], floats[i] - most);
  printf("PASS\n");
}
