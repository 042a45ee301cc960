// Covers: expf, exp2f, exp10f, expm1f, logf, log2f, log10f, log1pf, powf, cbrtf, rcbrtf, rsqrtf, hypotf
// against double, in ulp.
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

const int functions = 13;

__global__ void kernel(const float* xs, const float* ys, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], y = ys[i], p = fabsf(y);
  float* o = out + i * functions;
  o[0] = expf(x);
  o[1] = exp2f(x);
  o[2] = exp10f(x);
  o[3] = expm1f(x);
  o[4] = logf(p);
  o[5] = log2f(p);
  o[6] = log10f(p);
  o[7] = log1pf(p);
  o[8] = powf(p, x);
  o[9] = cbrtf(y);
  o[10] = rcbrtf(y);
  o[11] = rsqrtf(p);
  o[12] = hypotf(x, y);
}

// How many units in the last place of a float the result is from the true value.
static double ulps(float got, double want) {
  if (want != want) return got != got ? 0 : INFINITY;
  if (double(got) == want || (std::fabs(want) >= 3.40282357e38 && std::isinf(got) && (got > 0) == (want > 0)))
    return 0;
  int exponent = want == 0 ? -126 : std::ilogb(want);
  return std::fabs(double(got) - want) / std::ldexp(1.0, (exponent < -126 ? -126 : exponent) - 23);
}
static void within(const char* what, float x, float y, float got, double want, double bound) {
  double off = ulps(got, want);
  if (off <= bound + 0.5) return;
  printf("FAIL: %s, at (%.9g, %.9g), got %.9g, expected %.9g (%.2f ulp)\n", what, x, y, got, want, off);
  exit(1);
}

int main() {
  std::vector<float> x{0.0f,    1.0f, -1.0f, 88.7f, -87.3f,  100.0f, -120.0f, 1e-10f,
                       -1e-10f, 0.5f, -0.5f, 3.0f,  -200.0f, 2.0f,   127.9f};
  std::vector<float> y{1.0f,    2.0f,  10.0f, 0.99999994f, 1.0000001f, 1e-38f, 1e-42f, 3e38f,
                       1000.0f, -8.0f, 27.0f, 0.5f,        1e-20f,     -1e20f, 4.0f};
  unsigned s = 2024;
  while (x.size() < 3000) {
    s = s * 1664525u + 1013904223u;
    x.push_back((int(s) >> 8) * (x.size() % 3 ? 1.2e-5f : 3e-7f));
    s = s * 1664525u + 1013904223u;
    y.push_back(((s >> 8) + 1) * 1e-7f * std::ldexp(1.0f, int(s % 60) - 30) * (s % 7 ? 1.0f : -1.0f));
  }
  const int n = x.size();
  float *dx = to_device(x), *dy = to_device(y), *d = to_device(std::vector<float>(n * functions));
  kernel<<<(n + 127) / 128, 128>>>(dx, dy, d, n);
  std::vector<float> out = to_host(d, n * functions);
  for (int i = 0; i < n; i++) {
    double u = x[i], v = y[i], p = std::fabs(v);
    const float* o = &out[i * functions];
    within("expf", x[i], 0, o[0], std::exp(u), 2);
    within("exp2f", x[i], 0, o[1], std::exp2(u), 2);
    within("exp10f", x[i], 0, o[2], std::pow(10.0, u), 2);
    within("expm1f", x[i], 0, o[3], std::expm1(u), 3);
    within("logf", y[i], 0, o[4], std::log(p), 3);
    within("log2f", y[i], 0, o[5], std::log2(p), 3);
    within("log10f", y[i], 0, o[6], std::log10(p), 3);
    within("log1pf", y[i], 0, o[7], std::log1p(p), 2);
    within("powf", y[i], x[i], o[8], std::pow(p, u), 16);
    within("cbrtf", y[i], 0, o[9], std::cbrt(v), 2);
    within("rcbrtf", y[i], 0, o[10], 1 / std::cbrt(v), 2);
    within("rsqrtf", y[i], 0, o[11], 1 / std::sqrt(p), 2);
    within("hypotf", x[i], y[i], o[12], std::hypot(u, v), 4);
  }
  printf("PASS\n");
}
