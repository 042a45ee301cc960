// Covers: exact float functions: rint, nearbyint, round, trunc, floor, ceil, lrint, llround, modf, frexp,
// ldexp, scalbn, ilogb, logb, fmod, remainder, remquo, fdim, nextafter, trunc of double.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

const int functions = 18;

__global__ void kernel(const float* xs, const float* ys, float* out, long long* ints, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = xs[i], y = ys[i];
  float* o = out + i * functions;
  long long* k = ints + i * 5;
  int exponent, quotient;
  o[0] = rintf(x);
  o[1] = nearbyintf(x);
  o[2] = roundf(x);
  o[3] = truncf(x);
  o[4] = floorf(x);
  o[5] = ceilf(x);
  o[6] = modff(x, &o[7]);
  o[8] = frexpf(x, &exponent);
  o[9] = ldexpf(x, i % 90 - 45);
  o[10] = scalbnf(x, 3);
  o[11] = logbf(x);
  o[12] = fmodf(x, y);
  o[13] = remainderf(x, y);
  o[14] = remquof(x, y, &quotient);
  o[15] = fdimf(x, y);
  o[16] = nextafterf(x, y);
  o[17] = float(trunc(double(x) * 3.0));
  k[0] = exponent;
  k[1] = quotient & 7;
  k[2] = ilogbf(x);
  k[3] = lrintf(fminf(fmaxf(x, -1e9f), 1e9f));
  k[4] = llroundf(fminf(fmaxf(x, -1e15f), 1e15f));
}

static void same(const char* what, float x, float y, float got, float want) {
  unsigned g, w;
  std::memcpy(&g, &got, 4);
  std::memcpy(&w, &want, 4);
  if (g == w || (got == 0 && want == 0)) return;
  printf("FAIL: %s, at (%.9g, %.9g), got %.9g, expected %.9g\n", what, x, y, got, want);
  exit(1);
}

int main() {
  std::vector<float> x{0.5f,       -0.5f, 1.5f,   2.5f,    -2.5f, 0.49999997f, -0.49999997f, 8388607.5f,
                       8388608.0f, 1e10f, 1e-40f, -3e-39f, 1.0f,  -1.0f,       3e38f};
  std::vector<float> y{1.0f, 0.3f,  -1.0f,  1.0f,   1.25f, 7.0f,  2.0f, 3.0f,
                       0.1f, 17.0f, 1e-41f, 1e-38f, 2.0f,  -2.0f, 1.7f};
  unsigned s = 4711;
  while (x.size() < 2000) {
    s = s * 1664525u + 1013904223u;
    x.push_back((int(s) >> 8) * std::ldexp(1.0f, -int(s % 24)));
    s = s * 1664525u + 1013904223u;
    y.push_back(((int(s) >> 8) | 1) * std::ldexp(1.0f, -int(s % 27)));
  }
  const int n = x.size();
  float *dx = to_device(x), *dy = to_device(y), *d = to_device(std::vector<float>(n * functions));
  long long* di = to_device(std::vector<long long>(5 * n));
  kernel<<<(n + 127) / 128, 128>>>(dx, dy, d, di, n);
  std::vector<float> out = to_host(d, n * functions);
  std::vector<long long> ints = to_host(di, 5 * n);
  for (int i = 0; i < n; i++) {
    float a = x[i], b = y[i], whole, part = std::modf(a, &whole);
    const float* o = &out[i * functions];
    int exponent, quotient;
    float fraction = std::frexp(a, &exponent), rest = std::remquo(a, b, &quotient);
    same("rintf", a, b, o[0], std::rint(a));
    same("nearbyintf", a, b, o[1], std::nearbyint(a));
    same("roundf", a, b, o[2], std::round(a));
    same("truncf", a, b, o[3], std::trunc(a));
    same("floorf", a, b, o[4], std::floor(a));
    same("ceilf", a, b, o[5], std::ceil(a));
    same("modff's fraction", a, b, o[6], part);
    same("modff's whole", a, b, o[7], whole);
    same("frexpf", a, b, o[8], fraction);
    same("ldexpf", a, b, o[9], std::ldexp(a, i % 90 - 45));
    same("scalbnf", a, b, o[10], float(double(a) * 8));
    same("logbf", a, b, o[11], std::logb(a));
    same("fmodf", a, b, o[12], std::fmod(a, b));
    same("remainderf", a, b, o[13], std::remainder(a, b));
    same("remquof", a, b, o[14], rest);
    same("fdimf", a, b, o[15], a > b ? float(double(a) - double(b)) : 0.0f);
    same("nextafterf", a, b, o[16], std::nextafter(a, b));
    same("trunc", a, b, o[17], float(std::trunc(double(a) * 3.0)));
    expect("frexpf's exponent", i, ints[5 * i], (long long)exponent);
    expect("remquof's low bits", i, ints[5 * i + 1], (long long)(quotient & 7));
    expect("ilogbf", i, ints[5 * i + 2], (long long)std::ilogb(a));
    expect("lrintf", i, ints[5 * i + 3], (long long)std::lrint(std::fmin(std::fmax(a, -1e9f), 1e9f)));
    expect("llroundf", i, ints[5 * i + 4], std::llround(std::fmin(std::fmax(a, -1e15f), 1e15f)));
  }
  printf("PASS\n");
}
