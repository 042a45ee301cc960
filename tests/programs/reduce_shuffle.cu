// Covers: two-level reduction: warp shuffles (down and xor), one shared slot a warp, first warp finishes, one
// atomic a block.
#include <cmath>
#include <cstdint>
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
static void expect(const char* what, long where, T got, std::common_type_t<T> expected,
                   double tolerance = 0) {
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

__device__ float warp_sum(float v) {
  for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__device__ int warp_max_everywhere(int v) {
  for (int offset = 16; offset > 0; offset >>= 1) v = max(v, __shfl_xor_sync(0xffffffff, v, offset));
  return v;
}

__global__ void reduce(const float* in, int n, float* total, int* lane_max) {
  __shared__ float partial[32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0.0f;
  lane_max[i] = warp_max_everywhere(int(v));
  v = warp_sum(v);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < (blockDim.x + warpSize - 1) / warpSize ? partial[lane] : 0.0f;
    v = warp_sum(v);
    if (lane == 0) atomicAdd(total, v);
  }
}

int main() {
  const int n = 9001;
  std::vector<float> in(n);
  double sum = 0;
  for (int i = 0; i < n; i++) in[i] = (i * 31) % 257, sum += in[i];
  float* d = to_device(in);
  for (int block : {32, 96, 256, 1024}) {
    int grid = (n + block - 1) / block;
    float* total = to_device(std::vector<float>(1, 0.0f));
    int* peak = to_device(std::vector<int>(grid * block));
    reduce<<<grid, block>>>(d, n, total, peak);
    expect("sum with block size", block, to_host(total, 1)[0], float(sum)); // below 2^24: exact in any order
    std::vector<int> got = to_host(peak, grid * block);
    for (int w = 0; w < grid * block / 32; w++) {
      int most = 0;
      for (int k = w * 32; k < w * 32 + 32 && k < n; k++) most = in[k] > most ? int(in[k]) : most;
      for (int k = 0; k < 32; k++) expect("maximum of 32 lanes", w * 32 + k, got[w * 32 + k], most);
    }
  }
  printf("PASS\n");
}
