// Covers: 2D and 3D grids and blocks: every index of threadIdx, blockIdx, blockDim, gridDim, with odd
// extents.
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

struct Record {
  unsigned thread, block, block_shape, grid_shape;
};

__device__ unsigned pack(unsigned x, unsigned y, unsigned z) { return x | y << 10 | z << 20; }

__global__ void record(Record* out) {
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  Record& r = out[block * (blockDim.x * blockDim.y * blockDim.z) + thread];
  r.thread = pack(threadIdx.x, threadIdx.y, threadIdx.z);
  r.block = pack(blockIdx.x, blockIdx.y, blockIdx.z);
  r.block_shape = pack(blockDim.x, blockDim.y, blockDim.z);
  r.grid_shape = pack(gridDim.x, gridDim.y, gridDim.z);
}

static unsigned packed(unsigned x, unsigned y, unsigned z) { return x + y * 1024 + z * 1048576; }

static void check(dim3 grid, dim3 block) {
  size_t n = size_t(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
  Record* d = to_device(std::vector<Record>(n, Record{~0u, ~0u, ~0u, ~0u}));
  record<<<grid, block>>>(d);
  std::vector<Record> r = to_host(d, n);
  size_t i = 0;
  for (unsigned bz = 0; bz < grid.z; bz++)
    for (unsigned by = 0; by < grid.y; by++)
      for (unsigned bx = 0; bx < grid.x; bx++)
        for (unsigned z = 0; z < block.z; z++)
          for (unsigned y = 0; y < block.y; y++)
            for (unsigned x = 0; x < block.x; x++, i++) {
              expect("threadIdx", i, r[i].thread, packed(x, y, z));
              expect("blockIdx", i, r[i].block, packed(bx, by, bz));
              expect("blockDim", i, r[i].block_shape, packed(block.x, block.y, block.z));
              expect("gridDim", i, r[i].grid_shape, packed(grid.x, grid.y, grid.z));
            }
  CHECK(cudaFree(d));
}

int main() {
  check(dim3(5), dim3(7));
  check(dim3(3, 4), dim3(16, 5));
  check(dim3(3, 2, 5), dim3(5, 3, 7));
  check(dim3(1, 1, 4), dim3(1, 1, 33));
  check(dim3(2, 3, 1), dim3(1, 64, 2));
  check(dim3(2, 1, 2), dim3(8, 8, 16));
  printf("PASS\n");
}
