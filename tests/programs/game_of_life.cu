// Covers: game of life on a torus, one cell a thread and 32 cells a word by bitwise full adders; glider and
// random soup.
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

__global__ void by_cell(const unsigned char* in, unsigned char* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy) alive += in[(y + dy + n) % n * n + (x + dx + n) % n];
  out[y * n + x] = alive == 3 || (alive == 2 && in[y * n + x]);
}

__device__ void add(unsigned v, unsigned& ones, unsigned& twos, unsigned& fours) {
  unsigned c = ones & v;
  ones ^= v;
  unsigned d = twos & c;
  twos ^= c;
  fours |= d;
}

__global__ void by_word(const unsigned* in, unsigned* out, int words, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words * n) return;
  int x = i % words, y = i / words;
  unsigned ones = 0, twos = 0, fours = 0;
  for (int dy = -1; dy <= 1; dy++) {
    const unsigned* row = in + (y + dy + n) % n * words;
    unsigned w = row[x], before = row[(x + words - 1) % words], behind = row[(x + 1) % words];
    add(w << 1 | before >> 31, ones, twos, fours);
    add(w >> 1 | behind << 31, ones, twos, fours);
    if (dy) add(w, ones, twos, fours);
  }
  out[i] = twos & ~fours & (ones | in[i]);
}

int main() {
  const int n = 64, words = n / 32, steps = 20;
  std::vector<unsigned char> cell(n * n, 0);
  std::vector<unsigned> word(words * n, 0);
  unsigned s = 12;
  for (int i = 0; i < n * n; i++) {
    s = s * 1664525u + 1013904223u;
    cell[i] = (i / n > 16) && (s >> 24) % 3 == 0;
  }
  const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  for (auto& g : glider) cell[(g[1] + 3) * n + g[0] + 30] = 1;
  for (int i = 0; i < n * n; i++) word[i / 32] |= unsigned(cell[i]) << i % 32;
  unsigned char *a = to_device(cell), *b = to_device(cell);
  unsigned *wa = to_device(word), *wb = to_device(word);
  for (int k = 0; k < steps; k += 2) {
    by_cell<<<dim3(n / 16, n / 8), dim3(16, 8)>>>(a, b, n);
    by_cell<<<dim3(n / 16, n / 8), dim3(16, 8)>>>(b, a, n);
    by_word<<<1, words * n>>>(wa, wb, words, n);
    by_word<<<1, words * n>>>(wb, wa, words, n);
  }
  std::vector<unsigned char> got = to_host(a, n * n);
  std::vector<unsigned> got_words = to_host(wa, words * n);
  std::vector<int> now(cell.begin(), cell.end());
  for (int k = 0; k < steps; k++) {
    std::vector<int> near(n * n, 0); // every living cell tells its neighbours
    for (int i = 0; i < n * n; i++)
      for (int d = 0; d < 9 && now[i]; d++)
        if (d != 4) near[(i / n + d / 3 + n - 1) % n * n + (i % n + d % 3 + n - 1) % n]++;
    for (int i = 0; i < n * n; i++) now[i] = near[i] == 3 || (near[i] == 2 && now[i]);
  }
  for (int i = 0; i < n * n; i++) {
    expect("cell", i, int(got[i]), now[i]);
    expect("bit of word", i, int(got_words[i / 32] >> i % 32 & 1), now[i]);
  }
  printf("PASS\n");
}
