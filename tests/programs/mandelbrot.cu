// Covers: Mandelbrot escape counts: data-dependent loop lengths in 2D blocks, double arithmetic with explicit
// fma, early exit by lane.
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

__global__ void mandelbrot(unsigned short* out, int w, int h, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  double cx = -2.0 + 3.0 / 128 * x, cy = -1.125 + 2.25 / 96 * y, zx = 0, zy = 0;
  int k = 0;
  while (k < limit) {
    double xx = zx * zx, yy = zy * zy;
    if (xx + yy > 4) break;
    double nx = fma(zx, zx, fma(-zy, zy, cx));
    zy = fma(2 * zx, zy, cy);
    zx = nx;
    k++;
  }
  out[y * w + x] = (unsigned short)k;
}

int main() {
  const int w = 128, h = 96, limit = 100;
  unsigned short* d = to_device(std::vector<unsigned short>(w * h));
  mandelbrot<<<dim3(w / 16, h / 8), dim3(16, 8)>>>(d, w, h, limit);
  std::vector<unsigned short> out = to_host(d, w * h);
  int off = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      // The host's rounding differs, so a point at the very edge may differ: few may, and none far inside or
      // outside.
      long double cx = -2.0L + 3.0L / 128 * x, cy = -1.125L + 2.25L / 96 * y, zx = 0, zy = 0;
      int k = 0;
      for (; k < limit && zx * zx + zy * zy <= 4; k++) {
        long double nx = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = nx;
      }
      off += k != out[y * w + x];
      if (k < 20) expect("escape count", y * w + x, int(out[y * w + x]), k);
    }
  expect("points that differ are few", 0, int(off <= 20), 1);
  expect("the origin never escapes", 0, int(out[48 * w + 85]), limit);
  printf("PASS\n");
}
