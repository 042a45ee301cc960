// Covers: __match_any_sync (int, 64-bit), __match_all_sync, __reduce_add/min/max/and/or/xor_sync with full
// and partial masks.
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
  unsigned any, any64, all_same, all_mixed, radd, rand_, ror, rxor, umax;
  int same, mixed, smin, smax, odd_sum;
};

__global__ void kernel(const int* in, Out* out) {
  int t = threadIdx.x, v = in[t];
  const unsigned all = 0xffffffffu;
  Out o = {};
  o.any = __match_any_sync(all, v % 5);
  o.any64 = __match_any_sync(all, (unsigned long long)(v % 3) << 40 | 7);
  o.all_same = __match_all_sync(all, t / 32, &o.same);
  o.all_mixed = __match_all_sync(all, v, &o.mixed);
  o.radd = __reduce_add_sync(all, unsigned(v));
  o.smin = __reduce_min_sync(all, v - 500);
  o.smax = __reduce_max_sync(all, v - 500);
  o.umax = __reduce_max_sync(all, unsigned(v - 500));
  o.rand_ = __reduce_and_sync(all, unsigned(v) | 0xf0u);
  o.ror = __reduce_or_sync(all, unsigned(v) << 3);
  o.rxor = __reduce_xor_sync(all, unsigned(v) * 77);
  if (t & 1) o.odd_sum = __reduce_add_sync(0xaaaaaaaau, v);
  out[t] = o;
}

int main() {
  const int n = 96;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = (i * 389 + i * i) % 1000;
  int* di = to_device(in);
  Out* d = to_device(std::vector<Out>(n));
  kernel<<<1, n>>>(di, d);
  std::vector<Out> out = to_host(d, n);
  for (int t = 0; t < n; t++) {
    unsigned any = 0, any64 = 0, sum = 0, a = ~0u, o = 0, x = 0, umax = 0;
    int lo = 1 << 30, hi = -lo, odd = 0;
    for (int lane = 0; lane < 32; lane++) {
      int v = in[t / 32 * 32 + lane];
      any |= unsigned(v % 5 == in[t] % 5) << lane;
      any64 |= unsigned(v % 3 == in[t] % 3) << lane;
      sum += v;
      a &= v | 240;
      o |= v * 8;
      x ^= v * 77;
      lo = v - 500 < lo ? v - 500 : lo;
      hi = v - 500 > hi ? v - 500 : hi;
      umax = unsigned(v - 500) > umax ? v - 500 : umax;
      odd += lane % 2 ? v : 0;
    }
    expect("match_any", t, out[t].any, any);
    expect("match_any of 64 bits", t, out[t].any64, any64);
    expect("match_all of equals", t, out[t].all_same, 0xffffffffu);
    expect("match_all of equals, predicate", t, out[t].same, 1);
    expect("match_all of others", t, out[t].all_mixed, 0u);
    expect("match_all of others, predicate", t, out[t].mixed, 0);
    expect("reduce_add", t, out[t].radd, sum);
    expect("reduce_min", t, out[t].smin, lo);
    expect("reduce_max", t, out[t].smax, hi);
    expect("reduce_max unsigned", t, out[t].umax, umax);
    expect("reduce_and", t, out[t].rand_, a);
    expect("reduce_or", t, out[t].ror, o);
    expect("reduce_xor", t, out[t].rxor, x);
    expect("reduce_add of odd lanes", t, out[t].odd_sum, t % 2 ? odd : 0);
  }
  printf("PASS\n");
}
