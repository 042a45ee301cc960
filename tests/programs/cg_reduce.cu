// Covers: cg::reduce over tiles of 32, 16 and 4 with plus, less, greater, bit_and, bit_or, bit_xor; block
// total by tiles.
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
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

namespace cg = cooperative_groups;

struct Out {
  int sum32, low16, high4;
  float fsum16;
  unsigned a, o, x;
};

__global__ void kernel(const int* in, Out* out, int* total) {
  cg::thread_block block = cg::this_thread_block();
  auto t32 = cg::tiled_partition<32>(block);
  auto t16 = cg::tiled_partition<16>(block);
  auto t4 = cg::tiled_partition<4>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
  Out r;
  r.sum32 = cg::reduce(t32, v, cg::plus<int>());
  r.low16 = cg::reduce(t16, v, cg::less<int>());
  r.high4 = cg::reduce(t4, v, cg::greater<int>());
  r.fsum16 = cg::reduce(t16, v * 0.5f, cg::plus<float>());
  r.a = cg::reduce(t32, unsigned(v) | 0xff00u, cg::bit_and<unsigned>());
  r.o = cg::reduce(t32, unsigned(v) << 4, cg::bit_or<unsigned>());
  r.x = cg::reduce(t32, unsigned(v), cg::bit_xor<unsigned>());
  out[i] = r;
  if (t32.thread_rank() == 0) atomicAdd(total, r.sum32);
}

int main() {
  const int n = 256;
  std::vector<int> in(n);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += in[i] = i * 61 % 199 - 80;
  int *di = to_device(in), *dt = to_device(std::vector<int>(1, 0));
  Out* d = to_device(std::vector<Out>(n));
  kernel<<<2, 128>>>(di, d, dt);
  std::vector<Out> out = to_host(d, n);
  expect("total", 0, to_host(dt, 1)[0], sum);
  for (int i = 0; i < n; i++) {
    int s32 = 0, s16 = 0, lo = 1000, hi = -1000;
    unsigned a = ~0u, o = 0, x = 0;
    for (int k = 0; k < n; k++) {
      if (k / 32 == i / 32)
        s32 += in[k], a &= unsigned(in[k]) | 65280u, o |= unsigned(in[k]) * 16, x ^= unsigned(in[k]);
      if (k / 16 == i / 16) s16 += in[k], lo = in[k] < lo ? in[k] : lo;
      if (k / 4 == i / 4 && in[k] > hi) hi = in[k];
    }
    expect("plus over 32", i, out[i].sum32, s32);
    expect("less over 16", i, out[i].low16, lo);
    expect("greater over 4", i, out[i].high4, hi);
    expect("float plus over 16", i, out[i].fsum16, s16 * 0.5f);
    expect("and", i, out[i].a, a);
    expect("or", i, out[i].o, o);
    expect("xor", i, out[i].x, x);
  }
  printf("PASS\n");
}
