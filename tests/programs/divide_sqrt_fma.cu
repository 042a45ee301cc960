// Covers: division, square root, reciprocal and fma correctly rounded in float and double, with denormal,
// huge and special operands.
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

struct Out {
  float div, sqrt_, rcp, fma_, rn_div, rn_sqrt;
  double ddiv, dsqrt, dfma;
};

__global__ void kernel(const float* f, const double* d, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = f[3 * i], y = f[3 * i + 1], z = f[3 * i + 2];
  double u = d[3 * i], v = d[3 * i + 1], w = d[3 * i + 2];
  Out o;
  o.div = x / y;
  o.sqrt_ = sqrtf(fabsf(x));
  o.rcp = 1.0f / y;
  o.fma_ = fmaf(x, y, z);
  o.rn_div = __fdiv_rn(x, y);
  o.rn_sqrt = __fsqrt_rn(fabsf(x));
  o.ddiv = u / v;
  o.dsqrt = sqrt(fabs(u));
  o.dfma = fma(u, v, w);
  out[i] = o;
}

template <class Bits, class T> static void same(const char* what, int i, T got, T want) {
  Bits g, w;
  std::memcpy(&g, &got, sizeof g);
  std::memcpy(&w, &want, sizeof w);
  if (g == w || (got != got && want != want)) return;
  printf("FAIL: %s, at %d, got %a, expected %a\n", what, i, double(got), double(want));
  exit(1);
}

int main() {
  const int n = 6000;
  std::vector<float> f;
  std::vector<double> d;
  const float special[] = {0.0f,     -0.0f,           1.0f,          -3.0f, INFINITY, -INFINITY, NAN,
                           1.4e-45f, 1.17549435e-38f, 3.4028235e38f, 0.1f,  7e-40f};
  unsigned long long s = 0x9e3779b97f4a7c15ull;
  for (int i = 0; i < 3 * n; i++) {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    unsigned b = unsigned(s >> 16);
    // A third of the rows: any bits. A third: near 1, where rounding is decided most finely. A third:
    // specials.
    int kind = i / 3 % 3;
    unsigned fb = kind == 1 ? (b & 0x00ffffffu) + 0x3f000000u : b;
    unsigned long long db = kind == 1 ? (s & 0x000fffffffffffffull) + 0x3fe0000000000000ull : s;
    float x;
    double u;
    std::memcpy(&x, &fb, 4);
    std::memcpy(&u, &db, 8);
    if (kind == 2) x = special[b % 12], u = b % 5 ? double(special[s % 11]) : 4.9e-324 * (b % 1000);
    f.push_back(x);
    d.push_back(u);
  }
  float* df = to_device(f);
  double* dd = to_device(d);
  Out* dout = to_device(std::vector<Out>(n));
  kernel<<<(n + 127) / 128, 128>>>(df, dd, dout, n);
  std::vector<Out> out = to_host(dout, n);
  for (int i = 0; i < n; i++) {
    float x = f[3 * i], y = f[3 * i + 1], z = f[3 * i + 2];
    double u = d[3 * i], v = d[3 * i + 1], w = d[3 * i + 2];
    const Out& o = out[i];
    same<unsigned>("float division", i, o.div, x / y);
    same<unsigned>("float square root", i, o.sqrt_, std::sqrt(std::fabs(x)));
    same<unsigned>("float reciprocal", i, o.rcp, 1.0f / y);
    same<unsigned>("fmaf", i, o.fma_, std::fma(x, y, z));
    same<unsigned>("__fdiv_rn", i, o.rn_div, x / y);
    same<unsigned>("__fsqrt_rn", i, o.rn_sqrt, std::sqrt(std::fabs(x)));
    same<unsigned long long>("double division", i, o.ddiv, u / v);
    same<unsigned long long>("double square root", i, o.dsqrt, std::sqrt(std::fabs(u)));
    same<unsigned long long>("fma", i, o.dfma, std::fma(u, v, w));
  }
  printf("PASS\n");
}
