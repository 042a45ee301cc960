// Covers: cudaGetDeviceCount, properties and attributes that agree with each other and with what a kernel
// sees; the occupancy calculator; device choice.
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

__global__ void see(int* out) {
  out[0] = warpSize;
  out[1] = blockDim.x;
}

__global__ void plain(float* p) { p[threadIdx.x] *= 2; }

__global__ void with_shared(float* p) {
  __shared__ float s[4096];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[(threadIdx.x * 31 + 1) % blockDim.x];
}

int main() {
  int count = 0, device = -1, value = 0;
  CHECK(cudaGetDeviceCount(&count));
  expect("at least one device", 0, int(count >= 1), 1);
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  expect("current device", 0, device, 0);
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0));
  expect("a name", 0, int(p.name[0] != 0), 1);
  const struct {
    const char* name;
    cudaDeviceAttr attribute;
    int property;
  } pairs[] = {{"multiprocessors", cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
               {"threads a block", cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
               {"shared memory a block", cudaDevAttrMaxSharedMemoryPerBlock, int(p.sharedMemPerBlock)},
               {"block x", cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
               {"grid x", cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
               {"registers a block", cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
               {"major", cudaDevAttrComputeCapabilityMajor, p.major}};
  for (auto& pair : pairs) {
    CHECK(cudaDeviceGetAttribute(&value, pair.attribute, 0));
    expect(pair.name, 0, value, pair.property);
  }
  expect("threads a block", 0, p.maxThreadsPerBlock, 1024);
  expect("shared memory is at least 48 KiB", 0, int(p.sharedMemPerBlock >= 48 * 1024), 1);
  expect("memory", 0, int(p.totalGlobalMem >= (256u << 20)), 1);
  int* d = to_device(std::vector<int>(2));
  see<<<1, 96>>>(d);
  std::vector<int> seen = to_host(d, 2);
  expect("warp size is a power of two", 0, seen[0] & (seen[0] - 1), 0);
  expect("block size seen", 1, seen[1], 96);

  int blocks = 0, blocks_shared = 0, grid = 0, block = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_shared, with_shared, 256, 0));
  expect("occupancy", 0, int(blocks >= 1 && blocks * 256 <= p.maxThreadsPerMultiProcessor), 1);
  expect("shared memory lowers it or leaves it", 0, int(blocks_shared >= 1 && blocks_shared <= blocks), 1);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0));
  expect("suggested block", 0, int(block >= 32 && block <= 1024 && grid >= 1), 1);
  int runtime = 0, driver = 0;
  CHECK(cudaRuntimeGetVersion(&runtime));
  CHECK(cudaDriverGetVersion(&driver));
  expect("versions", 0, int(runtime > 0 && driver > 0), 1);
  expect("no such device", 0, int(cudaSetDevice(count) == cudaErrorInvalidDevice), 1);
  expect("which is then the last error", 0, int(cudaGetLastError() == cudaErrorInvalidDevice), 1);
  CHECK(cudaDeviceSynchronize());
  printf("PASS\n");
}
