// Covers: tiled matrix multiply in float and double, sizes that are not multiples of the tile, template on
// type and tile.
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

template <class T, int Tile> __global__ void matmul(const T* a, const T* b, T* c, int m, int n, int k) {
  __shared__ T as[Tile][Tile], bs[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y, col = blockIdx.x * Tile + threadIdx.x;
  T sum = 0;
  for (int t = 0; t < k; t += Tile) {
    int ka = t + threadIdx.x, kb = t + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < m && ka < k ? a[row * k + ka] : T(0);
    bs[threadIdx.y][threadIdx.x] = kb < k && col < n ? b[kb * n + col] : T(0);
    __syncthreads();
    for (int i = 0; i < Tile; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

template <class T, int Tile> static void check(int m, int n, int k) {
  std::vector<T> a(m * k), b(k * n);
  for (int i = 0; i < m * k; i++) a[i] = T(i * 5 % 13 - 6);
  for (int i = 0; i < k * n; i++) b[i] = T(i * 7 % 11 - 5);
  T *da = to_device(a), *db = to_device(b), *dc = to_device(std::vector<T>(m * n));
  matmul<T, Tile>
      <<<dim3((n + Tile - 1) / Tile, (m + Tile - 1) / Tile), dim3(Tile, Tile)>>>(da, db, dc, m, n, k);
  std::vector<T> c = to_host(dc, m * n);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      long sum = 0; // small whole numbers: exact in either type, in any order
      for (int p = 0; p < k; p++) sum += (long((i * k + p) * 5 % 13) - 6) * (long((p * n + j) * 7 % 11) - 5);
      expect("product", i * n + j, c[i * n + j], T(sum));
    }
}

int main() {
  check<float, 16>(64, 48, 32);
  check<float, 16>(50, 37, 45);
  check<double, 8>(33, 41, 29);
  check<float, 32>(40, 70, 65);
  printf("PASS\n");
}
