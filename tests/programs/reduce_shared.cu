// Covers: block tree reduction in shared memory for sum, min and max, with identity padding; results reduced
// on the host.
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

template <class T, class Op> __global__ void reduce(const T* in, T* out, int n, T identity, Op op) {
  __shared__ T s[256];
  T v = identity;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v = op(v, in[i]);
  s[threadIdx.x] = v;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

struct Sum {
  template <class T> __device__ T operator()(T a, T b) const { return a + b; }
};
struct Min {
  template <class T> __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
struct Max {
  template <class T> __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T, class Op> static std::vector<T> partials(const std::vector<T>& in, T identity, Op op) {
  const int blocks = 6;
  T *d = to_device(in), *out = to_device(std::vector<T>(blocks));
  reduce<<<blocks, 256>>>(d, out, int(in.size()), identity, op);
  return to_host(out, blocks);
}

int main() {
  const int n = 20011;
  std::vector<int> v(n);
  std::vector<double> w(n);
  long sum = 0;
  for (int i = 0; i < n; i++) v[i] = int(i * 2654435761u >> 12) - 500000, w[i] = v[i] * 0.5;
  v[12345] = -3000000;
  v[777] = 4000000;
  sum = 0;
  for (int x : v) sum += x;
  long got = 0;
  for (int x : partials(v, 0, Sum{})) got += x;
  expect("sum", 0, int(got), int(sum));
  int least = 1 << 30, most = -(1 << 30);
  for (int x : partials(v, 1 << 30, Min{})) least = x < least ? x : least;
  for (int x : partials(v, -(1 << 30), Max{})) most = x > most ? x : most;
  expect("min", 0, least, -3000000);
  expect("max", 0, most, 4000000);
  double dsum = 0, want = 0;
  for (double x : partials(w, 0.0, Sum{})) dsum += x;
  for (double x : w) want += x; // halves of whole numbers: exact
  expect("double sum", 0, dsum, want);
  printf("PASS\n");
}
