// Covers: Needleman-Wunsch alignment scores by 16x16 blocks along anti-diagonals: shared tile, wavefront
// inside the block, many small launches.
#include <algorithm>
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

const int b = 16, gap = -2;

__global__ void blocks(const int* similarity, int* score, int n, int diagonal, int first) {
  __shared__ int s[b + 1][b + 1];
  int bx = first + blockIdx.x, by = diagonal - bx, t = threadIdx.x, pitch = n + 1;
  int* corner = score + by * b * pitch + bx * b;
  s[0][t + 1] = corner[t + 1];
  s[t + 1][0] = corner[(t + 1) * pitch];
  if (t == 0) s[0][0] = corner[0];
  __syncthreads();
  for (int d = 0; d < 2 * b - 1; d++) {
    int y = d - t;
    if (y >= 0 && y < b) {
      int match = s[y][t] + similarity[(by * b + y) * n + bx * b + t];
      s[y + 1][t + 1] = max(match, max(s[y][t + 1], s[y + 1][t]) + gap);
    }
    __syncthreads();
  }
  for (int y = 0; y < b; y++) corner[(y + 1) * pitch + t + 1] = s[y + 1][t + 1];
}

int main() {
  const int n = 96, side = n / b;
  std::vector<int> similarity(n * n), score((n + 1) * (n + 1), -999);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      similarity[y * n + x] = (y * y + y / 3) % 4 == (x * 3 + x * x / 5) % 4 ? 5 : -3;
  for (int i = 0; i <= n; i++) score[i] = score[i * (n + 1)] = i * gap;
  int *ds = to_device(similarity), *d = to_device(score);
  for (int diagonal = 0; diagonal < 2 * side - 1; diagonal++) {
    int first = diagonal < side ? 0 : diagonal - side + 1, last = diagonal < side ? diagonal : side - 1;
    blocks<<<last - first + 1, b>>>(ds, d, n, diagonal, first);
  }
  std::vector<int> got = to_host(d, (n + 1) * (n + 1));
  for (int y = 1; y <= n; y++)
    for (int x = 1; x <= n; x++) {
      int* p = &score[y * (n + 1) + x];
      *p = std::max({p[-n - 2] + similarity[(y - 1) * n + x - 1], p[-n - 1] + gap, p[-1] + gap});
    }
  for (int i = 0; i < (n + 1) * (n + 1); i++) expect("score", i, got[i], score[i]);
  printf("PASS\n");
}
