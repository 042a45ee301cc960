// Covers: all-pairs N-body forces with bodies staged through shared memory in tiles, float4, rsqrtf, several
// leapfrog steps.
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

__global__ void accelerations(const float4* body, float4* acceleration, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = i < n ? body[i] : make_float4(0, 0, 0, 0);
  float ax = 0, ay = 0, az = 0;
  for (int base = 0; base < n; base += 64) {
    int k = base + threadIdx.x;
    tile[threadIdx.x] = k < n ? body[k] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 64; j++) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float f = tile[j].w * inverse * inverse * inverse;
      ax += f * dx;
      ay += f * dy;
      az += f * dz;
    }
    __syncthreads();
  }
  if (i < n) acceleration[i] = make_float4(ax, ay, az, 0);
}

__global__ void move(float4* body, float4* velocity, const float4* a, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  velocity[i].x += a[i].x * dt;
  velocity[i].y += a[i].y * dt;
  velocity[i].z += a[i].z * dt;
  body[i].x += velocity[i].x * dt;
  body[i].y += velocity[i].y * dt;
  body[i].z += velocity[i].z * dt;
}

int main() {
  const int n = 200, steps = 3;
  const float dt = 0.0625f;
  std::vector<float4> body(n);
  unsigned s = 6;
  auto next = [&] { return float((s = s * 1664525u + 1013904223u) >> 8) / 16777216.0f; };
  for (float4& b : body) {
    float x = next(), y = next(), z = next();
    b = make_float4(x * 2 - 1, y * 2 - 1, z * 2 - 1, 0.005f);
  }
  std::vector<double> p(3 * n), v(3 * n, 0.0);
  for (int i = 0; i < n; i++) p[3 * i] = body[i].x, p[3 * i + 1] = body[i].y, p[3 * i + 2] = body[i].z;
  float4 *db = to_device(body), *dv = to_device(std::vector<float4>(n, make_float4(0, 0, 0, 0))),
         *da = to_device(body);
  for (int k = 0; k < steps; k++) {
    accelerations<<<(n + 63) / 64, 64>>>(db, da, n);
    move<<<(n + 63) / 64, 64>>>(db, dv, da, dt, n);
    std::vector<double> a(3 * n, 0.0);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) { // each pair once
        double d[3], r2 = 0.01;
        for (int c = 0; c < 3; c++) d[c] = p[3 * j + c] - p[3 * i + c], r2 += d[c] * d[c];
        double f = 0.005 / (r2 * std::sqrt(r2));
        for (int c = 0; c < 3; c++) a[3 * i + c] += f * d[c], a[3 * j + c] -= f * d[c];
      }
    for (int c = 0; c < 3 * n; c++) v[c] += a[c] * dt, p[c] += v[c] * dt;
  }
  std::vector<float4> got = to_host(db, n);
  for (int i = 0; i < n; i++) {
    expect("x", i, double(got[i].x), p[3 * i], 2e-4);
    expect("y", i, double(got[i].y), p[3 * i + 1], 2e-4);
    expect("z", i, double(got[i].z), p[3 * i + 2], 2e-4);
  }
  printf("PASS\n");
}
