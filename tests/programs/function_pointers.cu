// Covers: device function pointers: a table in constant memory, a pointer that differs by lane, one stored in
// a __device__ variable and handed over by the host, noinline calls.
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

typedef int (*Operation)(int, int);

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int sub(int a, int b) { return a - b; }
__device__ __noinline__ int mul(int a, int b) { return a * b; }
__device__ __noinline__ int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}

__constant__ Operation table[4] = {add, sub, mul, gcd};
__device__ Operation chosen = gcd;

__global__ void by_lane(const int* a, const int* b, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[(i * 7 + i / 3) % 4](a[i], b[i]);
}

__global__ void by_parameter(Operation f, const int* a, const int* b, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(a[i], b[i]);
}

int main() {
  const int n = 700;
  std::vector<int> a(n), b(n);
  for (int i = 0; i < n; i++) a[i] = i * 12 + 12, b[i] = (i * 5 % 60 + 1) * 6;
  int *da = to_device(a), *db = to_device(b), *d = to_device(std::vector<int>(n));
  auto greatest = [](int x, int y) {
    int g = x < y ? x : y;
    while (x % g || y % g) g--;
    return g;
  };
  by_lane<<<(n + 127) / 128, 128>>>(da, db, d, n);
  std::vector<int> out = to_host(d, n);
  for (int i = 0; i < n; i++) {
    int which = (i * 7 + i / 3) % 4;
    int want = which == 0   ? a[i] + b[i]
               : which == 1 ? a[i] - b[i]
               : which == 2 ? a[i] * b[i]
                            : greatest(a[i], b[i]);
    expect("function by lane", i, out[i], want);
  }
  Operation f;
  CHECK(cudaMemcpyFromSymbol(&f, chosen, sizeof f));
  by_parameter<<<(n + 127) / 128, 128>>>(f, da, db, d, n);
  out = to_host(d, n);
  for (int i = 0; i < n; i++) expect("function handed over", i, out[i], greatest(a[i], b[i]));
  printf("PASS\n");
}
