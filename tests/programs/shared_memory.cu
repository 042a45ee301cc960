// Covers: static and dynamic shared memory together, several typed arrays in one dynamic block, a ring of
// hand-overs.
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

__global__ void mixed(const int* in, double* out, int turns) {
  __shared__ int fixed[64];
  __shared__ char flags[64];
  extern __shared__ double raw[];
  double* a = raw;
  float* b = reinterpret_cast<float*>(raw + blockDim.x);
  short* c = reinterpret_cast<short*>(b + blockDim.x);
  int t = threadIdx.x, n = blockDim.x;
  fixed[t] = in[blockIdx.x * n + t];
  flags[t] = t % 3 == 0;
  a[t] = 0;
  __syncthreads();
  for (int turn = 0; turn < turns; turn++) {
    int next = fixed[(t + 1) % n];
    __syncthreads();
    fixed[t] = next;
    __syncthreads();
  }
  b[t] = fixed[t] * 0.5f;
  c[n - 1 - t] = short(fixed[t] + 1);
  a[t] += fixed[t];
  __syncthreads();
  out[blockIdx.x * n + t] = a[(t + 5) % n] + b[(t + 9) % n] + c[t] + flags[(t + 1) % n];
}

int main() {
  const int n = 64, blocks = 5, turns = 13;
  std::vector<int> in(n * blocks);
  for (int i = 0; i < n * blocks; i++) in[i] = (i * 37) % 1000;
  int* din = to_device(in);
  double* dout = to_device(std::vector<double>(n * blocks));
  mixed<<<blocks, n, n * (sizeof(double) + sizeof(float) + sizeof(short))>>>(din, dout, turns);
  std::vector<double> out = to_host(dout, n * blocks);
  for (int b = 0; b < blocks; b++)
    for (int t = 0; t < n; t++) {
      auto turned = [&](int k) { return double(in[b * n + (k + turns) % n]); };
      double want = turned(t + 5) + 0.5 * turned(t + 9) + (turned(n - 1 - t) + 1) + ((t + 1) % n % 3 == 0);
      expect("mixed shared arrays", b * n + t, out[b * n + t], want);
    }
  printf("PASS\n");
}
