// Covers: cuComplex and cuDoubleComplex: add, sub, mul, div, abs, conj, real and imaginary parts, on device
// and host; a polynomial by Horner.
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuComplex.h>
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

__global__ void kernel(const cuFloatComplex* a, const cuFloatComplex* b, cuFloatComplex* out,
                       float* magnitude, cuDoubleComplex* wide, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuFloatComplex x = a[i], y = b[i];
  out[4 * i] = cuCaddf(x, y);
  out[4 * i + 1] = cuCsubf(cuConjf(x), y);
  out[4 * i + 2] = cuCmulf(x, y);
  out[4 * i + 3] = cuCdivf(x, y);
  magnitude[i] = cuCabsf(x);
  cuDoubleComplex z = make_cuDoubleComplex(cuCrealf(x) * 0.01, cuCimagf(x) * 0.01),
                  p = make_cuDoubleComplex(1, 0);
  for (int k = 0; k < 5; k++) p = cuCadd(cuCmul(p, z), make_cuDoubleComplex(k, -k));
  wide[i] = cuCdiv(p, make_cuDoubleComplex(3, 4));
}

static void near(const char* what, int i, std::complex<double> got, std::complex<double> want,
                 double relative) {
  if (std::abs(got - want) <= relative * std::abs(want)) return;
  printf("FAIL: %s, at %d, got (%.17g, %.17g), expected (%.17g, %.17g)\n", what, i, got.real(), got.imag(),
         want.real(), want.imag());
  exit(1);
}

int main() {
  const int n = 500;
  std::vector<cuFloatComplex> a(n), b(n);
  for (int i = 0; i < n; i++) {
    a[i] = make_cuFloatComplex(i * 0.5f - 100, 75 - i * 0.25f);
    b[i] = make_cuFloatComplex(i * 0.125f + 1, -i * 0.75f);
  }
  auto *da = to_device(a), *db = to_device(b), *d = to_device(std::vector<cuFloatComplex>(4 * n));
  float* dm = to_device(std::vector<float>(n));
  auto* dw = to_device(std::vector<cuDoubleComplex>(n));
  kernel<<<(n + 127) / 128, 128>>>(da, db, d, dm, dw, n);
  auto out = to_host(d, 4 * n);
  auto magnitude = to_host(dm, n);
  auto wide = to_host(dw, n);
  for (int i = 0; i < n; i++) {
    using C = std::complex<double>;
    C x(a[i].x, a[i].y), y(b[i].x, b[i].y);
    auto got = [&](int k) { return C(out[4 * i + k].x, out[4 * i + k].y); };
    near("add", i, got(0), x + y, 1e-6);
    near("conj and sub", i, got(1), std::conj(x) - y, 1e-6);
    near("mul", i, got(2), x * y, 1e-6);
    near("div", i, got(3), x / y, 1e-6);
    near("abs", i, magnitude[i], std::abs(x), 1e-6);
    C z = x * 0.01, p = std::pow(z, 5);
    for (int k = 0; k < 5; k++) p += C(k, -k) * std::pow(z, 4 - k);
    near("polynomial", i, C(wide[i].x, wide[i].y), p / C(3, 4), 1e-12);
    cuFloatComplex h = cuCmulf(a[i], b[i]);
    near("mul on the host", i, C(h.x, h.y), x * y, 1e-6);
  }
  printf("PASS\n");
}
