// Covers: erff, erfcf, erfinvf, erfcinvf, normcdff, lgammaf, tgammaf, j0f, j1f in float and erf, tgamma,
// lgamma in double.
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

const int functions = 9;

__global__ void kernel(const float* xs, float* out, double* dout, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i];
  float* o = out + i * functions;
  o[0] = erff(x);
  o[1] = erfcf(x);
  o[2] = erff(erfinvf(x * 0.12f));
  o[3] = erfcf(erfcinvf(1.0f + x * 0.12f));
  o[4] = normcdff(x);
  o[5] = lgammaf(fabsf(x) + 0.01f);
  o[6] = tgammaf(x * 3.0f + 0.3f);
  o[7] = j0f(x);
  o[8] = j1f(x);
  dout[3 * i] = erf(double(x));
  dout[3 * i + 1] = tgamma(double(x) + 0.3);
  dout[3 * i + 2] = lgamma(fabs(double(x)) + 0.01);
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

// Near a zero of the function the distance counts, not the ulp.
static void near(const char* what, float x, double got, double want, double relative, double absolute) {
  if (std::fabs(got - want) <= relative * std::fabs(want) + absolute) return;
  printf("FAIL: %s, at %.9g, got %.17g, expected %.17g\n", what, x, got, want);
  exit(1);
}

int main() {
  std::vector<float> x;
  for (int i = -800; i <= 800; i++) x.push_back(i * 0.01f + 0.0003f);
  const int n = x.size();
  float *dx = to_device(x), *d = to_device(std::vector<float>(n * functions));
  double* dd = to_device(std::vector<double>(3 * n));
  kernel<<<(n + 127) / 128, 128>>>(dx, d, dd, n);
  std::vector<float> out = to_host(d, n * functions);
  std::vector<double> dout = to_host(dd, 3 * n);
  for (int i = 0; i < n; i++) {
    double u = x[i];
    const float* o = &out[i * functions];
    within("erff", x[i], 0, o[0], std::erf(u), 16);
    within("erfcf", x[i], 0, o[1], std::erfc(u), 16);
    near("erf of erfinv", x[i], o[2], double(x[i] * 0.12f), 2e-6, 1e-7);
    near("erfc of erfcinv", x[i], o[3], double(1.0f + x[i] * 0.12f), 4e-6, 2e-7);
    within("normcdff", x[i], 0, o[4], std::erfc(-u * 0.70710678118654752440) / 2, 16);
    near("lgammaf", x[i], o[5], std::lgamma(double(std::fabs(x[i]) + 0.01f)), 1e-6, 1e-6);
    float at = float(x[i] * 3.0f); // the device may keep the product exact inside the sum
    double gamma = std::tgamma(double(float(at + 0.3f)));
    if (x[i] > 0) near("tgammaf", x[i], o[6], gamma, 2e-5, 0);
    near("j0f", x[i], o[7], ::j0(u), 1e-5, 1e-6);
    near("j1f", x[i], o[8], ::j1(u), 1e-5, 1e-6);
    near("erf", x[i], dout[3 * i], std::erf(u), 1e-14, 0);
    near("tgamma", x[i], dout[3 * i + 1], std::tgamma(u + 0.3), 1e-11, 0);
    near("lgamma", x[i], dout[3 * i + 2], std::lgamma(std::fabs(u) + 0.01), 1e-13, 1e-14);
  }
  printf("PASS\n");
}
