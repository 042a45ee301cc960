// Covers: five-point heat stencil with a shared tile and halo, ping-pong buffers over many launches, fixed
// borders, odd extents.
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

const int bx = 16, by = 16;

__global__ void heat(const double* in, double* out, int w, int h) {
  __shared__ double s[by + 2][bx + 2];
  int x = blockIdx.x * bx + threadIdx.x, y = blockIdx.y * by + threadIdx.y, tx = threadIdx.x + 1,
      ty = threadIdx.y + 1;
  auto at = [&](int c, int r) { return c >= 0 && c < w && r >= 0 && r < h ? in[r * w + c] : 0.0; };
  s[ty][tx] = at(x, y);
  if (threadIdx.x == 0) s[ty][0] = at(x - 1, y);
  if (threadIdx.x == bx - 1) s[ty][bx + 1] = at(x + 1, y);
  if (threadIdx.y == 0) s[0][tx] = at(x, y - 1);
  if (threadIdx.y == by - 1) s[by + 1][tx] = at(x, y + 1);
  __syncthreads();
  if (x >= w || y >= h) return;
  bool border = x == 0 || y == 0 || x == w - 1 || y == h - 1;
  out[y * w + x] =
      border ? s[ty][tx]
             : 0.5 * s[ty][tx] + 0.125 * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx]);
}

int main() {
  const int w = 53, h = 41, steps = 12;
  std::vector<double> t(w * h);
  for (int i = 0; i < w * h; i++) t[i] = (i * 29 % 64) * 16; // eighths of it stay exact for some steps
  double *a = to_device(t), *b = to_device(t);
  for (int k = 0; k < steps; k++) {
    heat<<<dim3((w + bx - 1) / bx, (h + by - 1) / by), dim3(bx, by)>>>(a, b, w, h);
    double* swap = a;
    a = b;
    b = swap;
  }
  std::vector<double> got = to_host(a, w * h);
  for (int k = 0; k < steps; k++) {
    // The host spreads each value to its neighbours instead of gathering.
    std::vector<double> next(w * h, 0.0);
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        double v = t[y * w + x];
        next[y * w + x] += 0.5 * v;
        if (x > 0) next[y * w + x - 1] += v / 8;
        if (x < w - 1) next[y * w + x + 1] += v / 8;
        if (y > 0) next[(y - 1) * w + x] += v / 8;
        if (y < h - 1) next[(y + 1) * w + x] += v / 8;
      }
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        if (x == 0 || y == 0 || x == w - 1 || y == h - 1) next[y * w + x] = t[y * w + x];
    t = next;
  }
  for (int i = 0; i < w * h; i++) expect("temperature", i, got[i], t[i], 1e-9);
  printf("PASS\n");
}
