// Covers: 2D convolution with several channels, stride and padding, filters in constant memory, 3D grid over
// images and output channels.
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

__constant__ float filters[4 * 3 * 3 * 3];

__global__ void convolve(const float* in, float* out, int h, int w, int oh, int ow, int stride, int pad) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      image = blockIdx.z / 4, k = blockIdx.z % 4;
  if (x >= ow || y >= oh) return;
  float sum = 0;
  for (int c = 0; c < 3; c++)
#pragma unroll
    for (int r = 0; r < 3; r++)
#pragma unroll
      for (int s = 0; s < 3; s++) {
        int iy = y * stride + r - pad, ix = x * stride + s - pad;
        if (iy >= 0 && iy < h && ix >= 0 && ix < w)
          sum += filters[((k * 3 + c) * 3 + r) * 3 + s] * in[((image * 3 + c) * h + iy) * w + ix];
      }
  out[((image * 4 + k) * oh + y) * ow + x] = sum;
}

int main() {
  const int images = 2, h = 21, w = 30;
  std::vector<float> in(images * 3 * h * w), f(4 * 3 * 9);
  for (size_t i = 0; i < in.size(); i++) in[i] = int(i * 37 % 33) - 16;
  for (size_t i = 0; i < f.size(); i++) f[i] = (int(i * 11 % 17) - 8) * 0.25f;
  CHECK(cudaMemcpyToSymbol(filters, f.data(), f.size() * sizeof(float)));
  float* di = to_device(in);
  const int cases[][2] = {{1, 1}, {2, 0}, {2, 2}, {3, 1}};
  for (auto& c : cases) {
    int stride = c[0], pad = c[1], oh = (h + 2 * pad - 3) / stride + 1, ow = (w + 2 * pad - 3) / stride + 1;
    float* d = to_device(std::vector<float>(images * 4 * oh * ow, -1));
    convolve<<<dim3((ow + 15) / 16, (oh + 7) / 8, images * 4), dim3(16, 8)>>>(di, d, h, w, oh, ow, stride,
                                                                              pad);
    std::vector<float> out = to_host(d, images * 4 * oh * ow);
    std::vector<double> want(out.size(), 0.0);
    for (int image = 0; image < images; image++) // each input element goes to the outputs that it touches
      for (int ch = 0; ch < 3; ch++)
        for (int iy = 0; iy < h; iy++)
          for (int ix = 0; ix < w; ix++)
            for (int k = 0; k < 4; k++)
              for (int t = 0; t < 9; t++) {
                int y = iy + pad - t / 3, x = ix + pad - t % 3;
                if (y < 0 || x < 0 || y % stride || x % stride || y / stride >= oh || x / stride >= ow)
                  continue;
                want[((image * 4 + k) * oh + y / stride) * ow + x / stride] +=
                    double(f[(k * 3 + ch) * 9 + t]) * in[((image * 3 + ch) * h + iy) * w + ix];
              }
    for (size_t i = 0; i < out.size(); i++)
      expect("convolution", i, out[i], float(want[i])); // quarters: exact
  }
  printf("PASS\n");
}
