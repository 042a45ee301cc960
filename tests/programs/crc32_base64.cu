// Covers: CRC-32 with a table in shared memory, and base64 encoding and decoding: byte tables, shifts across
// bytes, padding, char output.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <string>
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

__global__ void crc32(const unsigned char* data, int row, unsigned* crc, int n) {
  __shared__ unsigned table[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    unsigned c = b;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[b] = c;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned c = ~0u;
  for (int k = 0; k < row - i % 5; k++) c = table[(c ^ data[i * row + k]) & 255] ^ (c >> 8);
  crc[i] = ~c;
}

__constant__ char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

__global__ void encode(const unsigned char* in, int n, char* out) {
  int g = blockIdx.x * blockDim.x + threadIdx.x, at = 3 * g;
  if (at >= n) return;
  int have = min(3, n - at);
  unsigned v = in[at] << 16 | (have > 1 ? in[at + 1] << 8 : 0) | (have > 2 ? in[at + 2] : 0);
  for (int k = 0; k < 4; k++) out[4 * g + k] = k <= have ? alphabet[v >> (18 - 6 * k) & 63] : '=';
}

__global__ void decode(const char* in, int groups, unsigned char* out) {
  __shared__ signed char value[256];
  for (int c = threadIdx.x; c < 256; c += blockDim.x) value[c] = -1;
  __syncthreads();
  for (int k = threadIdx.x; k < 64; k += blockDim.x) value[(unsigned char)alphabet[k]] = (signed char)k;
  __syncthreads();
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g >= groups) return;
  int v = 0;
  for (int k = 0; k < 4; k++) v = v << 6 | (value[(unsigned char)in[4 * g + k]] & 63);
  for (int k = 0; k < 3; k++)
    if (in[4 * g + k + 1] != '=') out[3 * g + k] = (unsigned char)(v >> (16 - 8 * k));
}

int main() {
  const int row = 40, n = 200;
  std::vector<unsigned char> data(row * n);
  for (int i = 0; i < row * n; i++) data[i] = (unsigned char)(i * 73 + i / 256 * 11);
  for (int k = 0; k < 9; k++) data[k] = "123456789"[k];
  unsigned char* d = to_device(data);
  unsigned* dc = to_device(std::vector<unsigned>(n));
  crc32<<<2, 128>>>(d, row, dc, n);
  std::vector<unsigned> crc = to_host(dc, n);
  auto bitwise = [](const unsigned char* p, int length) { // polynomial division a bit at a time
    unsigned c = ~0u;
    for (int bit = 0; bit < 8 * length; bit++) {
      bool one = (c ^ p[bit / 8] >> bit % 8) & 1;
      c = one ? c / 2 ^ 0xedb88320u : c / 2;
    }
    return ~c;
  };
  expect("the check value", 0, bitwise(data.data(), 9), 0xcbf43926u);
  for (int i = 0; i < n; i++) expect("CRC-32", i, crc[i], bitwise(&data[i * row], row - i % 5));

  for (int length : {1, 2, 3, 100, 101, 3002}) {
    int groups = (length + 2) / 3;
    char* text = to_device(std::vector<char>(4 * groups, '?'));
    unsigned char* back = to_device(std::vector<unsigned char>(length, 0));
    encode<<<(groups + 63) / 64, 64>>>(d, length, text);
    decode<<<(groups + 63) / 64, 64>>>(text, groups, back);
    std::vector<char> got = to_host(text, 4 * groups);
    std::vector<unsigned char> again = to_host(back, length);
    std::string bits;
    for (int i = 0; i < length; i++)
      for (int b = 7; b >= 0; b--) bits += data[i] >> b & 1 ? '1' : '0';
    for (int k = 0; k < 4 * groups; k++) {
      char want = '=';
      if (size_t(6 * k) < bits.size()) {
        int v = std::stoi((bits.substr(6 * k, 6) + "00000").substr(0, 6), nullptr, 2);
        want = char(v < 26 ? 'A' + v : v < 52 ? 'a' + v - 26 : v < 62 ? '0' + v - 52 : v == 62 ? '+' : '/');
      }
      expect("base64", k, int(got[k]), int(want));
    }
    for (int i = 0; i < length; i++) expect("decoded", i, int(again[i]), int(data[i]));
  }
  printf("PASS\n");
}
