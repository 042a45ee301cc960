// Covers: comparisons with NaN, infinities and signed zeros; fmin/fmax drop a NaN; classification; denormals
// kept by add, multiply and conversion.
#include <cfloat>
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
  unsigned compares, classes;
  float least, most, sum, product, copied;
  double widened;
  float narrowed;
};

__global__ void kernel(const float* v, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  float a = v[i / n], b = v[i % n];
  Out o;
  o.compares = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 |
               !(a < b) << 6 | !(a >= b) << 7;
  o.classes = (isnan(a) != 0) | (isinf(a) != 0) << 1 | (isfinite(a) != 0) << 2 | (signbit(a) != 0) << 3;
  o.least = fminf(a, b);
  o.most = fmaxf(a, b);
  o.sum = a + b;
  o.product = a * b;
  o.copied = copysignf(a, b);
  o.widened = double(a) * 0.5;
  o.narrowed = float(o.widened);
  out[i] = o;
}

static unsigned bits(float f) {
  unsigned u;
  std::memcpy(&u, &f, 4);
  return u;
}
// The same float, bit for bit; any NaN matches any NaN.
static void same(const char* what, int i, float got, float want) {
  if (want != want)
    expect(what, i, int(got != got), 1);
  else
    expect(what, i, bits(got), bits(want));
}

int main() {
  const float tiny = FLT_MIN, den = 1.4e-45f;
  std::vector<float> v{0.0f,     -0.0f,     1.0f,        -1.0f, den,    -den,     3 * den, tiny,
                       -tiny,    tiny / 2,  tiny * 1.5f, 0.5f,  1e-20f, 1.3e-25f, FLT_MAX, -FLT_MAX,
                       INFINITY, -INFINITY, NAN,         -NAN,  1e38f,  3.7f};
  const int n = v.size();
  float* d = to_device(v);
  Out* dout = to_device(std::vector<Out>(n * n));
  kernel<<<(n * n + 127) / 128, 128>>>(d, dout, n);
  std::vector<Out> out = to_host(dout, n * n);
  for (int i = 0; i < n * n; i++) {
    float a = v[i / n], b = v[i % n];
    const Out& o = out[i];
    bool na = (bits(a) & 0x7fffffff) > 0x7f800000, nb = (bits(b) & 0x7fffffff) > 0x7f800000;
    int order = 2; // -1, 0, 1, or 2 where unordered: from the bits, not by comparing floats
    if (!na && !nb) {
      auto key = [](float f) { return bits(f) >> 31 ? -long(bits(f) & 0x7fffffff) : long(bits(f)); };
      order = key(a) < key(b) ? -1 : key(a) > key(b);
    }
    unsigned want = (order == -1) | (order == -1 || order == 0) << 1 | (order == 1) << 2 |
                    (order == 0 || order == 1) << 3 | (order == 0) << 4 | (order != 0) << 5 |
                    (order != -1) << 6 | (order == -1 || order == 2) << 7;
    expect("comparisons", i, o.compares, want);
    bool inf = (bits(a) & 0x7fffffff) == 0x7f800000;
    expect("classes", i, o.classes, unsigned(na | inf << 1 | (!na && !inf) << 2) | bits(a) >> 31 << 3);
    if (order != 0) { // which of -0 and +0 is taken is not laid down
      same("fminf", i, o.least, na ? b : nb ? a : order < 0 ? a : b);
      same("fmaxf", i, o.most, na ? b : nb ? a : order < 0 ? b : a);
    }
    same("sum", i, o.sum, float(double(a) + double(b)));
    same("product", i, o.product, float(double(a) * double(b)));
    if (!na) expect("copysignf", i, bits(o.copied), (bits(a) & 0x7fffffffu) | (bits(b) & 0x80000000u));
    if (!na) expect("widened", i, o.widened, double(a) / 2);
    same("narrowed", i, o.narrowed, float(double(a) / 2));
  }
  printf("PASS\n");
}
