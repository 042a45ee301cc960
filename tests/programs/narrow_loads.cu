// Covers: 8- and 16-bit loads with sign and zero extension, narrow stores that leave neighbours alone, bool,
// packed structs, memcpy of unaligned words.
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

#pragma pack(push, 1)
struct Packed {
  unsigned char tag;
  int value;
  short half;
  double wide;
};
#pragma pack(pop)

__global__ void widen(const unsigned char* raw, long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const signed char* s = reinterpret_cast<const signed char*>(raw);
  const short* s16 = reinterpret_cast<const short*>(raw);
  const unsigned short* u16 = reinterpret_cast<const unsigned short*>(raw);
  out[6 * i] = raw[i];
  out[6 * i + 1] = s[i];
  out[6 * i + 2] = s16[i];
  out[6 * i + 3] = u16[i];
  unsigned word;
  memcpy(&word, raw + i, 4); // any alignment
  out[6 * i + 4] = word;
  unsigned long long dword;
  memcpy(&dword, raw + i, 8);
  out[6 * i + 5] = (long long)dword;
}

__global__ void narrow(unsigned char* bytes, unsigned short* shorts, bool* flags, Packed* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2 == 0) bytes[i] = (unsigned char)(i * 5);
  if (i % 3 == 0) shorts[i] = (unsigned short)(i * 1001);
  flags[i] = (i & 6) == 2;
  p[i].tag = (unsigned char)i;
  p[i].value += -i * 100000;
  p[i].half = short(-i);
  p[i].wide = i * 0.5;
}

int main() {
  const int n = 500;
  std::vector<unsigned char> raw(2 * n + 8);
  for (size_t i = 0; i < raw.size(); i++) raw[i] = (unsigned char)(i * 167 + i / 256 * 91);
  unsigned char* d = to_device(raw);
  long long* dw = to_device(std::vector<long long>(6 * n));
  widen<<<(n + 127) / 128, 128>>>(d, dw, n);
  std::vector<long long> w = to_host(dw, 6 * n);
  for (int i = 0; i < n; i++) {
    long long b = raw[i], h = raw[2 * i] + raw[2 * i + 1] * 256;
    expect("unsigned char", i, w[6 * i], b);
    expect("signed char", i, w[6 * i + 1], b >= 128 ? b - 256 : b);
    expect("short", i, w[6 * i + 2], h >= 32768 ? h - 65536 : h);
    expect("unsigned short", i, w[6 * i + 3], h);
    unsigned long long word = 0;
    for (int k = 3; k >= 0; k--) word = word * 256 + raw[i + k];
    expect("unaligned 4 bytes", i, w[6 * i + 4], (long long)word);
    for (int k = 0; k < 8; k++)
      expect("unaligned 8 bytes", i, int(w[6 * i + 5] >> 8 * k & 255), int(raw[i + k]));
  }
  unsigned char* db = to_device(std::vector<unsigned char>(n, 0xcc));
  unsigned short* ds = to_device(std::vector<unsigned short>(n, 0xdddd));
  unsigned char* df = to_device(std::vector<unsigned char>(n, 0xee));
  Packed* dp = to_device(std::vector<Packed>(n, Packed{0, 7, 0, 0}));
  static_assert(sizeof(Packed) == 15, "no padding");
  narrow<<<(n + 127) / 128, 128>>>(db, ds, reinterpret_cast<bool*>(df), dp, n);
  auto hb = to_host(db, n), hf = to_host(df, n);
  auto hs = to_host(ds, n);
  auto hp = to_host(dp, n);
  for (int i = 0; i < n; i++) {
    expect("byte stores", i, int(hb[i]), i % 2 ? 0xcc : i * 5 % 256);
    expect("short stores", i, int(hs[i]), i % 3 ? 0xdddd : i * 1001 % 65536);
    expect("bool is 0 or 1", i, int(hf[i]), int(i % 8 == 2 || i % 8 == 3));
    expect("packed tag", i, int(hp[i].tag), i % 256);
    expect("packed value", i, int(hp[i].value), 7 - i * 100000);
    expect("packed half", i, int(hp[i].half), -i);
    expect("packed wide", i, double(hp[i].wide), i / 2.0);
  }
  printf("PASS\n");
}
