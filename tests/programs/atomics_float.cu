// Covers: atomicAdd and atomicExch on float and double, global and shared, returned old values; float max by
// integer trick.
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

__global__ void add(float* f, double* d, float* old, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  old[i] = atomicAdd(&f[0], 0.25f);
  atomicAdd(&f[1], i % 2 ? -1.5f : 1.0f);
  atomicAdd(&d[0], 0.125);
  atomicAdd(&d[1], i * 1e10);
  atomicExch(&f[2], float(i));
  float v = (i * 613 % 1000) * 0.5f; // not negative: its bits order like integers
  atomicMax(reinterpret_cast<int*>(&f[3]), __float_as_int(v));
}

__global__ void add_shared(float* f, double* d) {
  __shared__ float sf;
  __shared__ double sd[3];
  if (threadIdx.x == 0) sf = 1.0f, sd[0] = sd[1] = sd[2] = 0.5;
  __syncthreads();
  atomicAdd(&sf, 2.0f);
  atomicAdd(&sd[threadIdx.x % 3], double(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) f[blockIdx.x] = sf;
  if (threadIdx.x < 3) d[blockIdx.x * 3 + threadIdx.x] = sd[threadIdx.x];
}

int main() {
  const int n = 1000;
  float* f = to_device(std::vector<float>{0, 0, -1, 0});
  double* d = to_device(std::vector<double>{0, 0});
  float* old = to_device(std::vector<float>(n, -1));
  add<<<5, 224>>>(f, d, old, n);
  std::vector<float> gf = to_host(f, 4), go = to_host(old, n);
  std::vector<double> gd = to_host(d, 2);
  expect("float add", 0, gf[0], 250.0f);
  std::vector<int> times(n, 0);
  for (int i = 0; i < n; i++) {
    if (go[i] < 0 || go[i] >= 250) expect("old value in range", i, go[i], 0);
    times[int(go[i] * 4)]++;
  }
  for (int i = 0; i < n; i++) expect("each old value once", i, times[i], 1);
  expect("float add of both signs", 1, gf[1], 500 * 1.0f - 500 * 1.5f);
  expect("double add", 0, gd[0], 125.0);
  expect("double add beyond float", 1, gd[1], 1e10 * n * (n - 1) / 2);
  if (gf[2] < 0 || gf[2] >= n) expect("exch left a thread's value", 2, gf[2], 0);
  expect("max of floats as ints", 3, gf[3], 499.5f);
  float* sf = to_device(std::vector<float>(2));
  double* sd = to_device(std::vector<double>(6));
  add_shared<<<2, 99>>>(sf, sd);
  for (int b = 0; b < 2; b++) {
    expect("shared float", b, to_host(sf, 2)[b], 199.0f);
    for (int k = 0; k < 3; k++)
      expect("shared double", b * 3 + k, to_host(sd, 6)[b * 3 + k], 0.5 + 33 * k + 3 * 32 * 33 / 2);
  }
  printf("PASS\n");
}
