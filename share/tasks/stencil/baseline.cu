#include <cuda_runtime.h>

// One thread a point.
extern "C" __global__ void stencil(const float* u, float* v, int nx, int ny, int nz, float centre, float side) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
  if (x >= nx || y >= ny) return;
  const size_t row = nx, plane = static_cast<size_t>(nx) * ny, i = z * plane + y * row + x;
  float sum = 0;
  if (x > 0) sum += u[i - 1];
  if (x < nx - 1) sum += u[i + 1];
  if (y > 0) sum += u[i - row];
  if (y < ny - 1) sum += u[i + row];
  if (z > 0) sum += u[i - plane];
  if (z < nz - 1) sum += u[i + plane];
  v[i] = centre * u[i] + side * sum;
}
