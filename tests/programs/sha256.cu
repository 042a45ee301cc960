// Covers: SHA-256 a message a thread: rotates, 64-step unrolled rounds, constant tables, big-endian bytes;
// known digests and a chain checked on the host.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

__constant__ unsigned k_table[64];

__device__ unsigned rotr(unsigned x, int n) { return __funnelshift_r(x, x, n); }

__global__ void sha256(const unsigned char* text, const int* offset, unsigned* digest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned char* m = text + offset[i];
  int length = offset[i + 1] - offset[i], blocks = (length + 8) / 64 + 1;
  unsigned h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int b = 0; b < blocks; b++) {
    unsigned w[16];
    for (int k = 0; k < 16; k++) {
      unsigned word = 0;
      for (int c = 0; c < 4; c++) {
        int at = b * 64 + k * 4 + c;
        word = word << 8 | (at < length ? m[at] : at == length ? 0x80 : 0);
      }
      w[k] = b == blocks - 1 && k == 15 ? length * 8 : word;
    }
    unsigned s[8];
    for (int k = 0; k < 8; k++) s[k] = h[k];
#pragma unroll
    for (int t = 0; t < 64; t++) {
      if (t >= 16) {
        unsigned a = w[(t + 1) & 15], c = w[(t + 14) & 15];
        w[t & 15] +=
            (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[(t + 9) & 15] + (rotr(c, 17) ^ rotr(c, 19) ^ c >> 10);
      }
      unsigned t1 = s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) +
                    ((s[4] & s[5]) ^ (~s[4] & s[6])) + k_table[t] + w[t & 15];
      unsigned t2 =
          (rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      for (int k = 7; k > 0; k--) s[k] = s[k - 1];
      s[4] += t1;
      s[0] = t1 + t2;
    }
    for (int k = 0; k < 8; k++) h[k] += s[k];
  }
  for (int k = 0; k < 8; k++) digest[8 * i + k] = h[k];
}

int main() {
  // The table by its definition: the fraction of the cube roots of the first 64 primes.
  unsigned k[64];
  for (int p = 2, found = 0; found < 64; p++) {
    bool prime = true;
    for (int q = 2; q * q <= p; q++) prime &= p % q != 0;
    if (prime)
      k[found++] = unsigned((long long)std::floor(cbrtl((long double)p) * 4294967296.0L) & 0xffffffff);
  }
  CHECK(cudaMemcpyToSymbol(k_table, k, sizeof k));
  const char* known[][2] = {{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
                            {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
                            {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
  std::string text;
  std::vector<int> offset{0};
  for (int i = 0; i < 64; i++) {
    text += i < 3 ? std::string(known[i][0]) : std::string(i * 3, char('a' + i % 26));
    offset.push_back(int(text.size()));
  }
  for (int twice = 0; twice < 2; twice++) { // the same texts again: the same digests, from other lanes
    for (int i = 0; i < 32; i++) {
      text.append(text, offset[i], offset[i + 1] - offset[i]);
      offset.push_back(int(text.size()));
    }
  }
  const int n = int(offset.size()) - 1;
  unsigned char* d = to_device(std::vector<unsigned char>(text.begin(), text.end()));
  unsigned* dd = to_device(std::vector<unsigned>(8 * n));
  sha256<<<(n + 63) / 64, 64>>>(d, to_device(offset), dd, n);
  std::vector<unsigned> digest = to_host(dd, 8 * n);
  for (int i = 0; i < 3; i++)
    for (int w = 0; w < 8; w++)
      expect("known digest", i * 8 + w, digest[8 * i + w],
             unsigned(std::stoul(std::string(known[i][1]).substr(8 * w, 8), nullptr, 16)));
  for (int i = 64; i < n; i++)
    for (int w = 0; w < 8; w++)
      expect("same text, same digest", i, digest[8 * i + w], digest[8 * ((i - 64) % 32) + w]);
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < i; j++)
      expect("other text, other digest", i, int(std::memcmp(&digest[8 * i], &digest[8 * j], 32) != 0), 1);
  printf("PASS\n");
}
