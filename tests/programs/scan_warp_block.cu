// Covers: scan by __shfl_up_sync in a warp, warp totals scanned by warp 0, carry across tiles of a long row
// in one block.
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

__device__ int warp_inclusive(int v, int lane) {
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
    int v = warp_inclusive(i < n ? in[i] : 0, lane);
    if (lane == 31) warp_total[warp] = v;
    __syncthreads();
    if (warp == 0) {
      int t = warp_inclusive(lane < warps ? warp_total[lane] : 0, lane);
      if (lane < warps) warp_total[lane] = t;
    }
    __syncthreads();
    v += carry + (warp ? warp_total[warp - 1] : 0);
    if (i < n) out[i] = v;
    carry += warp_total[warps - 1];
    __syncthreads();
  }
}

int main() {
  const int n = 2500, rows = 3;
  std::vector<int> in(n * rows);
  for (int i = 0; i < n * rows; i++) in[i] = i % 19 - 7;
  int* di = to_device(in);
  for (int block : {32, 64, 160, 512, 1024}) {
    int* d = to_device(std::vector<int>(n * rows));
    row_scan<<<rows, block>>>(di, d, n);
    std::vector<int> out = to_host(d, n * rows);
    for (int r = 0; r < rows; r++)
      for (int i = 0, sum = 0; i < n; i++)
        expect("row scan", r * n + i, out[r * n + i], sum += in[r * n + i]);
    CHECK(cudaFree(d));
  }
  printf("PASS\n");
}
