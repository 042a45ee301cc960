// Covers: loads and stores of char4, uchar4, short2, int2, int4, uint4, float2, float3, float4, double2, long
// long2 with their make_ functions and alignment.
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

struct Mixed {
  char c;
  float4 f;
  char d;
  double2 e;
  char3 g;
};

__global__ void kernel(const uchar4* bytes, const float4* f, const double2* d, char4* c_out, short2* s_out,
                       int4* i_out, float3* f3_out, float2* f2_out, double2* d_out, longlong2* l_out,
                       Mixed* m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 b = bytes[i];
  float4 v = f[i];
  double2 w = d[i];
  c_out[i] = make_char4(-b.x, b.y - 100, b.z, b.w / 2);
  s_out[i] = make_short2(b.x * 200, -b.y);
  i_out[i] = make_int4(b.x + b.y, b.y - b.z, b.z * b.w, int(v.x));
  f3_out[i] = make_float3(v.y, v.z, v.w);
  f2_out[i] = make_float2(v.x + v.y, v.z - v.w);
  d_out[i] = make_double2(w.y, w.x * 2);
  l_out[i] = make_longlong2((long long)b.x << 40, -(long long)i);
  m[i].c = char(i);
  m[i].f = v;
  m[i].d = char(i + 1);
  m[i].e = w;
  m[i].g = make_char3(char(b.x), char(b.y), char(b.z));
}

int main() {
  static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(char3) == 3,
                "three elements have no padding");
  static_assert(
      alignof(float4) == 16 && alignof(double2) == 16 && alignof(uchar4) == 4 && alignof(short2) == 4, "");
  static_assert(sizeof(Mixed) == 80, "as the device lays it out");
  const int n = 300;
  std::vector<uchar4> b(n);
  std::vector<float4> f(n);
  std::vector<double2> d(n);
  for (int i = 0; i < n; i++) {
    b[i] = uchar4{(unsigned char)i, (unsigned char)(i * 3), (unsigned char)(i * 7), (unsigned char)(255 - i)};
    f[i] = float4{i * 1.0f, i * 2.0f, i * 3.0f, i * 4.0f};
    d[i] = double2{i + 0.25, -i - 0.5};
  }
  auto* db = to_device(b);
  auto* df = to_device(f);
  auto *dd = to_device(d), *dd2 = to_device(d);
  auto* c = to_device(std::vector<char4>(n));
  auto* s = to_device(std::vector<short2>(n));
  auto* i4 = to_device(std::vector<int4>(n));
  auto* f3 = to_device(std::vector<float3>(n));
  auto* f2 = to_device(std::vector<float2>(n));
  auto* l2 = to_device(std::vector<longlong2>(n));
  auto* m = to_device(std::vector<Mixed>(n));
  kernel<<<(n + 63) / 64, 64>>>(db, df, dd, c, s, i4, f3, f2, dd2, l2, m, n);
  auto hc = to_host(c, n);
  auto hs = to_host(s, n);
  auto hi = to_host(i4, n);
  auto h3 = to_host(f3, n);
  auto h2 = to_host(f2, n);
  auto hd = to_host(dd2, n);
  auto hl = to_host(l2, n);
  auto hm = to_host(m, n);
  for (int i = 0; i < n; i++) {
    int x = i % 256, y = i * 3 % 256, z = i * 7 % 256, w = ((255 - i) % 256 + 256) % 256;
    auto low8 = [](int v) { return (v % 256 + 384) % 256 - 128; };
    expect("char4.x", i, int(hc[i].x), low8(-x));
    expect("char4.y", i, int(hc[i].y), low8(y - 100));
    expect("char4.z", i, int(hc[i].z), low8(z));
    expect("char4.w", i, int(hc[i].w), w / 2);
    expect("short2.x", i, int(hs[i].x), (x * 200 + 32768) % 65536 - 32768);
    expect("short2.y", i, int(hs[i].y), -y);
    expect("int4.x", i, hi[i].x, x + y);
    expect("int4.y", i, hi[i].y, y - z);
    expect("int4.z", i, hi[i].z, z * w);
    expect("int4.w", i, hi[i].w, i);
    expect("float3.x", i, h3[i].x, 2.0f * i);
    expect("float3.z", i, h3[i].z, 4.0f * i);
    expect("float2.x", i, h2[i].x, 3.0f * i);
    expect("float2.y", i, h2[i].y, -1.0f * i);
    expect("double2.x", i, hd[i].x, -i - 0.5);
    expect("double2.y", i, hd[i].y, 2 * i + 0.5);
    expect("longlong2.x", i, hl[i].x, x * 1099511627776ll);
    expect("longlong2.y", i, hl[i].y, -1ll * i);
    expect("char before float4", i, int(hm[i].c), low8(i));
    expect("float4 in struct", i, hm[i].f.w, 4.0f * i);
    expect("char between", i, int(hm[i].d), low8(i + 1));
    expect("double2 in struct", i, hm[i].e.y, -i - 0.5);
    expect("char3 in struct", i, int(hm[i].g.z), low8(z));
  }
  printf("PASS\n");
}
