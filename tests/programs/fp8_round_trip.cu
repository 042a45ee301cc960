// Covers: __nv_fp8_e4m3 and __nv_fp8_e5m2 (OCP encodings): every code decoded and encoded again, floats
// rounded with saturation, NaN, on device and host.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp8.h>
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

__global__ void kernel(const float* in, float* decoded, unsigned char* again, unsigned char* encoded, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 256) {
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = (unsigned char)i;
    decoded[i] = float(a);
    decoded[256 + i] = float(b);
    again[i] = __nv_fp8_e4m3(float(a)).__x;
    again[256 + i] = __nv_fp8_e5m2(float(b)).__x;
  }
  if (i < n) {
    encoded[i] = __nv_fp8_e4m3(in[i]).__x;
    encoded[n + i] = __nv_fp8_e5m2(in[i]).__x;
  }
}

// A code's value from its fields: e4m3 has no infinity and one NaN a sign, e5m2 is like a short half.
static double value(int code, bool e5m2) {
  int mantissa_bits = e5m2 ? 2 : 3, bias = e5m2 ? 15 : 7, exponent = (code & 127) >> mantissa_bits,
      m = code & ((1 << mantissa_bits) - 1);
  double v;
  if (e5m2 && exponent == 31)
    v = m ? NAN : INFINITY;
  else if (!e5m2 && (code & 127) == 127)
    v = NAN;
  else if (exponent == 0)
    v = std::ldexp(m, 1 - bias - mantissa_bits);
  else
    v = std::ldexp((1 << mantissa_bits) + m, exponent - bias - mantissa_bits);
  return code & 128 ? -v : v;
}
// The nearest finite code by search over all, ties to the even code; beyond the largest it stays the largest.
static int nearest(float f, bool e5m2) {
  int best = 0, sign = std::signbit(f) ? 128 : 0;
  double least = INFINITY, magnitude = std::fabs(double(f)), largest = e5m2 ? 57344 : 448;
  if (magnitude > largest) magnitude = largest;
  for (int code = 0; code < 128; code++) {
    double off = std::fabs(value(code, e5m2) - magnitude);
    if (off < least || (off == least && code % 2 == 0)) least = off, best = code;
  }
  return best | sign;
}

int main() {
  std::vector<float> f{0.0f,  -0.0f,    448.0f,   449.0f,        464.0f,       465.0f,  1e9f,
                       -1e9f, 57344.0f, 60000.0f, 0.0009765625f, 0.001953125f, 0.0029f, 1e-10f,
                       17.0f, 18.0f,    19.0f,    -1.0625f,      -1.1875f};
  for (unsigned s = 8; f.size() < 1000;)
    s = s * 1664525u + 1013904223u, f.push_back((int(s) >> 8) * std::ldexp(1.0f, -int(s % 36) - 4));
  const int n = f.size();
  float *df = to_device(f), *dd = to_device(std::vector<float>(512));
  unsigned char *da = to_device(std::vector<unsigned char>(512)),
                *de = to_device(std::vector<unsigned char>(2 * n));
  kernel<<<(n + 127) / 128, 128>>>(df, dd, da, de, n);
  std::vector<float> decoded = to_host(dd, 512);
  std::vector<unsigned char> again = to_host(da, 512), encoded = to_host(de, 2 * n);
  for (int i = 0; i < 512; i++) {
    double want = value(i % 256, i >= 256);
    if (want != want) {
      expect("NaN code", i, int(decoded[i] != decoded[i]), 1);
      double back = value(again[i], i >= 256);
      expect("NaN stays NaN", i, int(back != back), 1);
      continue;
    }
    expect("decoded", i, double(decoded[i]), want);
    if (!std::isinf(want)) expect("encoded again", i, int(again[i]), i % 256);
  }
  for (int i = 0; i < n; i++) {
    expect("e4m3 of float", i, int(encoded[i]), nearest(f[i], false));
    expect("e5m2 of float", i, int(encoded[n + i]), nearest(f[i], true));
    expect("e4m3 on the host", i, int(__nv_fp8_e4m3(f[i]).__x), nearest(f[i], false));
    expect("e5m2 on the host", i, int(__nv_fp8_e5m2(f[i]).__x), nearest(f[i], true));
  }
  printf("PASS\n");
}
