// Covers: kernel templates on types, values and template templates, constexpr functions and tables, variadic
// packs, if constexpr, static members, operator overloads on the device.
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

template <class T, int N> struct Vec {
  T v[N];
  __host__ __device__ T& operator[](int i) { return v[i]; }
  __host__ __device__ const T& operator[](int i) const { return v[i]; }
  __host__ __device__ Vec operator+(const Vec& o) const {
    Vec r;
    for (int i = 0; i < N; i++) r[i] = v[i] + o[i];
    return r;
  }
  __host__ __device__ friend Vec operator*(T k, const Vec& a) {
    Vec r;
    for (int i = 0; i < N; i++) r[i] = k * a[i];
    return r;
  }
};

__host__ __device__ constexpr int choose(int n, int k) {
  return k == 0 || k == n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k);
}

struct Pascal {
  static constexpr int row = 9;
};

template <class... Ts> __device__ int total(Ts... values) { return (int(values) + ...); }

template <class T> __device__ int kind() {
  if constexpr (std::is_same<T, float>::value)
    return 1;
  else if constexpr (sizeof(T) == 8)
    return 2;
  else
    return 3;
}

template <template <class, int> class Box, class T, int N>
__global__ void combine(const Box<T, N>* a, const Box<T, N>* b, Box<T, N>* out, int* extra, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = T(2) * a[i] + b[i];
  constexpr int middle = choose(Pascal::row, N);
  extra[i] = total(1, 2.9f, 'A', (short)i) * 1000 + kind<T>() * 100000000 + middle;
}

template <class T, int N> static void check(int type) {
  const int n = 130;
  std::vector<Vec<T, N>> a(n), b(n);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < N; k++) a[i][k] = T(i + k), b[i][k] = T(i * k);
  auto *da = to_device(a), *db = to_device(b), *d = to_device(a);
  int* de = to_device(std::vector<int>(n));
  combine<Vec, T, N><<<2, 128>>>(da, db, d, de, n);
  auto out = to_host(d, n);
  auto extra = to_host(de, n);
  const int ninth[10] = {1, 9, 36, 84, 126, 126, 84, 36, 9, 1};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < N; k++) expect("combined", i * N + k, out[i][k], T(2 * i + 2 * k + i * k));
    expect("extra", i, extra[i], (68 + i) * 1000 + type * 100000000 + ninth[N]);
  }
}

int main() {
  check<float, 3>(1);
  check<double, 2>(2);
  check<int, 5>(3);
  check<long long, 4>(2);
  printf("PASS\n");
}
