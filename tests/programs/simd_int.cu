// Covers: integer SIMD inside a word: __vadd4, __vsub4, __vmaxs4, __vminu4, __vabsdiffu4, __vcmpeq4,
// __vcmpgtu4, __vadd2, __dp4a (signed and unsigned), __dp2a_lo.
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
  unsigned add4, sub4, maxs4, minu4, absdiff4, eq4, gtu4, add2, udp4a;
  int dp4a, dp2a;
};

__global__ void kernel(const unsigned* a, const unsigned* b, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], y = b[i];
  Out o;
  o.add4 = __vadd4(x, y);
  o.sub4 = __vsub4(x, y);
  o.maxs4 = __vmaxs4(x, y);
  o.minu4 = __vminu4(x, y);
  o.absdiff4 = __vabsdiffu4(x, y);
  o.eq4 = __vcmpeq4(x, y);
  o.gtu4 = __vcmpgtu4(x, y);
  o.add2 = __vadd2(x, y);
  o.dp4a = __dp4a(int(x), int(y), -100);
  o.udp4a = __dp4a(x, y, 100u);
  o.dp2a = __dp2a_lo(int(x), int(y), 7);
  out[i] = o;
}

static int sbyte(unsigned w, int k) { return int((w >> 8 * k & 255) ^ 128) - 128; }
static int shalf(unsigned w, int k) { return int((w >> 16 * k & 65535) ^ 32768) - 32768; }

int main() {
  const int n = 1000;
  std::vector<unsigned> a(n), b(n);
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    a[i] = s = s * 1664525u + 1013904223u;
    b[i] = s = s * 1664525u + 1013904223u;
    if (i % 4 == 0) b[i] ^= (b[i] ^ a[i]) & 0x00ff00ff; // some bytes alike
  }
  unsigned *da = to_device(a), *db = to_device(b);
  Out* d = to_device(std::vector<Out>(n));
  kernel<<<(n + 127) / 128, 128>>>(da, db, d, n);
  std::vector<Out> out = to_host(d, n);
  for (int i = 0; i < n; i++) {
    unsigned add = 0, sub = 0, maxs = 0, minu = 0, absdiff = 0, eq = 0, gt = 0, unsigned_dot = 100, add2 = 0;
    int dot = -100;
    for (int k = 0; k < 4; k++) {
      unsigned x = a[i] >> 8 * k & 255, y = b[i] >> 8 * k & 255;
      add += ((x + y) % 256) << 8 * k;
      sub += ((x + 256 - y) % 256) << 8 * k;
      maxs += (sbyte(a[i], k) > sbyte(b[i], k) ? x : y) << 8 * k;
      minu += (x < y ? x : y) << 8 * k;
      absdiff += (x < y ? y - x : x - y) << 8 * k;
      eq += (x == y ? 255u : 0) << 8 * k;
      gt += (x > y ? 255u : 0) << 8 * k;
      dot += sbyte(a[i], k) * sbyte(b[i], k);
      unsigned_dot += x * y;
    }
    for (int k = 0; k < 2; k++) add2 += unsigned(shalf(a[i], k) + shalf(b[i], k)) % 65536 << 16 * k;
    expect("vadd4", i, out[i].add4, add);
    expect("vsub4", i, out[i].sub4, sub);
    expect("vmaxs4", i, out[i].maxs4, maxs);
    expect("vminu4", i, out[i].minu4, minu);
    expect("vabsdiffu4", i, out[i].absdiff4, absdiff);
    expect("vcmpeq4", i, out[i].eq4, eq);
    expect("vcmpgtu4", i, out[i].gtu4, gt);
    expect("vadd2", i, out[i].add2, add2);
    expect("dp4a signed", i, out[i].dp4a, dot);
    expect("dp4a unsigned", i, out[i].udp4a, unsigned_dot);
    expect("dp2a_lo", i, out[i].dp2a, 7 + shalf(a[i], 0) * sbyte(b[i], 0) + shalf(a[i], 1) * sbyte(b[i], 1));
  }
  printf("PASS\n");
}
