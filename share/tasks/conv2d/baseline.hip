#include <hip/hip_runtime.h>

// One thread a pixel of the output; z counts filters and images.
extern "C" __global__ void conv2d(const float* x, const float* w, float* y, int channels, int filters, int height, int width, int pad, int stride) {
  const int rows = (height + 2 * pad - 3) / stride + 1, cols = (width + 2 * pad - 3) / stride + 1;
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  const int f = blockIdx.z % filters, n = blockIdx.z / filters;
  if (i >= rows || j >= cols) return;
  float sum = 0;
  for (int k = 0; k < channels; ++k)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const int yy = i * stride + a - pad, xx = j * stride + b - pad;
        if (yy >= 0 && yy < height && xx >= 0 && xx < width)
          sum += x[((static_cast<size_t>(n) * channels + k) * height + yy) * width + xx] * w[((static_cast<size_t>(f) * channels + k) * 3 + a) * 3 + b];
      }
  y[((static_cast<size_t>(n) * filters + f) * rows + i) * cols + j] = sum;
}
