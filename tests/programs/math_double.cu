// Covers: double exp, log, sin, cos, tan, pow, atan2, tanh, cbrt, hypot, expm1, log1p, fmod against long
// double, relative bounds; __dadd_rn and others.
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

const int functions = 16;

__global__ void kernel(const double* xs, const double* ys, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = xs[i], y = ys[i];
  double* o = out + i * functions;
  o[0] = exp(x);
  o[1] = log(y);
  o[2] = sin(x);
  o[3] = cos(x);
  o[4] = tan(x);
  o[5] = pow(y, x * 0.1);
  o[6] = atan2(x, y);
  o[7] = tanh(x);
  o[8] = cbrt(x);
  o[9] = hypot(x, y);
  o[10] = expm1(x);
  o[11] = log1p(y);
  o[12] = fmod(x, y);
  o[13] = __dadd_rn(x, y);
  o[14] = rsqrt(y);
  o[15] = exp2(x) + log2(y) + log10(y);
}

static void near(const char* what, int i, double got, long double want, double ulps) {
  if (got == double(want) || fabsl(got - want) <= ulps * (2.2204460492503131e-16L * fabsl(want) + 4.95e-324L))
    return;
  printf("FAIL: %s, at %d, got %.17g, expected %.17g\n", what, i, got, double(want));
  exit(1);
}

int main() {
  std::vector<double> x, y;
  unsigned long long s = 31;
  for (int i = 0; i < 1500; i++) {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    x.push_back(double((long long)s >> 11) * (i % 3 ? 1.1e-14 : i % 2 ? 1e-12 : 1e-20) * 0.3);
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    y.push_back((double(s >> 11) + 1) * std::ldexp(1.0, -int(s >> 58)) * 1e-13);
    if (x[i] > 700 || x[i] < -700) x[i] = std::fmod(x[i], 700.0);
  }
  const int n = x.size();
  double *dx = to_device(x), *dy = to_device(y), *d = to_device(std::vector<double>(n * functions));
  kernel<<<(n + 127) / 128, 128>>>(dx, dy, d, n);
  std::vector<double> out = to_host(d, n * functions);
  for (int i = 0; i < n; i++) {
    long double u = x[i], v = y[i];
    const double* o = &out[i * functions];
    near("exp", i, o[0], expl(u), 2);
    near("log", i, o[1], logl(v), 3);
    near("sin", i, o[2], sinl(u), 4);
    near("cos", i, o[3], cosl(u), 4);
    near("tan", i, o[4], tanl(u), 6);
    near("pow", i, o[5], powl(v, (long double)(x[i] * 0.1)), 4);
    near("atan2", i, o[6], atan2l(u, v), 4);
    near("tanh", i, o[7], tanhl(u), 5);
    near("cbrt", i, o[8], cbrtl(u), 2);
    near("hypot", i, o[9], hypotl(u, v), 4);
    near("expm1", i, o[10], expm1l(u), 3);
    near("log1p", i, o[11], log1pl(v), 3);
    near("fmod", i, o[12], fmodl(u, v), 0);
    near("__dadd_rn", i, o[13], (long double)(x[i] + y[i]), 0);
    near("rsqrt", i, o[14], 1 / sqrtl(v), 2);
    long double terms = fabsl(exp2l(u)) + fabsl(log2l(v)) + fabsl(log10l(v));
    expect("exp2 + log2 + log10", i, o[15], double(exp2l(u) + log2l(v) + log10l(v)), double(terms) * 1e-15);
  }
  printf("PASS\n");
}
