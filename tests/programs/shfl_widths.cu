// Covers: __shfl_sync, __shfl_up_sync, __shfl_down_sync and __shfl_xor_sync at widths 2 to 32: every lane,
// source lanes that wrap or are negative, ends of segments, xor into other segments.
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

// out[((kind * 5 + width) * 40 + arg) * 64 + thread]
__global__ void shuffles(int* out) {
  int t = threadIdx.x, value = 1000 + t * 3;
  for (int w = 0; w < 5; w++) {
    int width = 2 << w;
    for (int arg = 0; arg < 40; arg++) {
      int* o = out + (w * 40 + arg) * 64 + t;
      const int kind = 5 * 40 * 64;
      o[0] = __shfl_sync(0xffffffffu, value, arg - 4, width);
      int delta = arg & 31;
      o[kind] = __shfl_up_sync(0xffffffffu, value, delta, width);
      o[2 * kind] = __shfl_down_sync(0xffffffffu, value, delta, width);
      o[3 * kind] = __shfl_xor_sync(0xffffffffu, value, delta, width);
    }
  }
}

// The source lane differs by lane, and the width argument is left out.
__global__ void rotate(int* out) {
  int lane = threadIdx.x % 32;
  out[threadIdx.x] = __shfl_sync(0xffffffffu, int(threadIdx.x), (lane * 5 + 3) % 32);
}

int main() {
  const int n = 64;
  int* d = to_device(std::vector<int>(4 * 5 * 40 * n));
  shuffles<<<1, n>>>(d);
  std::vector<int> got = to_host(d, 4 * 5 * 40 * n);
  static const char* const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
  for (int kind = 0; kind < 4; kind++)
    for (int w = 0; w < 5; w++)
      for (int arg = 0; arg < 40; arg++)
        for (int t = 0; t < n; t++) {
          int width = 2 << w, lane = t % 32, first = lane / width * width, last = first + width - 1,
              delta = arg % 32;
          int from;
          if (kind == 0)
            from = first + ((arg - 4) % width + width) % width;
          else if (kind == 1)
            from = lane - delta < first ? lane : lane - delta;
          else if (kind == 2)
            from = lane + delta > last ? lane : lane + delta;
          else
            from = (lane ^ delta) > last ? lane : lane ^ delta;
          int at = ((kind * 5 + w) * 40 + arg) * n + t;
          expect(names[kind], at, got[at], 1000 + (t - lane + from) * 3);
        }
  int* r = to_device(std::vector<int>(96));
  rotate<<<1, 96>>>(r);
  got = to_host(r, 96);
  for (int t = 0; t < 96; t++)
    expect("source differs by lane", t, got[t], t / 32 * 32 + (t % 32 * 5 + 3) % 32);
  printf("PASS\n");
}
