// Covers: backtracking on a byte array of each thread's own that is indexed at run time and small enough for the compiler to keep
// in registers; loops unrolled by two over it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <numeric>
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

constexpr int most = 20;

// Counts the permutations of 0 .. n-1 that start with the thread's prefix of `given` values and have no three values, first to last, in
// arithmetic progression.
__global__ void count(int n, int given, const signed char* prefixes, unsigned long long* found, int threads) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= threads) return;
  char p[most];
#pragma unroll 2
  for (int k = 0; k < n; k++) p[k] = -1;
#pragma unroll 2
  for (int k = 0; k < given; k++) p[k] = prefixes[i * given + k];
  unsigned long long total = 0;
  int last = given;
  while (last >= given) {
    p[last]++;
    if (p[last] == n) {
      p[last] = -1;
      last--;
      continue;
    }
    bool fits = true;
    for (int j = 0; j < last; j++) {
      if (p[j] == p[last]) fits = false;
      int first = 2 * p[j] - p[last];
      for (int k = 0; k < j; k++)
        if (p[k] == first) fits = false;
    }
    if (!fits) continue;
    if (last + 1 == n)
      total++;
    else
      last++;
  }
  found[i] = total;
}

int main() {
  const int given = 2;
  for (int n = 4; n <= 7; n++) {
    std::vector<signed char> prefixes;
    for (int a = 0; a < n; a++)
      for (int b = 0; b < n; b++)
        if (a != b) prefixes.insert(prefixes.end(), {static_cast<signed char>(a), static_cast<signed char>(b)});
    int threads = n * (n - 1);
    signed char* d = to_device(prefixes);
    unsigned long long* dfound = to_device(std::vector<unsigned long long>(threads));
    count<<<(threads + 31) / 32, 32>>>(n, given, d, dfound, threads);
    std::vector<unsigned long long> found = to_host(dfound, threads), expected(threads);
    // Every permutation, by the places of its values: b lies between a and c = 2b - a when its place does.
    std::vector<int> p(n), place(n);
    std::iota(p.begin(), p.end(), 0);
    do {
      for (int k = 0; k < n; k++) place[p[k]] = k;
      bool fits = true;
      for (int a = 0; a < n; a++)
        for (int step = 1; a + 2 * step < n; step++) {
          int b = place[a + step], c = place[a + 2 * step];
          if ((place[a] < b) == (b < c)) fits = false;
        }
      expected[p[0] * (n - 1) + p[1] - (p[1] > p[0])] += fits;
    } while (std::next_permutation(p.begin(), p.end()));
    for (int i = 0; i < threads; i++) expect("permutations", n * 100 + i, found[i], expected[i]);
    // 10, 20, 48, 104: sequence A003407 of the OEIS.
    const unsigned long long totals[] = {10, 20, 48, 104};
    expect("all permutations", n, std::accumulate(found.begin(), found.end(), 0ull), totals[n - 4]);
  }
  printf("PASS\n");
}
