// Covers: __expf, __exp10f, __logf, __log2f, __log10f, __sinf, __cosf, __tanf, __sincosf, __powf, __fdividef,
// __saturatef, __frcp_rn, __frsqrt_rn with loose bounds.
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

const int functions = 14;

__global__ void kernel(const float* xs, const float* ys, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], y = ys[i];
  float* o = out + i * functions;
  o[0] = __expf(x);
  o[1] = __logf(y);
  o[2] = __log2f(y);
  o[3] = __sinf(x);
  o[4] = __cosf(x);
  __sincosf(x, &o[5], &o[6]);
  o[7] = __powf(y, x);
  o[8] = __fdividef(x, y);
  o[9] = __saturatef(x);
  o[10] = __frcp_rn(y);
  o[11] = __log10f(y);
  o[12] = __frsqrt_rn(y);
  o[13] = __tanf(x * 0.3f);
}

static void near(const char* what, float x, float y, float got, double want, double relative,
                 double absolute) {
  if (std::fabs(got - want) <= relative * std::fabs(want) + absolute) return;
  printf("FAIL: %s, at (%.9g, %.9g), got %.9g, expected %.9g\n", what, x, y, got, want);
  exit(1);
}

int main() {
  std::vector<float> x, y;
  unsigned s = 5;
  for (int i = 0; i < 3000; i++) {
    s = s * 1664525u + 1013904223u;
    x.push_back((int(s) >> 8) * (3.14159f / 8388608.0f)); // -pi to pi
    s = s * 1664525u + 1013904223u;
    y.push_back(0.05f + (s >> 8) * 1e-6f); // 0.05 to 16.8
  }
  const int n = x.size();
  float *dx = to_device(x), *dy = to_device(y), *d = to_device(std::vector<float>(n * functions));
  kernel<<<(n + 127) / 128, 128>>>(dx, dy, d, n);
  std::vector<float> out = to_host(d, n * functions);
  for (int i = 0; i < n; i++) {
    double u = x[i], v = y[i];
    const float* o = &out[i * functions];
    near("__expf", x[i], 0, o[0], std::exp(u), 1e-6, 0);
    near("__logf", y[i], 0, o[1], std::log(v), 5e-7, 5e-7);
    near("__log2f", y[i], 0, o[2], std::log2(v), 5e-7, 5e-7);
    near("__sinf", x[i], 0, o[3], std::sin(u), 0, 2e-6);
    near("__cosf", x[i], 0, o[4], std::cos(u), 0, 2e-6);
    near("__sincosf's sine", x[i], 0, o[5], std::sin(u), 0, 2e-6);
    near("__sincosf's cosine", x[i], 0, o[6], std::cos(u), 0, 2e-6);
    near("__powf", y[i], x[i], o[7], std::pow(v, u), 2e-5, 0);
    near("__fdividef", x[i], y[i], o[8], u / v, 4e-7, 0);
    near("__saturatef", x[i], 0, o[9], u < 0 ? 0 : u > 1 ? 1 : u, 0, 0);
    near("__frcp_rn", y[i], 0, o[10], double(float(1 / v)), 0, 0);
    near("__log10f", y[i], 0, o[11], std::log10(v), 5e-7, 5e-7);
    near("__frsqrt_rn", y[i], 0, o[12], 1 / std::sqrt(v), 2e-7, 0);
    near("__tanf", x[i], 0, o[13], std::tan(double(x[i] * 0.3f)), 1e-5, 2e-6);
  }
  printf("PASS\n");
}
