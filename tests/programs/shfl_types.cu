// Covers: shuffles of unsigned, long long, unsigned long long, float, double, __half and __half2.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
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
  unsigned u;
  long long s;
  unsigned long long ull;
  float f;
  double d;
  float h, h2x, h2y;
};

__global__ void shuffle(Out* out) {
  int t = threadIdx.x;
  const unsigned all = 0xffffffffu;
  Out o;
  o.u = __shfl_sync(all, 0x80000000u + t, 7);
  o.s = __shfl_up_sync(all, -5000000000ll * t, 3);
  o.ull = __shfl_down_sync(all, 0x123456789abcdef0ull + t, 5, 16);
  o.f = __shfl_xor_sync(all, t * 0.5f, 9);
  o.d = __shfl_xor_sync(all, t * 1e-300, 17);
  o.h = __half2float(__shfl_down_sync(all, __float2half(float(t)), 1));
  __half2 h2 = __shfl_xor_sync(all, __floats2half2_rn(float(t), -float(t)), 6);
  o.h2x = __low2float(h2);
  o.h2y = __high2float(h2);
  out[t] = o;
}

int main() {
  const int n = 128;
  Out* d = to_device(std::vector<Out>(n));
  shuffle<<<1, n>>>(d);
  std::vector<Out> out = to_host(d, n);
  for (int t = 0; t < n; t++) {
    int warp = t / 32 * 32, lane = t % 32;
    expect("unsigned", t, out[t].u, 2147483648u + warp + 7);
    expect("long long", t, out[t].s, -5000000000ll * (lane < 3 ? t : t - 3));
    expect("unsigned long long", t, out[t].ull, 0x123456789abcdef0ull + (t % 16 > 10 ? t : t + 5));
    expect("float", t, out[t].f, (warp + (lane ^ 9)) / 2.0f);
    expect("double", t, out[t].d, (warp + (lane ^ 17)) * 1e-300);
    expect("half", t, out[t].h, float(lane == 31 ? t : t + 1));
    expect("half2 x", t, out[t].h2x, float(warp + (lane ^ 6)));
    expect("half2 y", t, out[t].h2y, -float(warp + (lane ^ 6)));
  }
  printf("PASS\n");
}
