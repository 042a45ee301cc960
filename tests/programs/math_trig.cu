// Covers: sinf, cosf, tanf, sincosf, sinpif, cospif, asinf, acosf, atanf, atan2f and the hyperbolic six
// against double, in ulp; large arguments.
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

const int functions = 17;

__global__ void kernel(const float* xs, const float* ys, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], y = ys[i], unit = fmodf(y, 1.0f);
  float* o = out + i * functions;
  o[0] = sinf(x);
  o[1] = cosf(x);
  o[2] = tanf(x);
  sincosf(x, &o[3], &o[4]);
  o[5] = sinpif(y);
  o[6] = cospif(y);
  o[7] = asinf(unit);
  o[8] = acosf(unit);
  o[9] = atanf(x);
  o[10] = atan2f(x, y);
  o[11] = sinhf(y);
  o[12] = coshf(y);
  o[13] = tanhf(y);
  o[14] = asinhf(x);
  o[15] = acoshf(1.0f + fabsf(x));
  o[16] = atanhf(unit);
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
  std::vector<float> x{0.0f,       -0.0f, 1e-30f, 0.785398185f, 1.57079637f, 3.14159274f, 6.28318548f, 100.0f,
                       12345.678f, 1e6f,  -1e10f, 3e38f,        1.0f,        -1.0f,       1e-5f};
  std::vector<float> y{0.0f,  0.5f,    -0.5f, 0.25f,  1.0f,   -1.0f, 0.999f, 1e-6f,
                       7.75f, -9.125f, 20.0f, -20.0f, 1e-30f, 3.5f,  -2.75f};
  unsigned s = 77;
  while (x.size() < 2500) {
    s = s * 1664525u + 1013904223u;
    x.push_back((int(s) >> 8) * (x.size() % 3 ? 1e-6f : x.size() % 2 ? 0.01f : 1e-9f));
    s = s * 1664525u + 1013904223u;
    y.push_back((int(s) >> 8) * (s % 5 ? 1.2e-6f : 1e-8f));
  }
  const int n = x.size();
  float *dx = to_device(x), *dy = to_device(y), *d = to_device(std::vector<float>(n * functions));
  kernel<<<(n + 127) / 128, 128>>>(dx, dy, d, n);
  std::vector<float> out = to_host(d, n * functions);
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < n; i++) {
    double u = x[i], v = y[i], unit = std::fmod(v, 1.0);
    const float* o = &out[i * functions];
    within("sinf", x[i], 0, o[0], std::sin(u), 4);
    within("cosf", x[i], 0, o[1], std::cos(u), 4);
    within("tanf", x[i], 0, o[2], std::tan(u), 5);
    within("sincosf's sine", x[i], 0, o[3], std::sin(u), 4);
    within("sincosf's cosine", x[i], 0, o[4], std::cos(u), 4);
    double turn = std::remainder(v, 2.0); // exact; then reduced to where pi times it is accurate
    double sine = std::fabs(turn) > 0.75 ? std::sin(pi * ((turn > 0 ? 1 : -1) - turn)) : std::sin(pi * turn);
    double cosine = std::fabs(std::fabs(turn) - 0.5) < 0.25 ? std::sin(pi * (0.5 - std::fabs(turn)))
                                                            : std::cos(pi * turn);
    within("sinpif", y[i], 0, o[5], sine, 4);
    within("cospif", y[i], 0, o[6], cosine, 4);
    within("asinf", y[i], 0, o[7], std::asin(unit), 4);
    within("acosf", y[i], 0, o[8], std::acos(unit), 4);
    within("atanf", x[i], 0, o[9], std::atan(u), 5);
    within("atan2f", x[i], y[i], o[10], std::atan2(u, v), 6);
    within("sinhf", y[i], 0, o[11], std::sinh(v), 4);
    within("coshf", y[i], 0, o[12], std::cosh(v), 4);
    within("tanhf", y[i], 0, o[13], std::tanh(v), 5);
    within("asinhf", x[i], 0, o[14], std::asinh(u), 4);
    within("acoshf", x[i], 0, o[15], std::acosh(double(1.0f + std::fabs(x[i]))), 4);
    within("atanhf", y[i], 0, o[16], std::atanh(unit), 5);
  }
  printf("PASS\n");
}
