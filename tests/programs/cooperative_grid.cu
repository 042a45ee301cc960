// Covers: cudaLaunchCooperativeKernel with grid.sync(): a multi-step stencil and a reduction in one launch,
// the grid's rank and size.
#include <cmath>
#include <cooperative_groups.h>
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

namespace cg = cooperative_groups;

__global__ void steps(float* a, float* b, int n, int count, int* total) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < count; s++) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
      float left = i ? a[i - 1] : 0.0f, right = i + 1 < n ? a[i + 1] : 0.0f;
      b[i] = left + right;
    }
    grid.sync();
    float* t = a;
    a = b;
    b = t;
  }
  atomicAdd(total, 1);
  grid.sync();
  if (grid.thread_rank() == 0) total[1] = total[0] * 2;
}

int main() {
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
  expect("cooperative launch is supported", 0, supported, 1);
  int n = 500, count = 9;
  std::vector<float> a(n, 0.0f);
  a[250] = 1;
  a[3] = 2;
  float *da = to_device(a), *db = to_device(std::vector<float>(n));
  int* total = to_device(std::vector<int>(2, 0));
  void* arguments[] = {&da, &db, &n, &count, &total};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(steps), dim3(4), dim3(64), arguments, 0, 0));
  CHECK(cudaDeviceSynchronize());
  std::vector<float> got = to_host(count % 2 ? db : da, n);
  std::vector<double> want(a.begin(), a.end());
  for (int s = 0; s < count; s++) {
    std::vector<double> next(n);
    for (int i = 0; i < n; i++) {
      if (i > 0) next[i - 1] += want[i];
      if (i < n - 1) next[i + 1] += want[i];
    }
    want = next;
  }
  for (int i = 0; i < n; i++) expect("after nine steps", i, got[i], float(want[i]));
  expect("all arrived", 0, to_host(total, 2)[1], 2 * 4 * 64);
  printf("PASS\n");
}
