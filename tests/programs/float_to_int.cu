// Covers: float and double to int and unsigned in all four rounding directions, saturation, NaN to 0, and int
// to float rounding.
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

struct Out {
  int rn, rz, ru, rd, d_rn, d_rz, d_ru, d_rd;
  unsigned uz, un;
  long long ll;
  float from_int, from_unsigned, from_ll;
  double from_ull;
  unsigned char byte;
  signed char sbyte;
};

__global__ void kernel(const float* f, const double* d, const long long* v, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Out o;
  o.rn = __float2int_rn(f[i]);
  o.rz = __float2int_rz(f[i]);
  o.ru = __float2int_ru(f[i]);
  o.rd = __float2int_rd(f[i]);
  o.uz = __float2uint_rz(f[i]);
  o.un = __float2uint_rn(f[i]);
  o.d_rn = __double2int_rn(d[i]);
  o.d_rz = __double2int_rz(d[i]);
  o.d_ru = __double2int_ru(d[i]);
  o.d_rd = __double2int_rd(d[i]);
  o.ll = fabsf(f[i]) < 9e18f ? (long long)f[i] : 0;
  o.from_int = float(int(v[i]));
  o.from_unsigned = float(unsigned(v[i]));
  o.from_ll = float(v[i]);
  o.from_ull = double((unsigned long long)v[i]);
  o.byte = (unsigned char)(int)fminf(fmaxf(f[i], -1000.0f), 1000.0f);
  o.sbyte = (signed char)(int)fminf(fmaxf(f[i], -1000.0f), 1000.0f);
  out[i] = o;
}

// The nearest whole number in a direction, held in the limits of the target; NaN becomes 0.
static long whole(double v, int direction, double low, double high) {
  if (v != v) return 0;
  double r = direction == 0   ? std::nearbyint(v)
             : direction == 1 ? std::trunc(v)
             : direction == 2 ? std::ceil(v)
                              : std::floor(v);
  return long(r < low ? low : r > high ? high : r);
}

int main() {
  std::vector<float> f{
      0.0f,           -0.0f,         0.5f,          -0.5f,      1.5f,          2.5f,          -1.5f,
      -2.5f,          0.49999997f,   1e-40f,        -1e-40f,    2147483520.0f, 2147483648.0f, -2147483648.0f,
      -2147483904.0f, 4294967040.0f, 4294967296.0f, 3e9f,       -3e9f,         1e20f,         -1e20f,
      INFINITY,       -INFINITY,     NAN,           8388607.5f, 16777215.0f};
  std::vector<double> d{2147483647.5, 2147483646.5,       -2147483648.5, 1e300,    -1e300,
                        0.5 + 1e-15,  4503599627370497.5, INFINITY, -INFINITY};   // NaN differs: INT_MIN on NVIDIA, 0 on AMD
  std::vector<long long> v{0,
                           -1,
                           16777217,
                           16777219,
                           33554435,
                           -16777217,
                           2147483647,
                           -2147483648ll,
                           4294967295ll,
                           9007199254740993ll,
                           9223372036854775807ll,
                           -9223372036854775807ll - 1,
                           1ll << 40,
                           (1ll << 40) + 65537,
                           9223371761976868863ll};
  unsigned long long seed = 7;
  while (v.size() < 600) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    v.push_back((long long)seed >> (v.size() % 60));
    f.push_back(float((long long)seed >> 20) * std::ldexp(1.0f, -int(v.size() % 50)));
    d.push_back(double((long long)seed >> 10) * std::ldexp(1.0, -int(v.size() % 60)));
  }
  const int n = d.size() < f.size() ? d.size() : f.size();
  float* df = to_device(f);
  double* dd = to_device(d);
  long long* dv = to_device(v);
  Out* dout = to_device(std::vector<Out>(n));
  kernel<<<(n + 127) / 128, 128>>>(df, dd, dv, dout, n);
  std::vector<Out> out = to_host(dout, n);
  const double lo = -2147483648.0, hi = 2147483647.0, uhi = 4294967295.0;
  for (int i = 0; i < n; i++) {
    const Out& o = out[i];
    expect("float2int_rn", i, o.rn, int(whole(f[i], 0, lo, hi)));
    expect("float2int_rz", i, o.rz, int(whole(f[i], 1, lo, hi)));
    expect("float2int_ru", i, o.ru, int(whole(f[i], 2, lo, hi)));
    expect("float2int_rd", i, o.rd, int(whole(f[i], 3, lo, hi)));
    expect("float2uint_rz", i, o.uz, unsigned(whole(f[i], 1, 0, uhi)));
    expect("float2uint_rn", i, o.un, unsigned(whole(f[i], 0, 0, uhi)));
    expect("double2int_rn", i, o.d_rn, int(whole(d[i], 0, lo, hi)));
    expect("double2int_rz", i, o.d_rz, int(whole(d[i], 1, lo, hi)));
    expect("double2int_ru", i, o.d_ru, int(whole(d[i], 2, lo, hi)));
    expect("double2int_rd", i, o.d_rd, int(whole(d[i], 3, lo, hi)));
    expect("float to long long", i, o.ll,
           std::fabs(f[i]) < 9e18f ? (long long)std::trunc(double(f[i])) : 0ll);
    expect("int to float", i, o.from_int, float(double(int(v[i]))));
    expect("unsigned to float", i, o.from_unsigned, float(double(unsigned(v[i]))));
    expect("long long to float", i, o.from_ll, float(v[i]));
    expect("unsigned long long to double", i, o.from_ull, double((unsigned long long)v[i]));
    long held = whole(std::fmin(std::fmax(double(f[i]), -1000.0), 1000.0), 1, -1000, 1000);
    expect("to unsigned char", i, int(o.byte), int(held & 255));
    expect("to signed char", i, int(o.sbyte), int(((held & 255) ^ 128) - 128));
  }
  printf("PASS\n");
}
