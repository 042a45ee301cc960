// Covers: kernel parameters by value: a 1 KiB struct with arrays indexed at run time, nested structs, mixed
// small types and alignment, bool and char parameters.
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

struct Inner {
  char tag;
  double weight;
  short pair[2];
};
struct Large {
  float coefficient[200];
  Inner inner[4];
  int* destination;
  unsigned char order[64];
  long long seed;
};

__global__ void kernel(char a, Large p, bool b, short c, double d, Inner e, float f, unsigned char g,
                       long long h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Inner& in = p.inner[i % 4];
  p.seed += i; // a thread's own copy
  int r = int(p.coefficient[p.order[i % 64]] * 4) + in.tag + int(in.weight * 2) + in.pair[i / 4 % 2];
  r += int(p.seed % 1000) + a * 10 + (b ? 3 : 0) + c + int(d * 8) + e.tag + e.pair[1] + int(e.weight) +
       int(f) + g + int(h >> 33);
  p.destination[i] = r;
}

__global__ void empty(Large) {}

int main() {
  const int n = 512;
  Large p = {};
  p.destination = to_device(std::vector<int>(n));
  for (int i = 0; i < 200; i++) p.coefficient[i] = 0.25f * i;
  for (int i = 0; i < 4; i++) p.inner[i] = Inner{char(-i), 10.5 * i, {short(i * 100), short(-i * 300)}};
  for (int i = 0; i < 64; i++) p.order[i] = (unsigned char)(i * 3 + 7);
  p.seed = 123456789012ll;
  Inner e{5, 77.9, {1, -2000}};
  empty<<<1, 32>>>(p);
  kernel<<<4, 128>>>('\x81', p, true, -1234, 2.125, e, -3.9f, 250, 5ll << 33, n);
  std::vector<int> out = to_host(p.destination, n);
  for (int i = 0; i < n; i++) {
    int k = i % 4, want = (i % 64 * 3 + 7) - k + 21 * k + (i / 4 % 2 ? -300 * k : 100 * k);
    want += int((123456789012ll + i) % 1000) + ('\x81') * 10 + 3 - 1234 + 17 + 5 - 2000 + 77 - 3 + 250 + 5;
    expect("parameters", i, out[i], want);
  }
  expect("the host's copy stays", 0, p.seed, 123456789012ll);
  printf("PASS\n");
}
