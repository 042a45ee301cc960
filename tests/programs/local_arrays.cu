// Covers: per-thread local arrays indexed at run time (scratch memory): insertion sort, histogram, struct
// arrays, pointers into them passed on.
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

struct Item {
  int key;
  double load;
};

__device__ __noinline__ void insertion_sort(int* v, int n) {
  for (int i = 1; i < n; i++) {
    int x = v[i], k = i - 1;
    for (; k >= 0 && v[k] > x; k--) v[k + 1] = v[k];
    v[k + 1] = x;
  }
}

__global__ void kernel(const unsigned* seeds, int* out, double* loads, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v[24];
  unsigned char counts[256];
  Item items[10];
  unsigned s = seeds[i];
  for (int k = 0; k < 24; k++) {
    s = s * 1664525u + 1013904223u;
    v[k] = int(s >> 20);
  }
  for (int k = 0; k < 256; k++) counts[k] = 0;
  for (int k = 0; k < 24; k++) counts[v[k] & 255]++;
  for (int k = 0; k < 10; k++) items[(k * 7 + i) % 10] = Item{v[k], v[k] * 0.5};
  int most = 0;
  for (int k = 0; k < 256; k++) most = counts[k] > most ? counts[k] : most;
  insertion_sort(v, 8 + i % 17); // each thread another length
  for (int k = 0; k < 24; k++) out[i * 26 + k] = v[k];
  out[i * 26 + 24] = most;
  out[i * 26 + 25] = items[i % 10].key;
  loads[i] = items[(i + 3) % 10].load;
}

int main() {
  const int n = 200;
  std::vector<unsigned> seeds(n);
  for (int i = 0; i < n; i++) seeds[i] = i * 2654435761u + 1;
  unsigned* d = to_device(seeds);
  int* dout = to_device(std::vector<int>(26 * n));
  double* dl = to_device(std::vector<double>(n));
  kernel<<<(n + 63) / 64, 64>>>(d, dout, dl, n);
  std::vector<int> out = to_host(dout, 26 * n);
  std::vector<double> loads = to_host(dl, n);
  for (int i = 0; i < n; i++) {
    std::vector<int> v(24), count(256, 0);
    unsigned s = seeds[i];
    for (int& x : v) {
      s = s * 1664525u + 1013904223u;
      x = int(s >> 20);
      count[x % 256]++;
    }
    int length = 8 + i % 17, most = 0;
    for (int c : count) most = c > most ? c : most;
    for (int k = 0; k < length; k++) { // the place of a value is the number of those before it
      int place = 0;
      for (int j = 0; j < length; j++) place += v[j] < v[k] || (v[j] == v[k] && j < k);
      expect("sorted", i * 26 + place, out[i * 26 + place], v[k]);
    }
    for (int k = length; k < 24; k++) expect("not sorted", i * 26 + k, out[i * 26 + k], v[k]);
    expect("most frequent", i, out[i * 26 + 24], most);
    // Item at place p was stored by the k with 7k + i = p (mod 10); 7 * 3 = 21 = 1 (mod 10).
    expect("item", i, out[i * 26 + 25], v[0]);
    expect("item's load", i, loads[i], v[3 * 3 % 10] * 0.5);
  }
  printf("PASS\n");
}
