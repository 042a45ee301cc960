// Covers: cub::BlockRadixSort (ascending, descending, part of the bits, blocked to striped, floats,
// pairs) and BlockMergeSort (pairs, partial tiles), stable.
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

// Each of these ends the program at the first API call that failed or value that is wrong.
#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}
template <class A, class B> static void expect(const char* what, long where, const A& got, const B& expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
template <class T> static T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T) + 1));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static std::vector<T> to_host(const T* d, size_t n) {
  CHECK(cudaGetLastError());
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}
// A fixed sequence of numbers.
static unsigned next_number() {
  static unsigned state = 12345;
  return (state = state * 1664525u + 1013904223u) >> 8;
}

template <class K, int THREADS, int ITEMS>
__global__ void radix_kernel(const K* in, K* up, K* down, int* order, int bits) {
  using Sort = cub::BlockRadixSort<K, THREADS, ITEMS>;
  using SortPairs = cub::BlockRadixSort<K, THREADS, ITEMS, int>;
  __shared__ union {
    typename Sort::TempStorage keys;
    typename SortPairs::TempStorage pairs;
  } storage;
  const int t = threadIdx.x;
  K v[ITEMS];
  int from[ITEMS];
  for (int j = 0; j < ITEMS; j++) v[j] = in[t * ITEMS + j];
  Sort(storage.keys).SortBlockedToStriped(v);
  for (int j = 0; j < ITEMS; j++) up[j * THREADS + t] = v[j];
  __syncthreads();
  for (int j = 0; j < ITEMS; j++) v[j] = in[t * ITEMS + j];
  Sort(storage.keys).SortDescending(v);
  for (int j = 0; j < ITEMS; j++) down[t * ITEMS + j] = v[j];
  __syncthreads();
  for (int j = 0; j < ITEMS; j++) {
    v[j] = in[t * ITEMS + j];
    from[j] = t * ITEMS + j;
  }
  SortPairs(storage.pairs).Sort(v, from, 0, bits);
  for (int j = 0; j < ITEMS; j++) order[t * ITEMS + j] = from[j];
}

struct ByTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; }
};
template <int THREADS, int ITEMS> __global__ void merge_kernel(const int* in, int* keys, int* order, int* part, int valid) {
  using Sort = cub::BlockMergeSort<int, THREADS, ITEMS, int>;
  __shared__ typename Sort::TempStorage storage;
  const int t = threadIdx.x;
  int v[ITEMS], from[ITEMS];
  for (int j = 0; j < ITEMS; j++) {
    v[j] = in[t * ITEMS + j];
    from[j] = t * ITEMS + j;
  }
  Sort(storage).Sort(v, from, ByTens());
  for (int j = 0; j < ITEMS; j++) {
    keys[t * ITEMS + j] = v[j];
    order[t * ITEMS + j] = from[j];
  }
  __syncthreads();
  for (int j = 0; j < ITEMS; j++) v[j] = in[t * ITEMS + j];
  Sort(storage).Sort(v, from, ByTens(), valid, 1 << 30);
  for (int j = 0; j < ITEMS; j++) part[t * ITEMS + j] = v[j];
}

template <class K, int THREADS, int ITEMS, class Make> static void radix(Make make, int bits, K mask) {
  const int n = THREADS * ITEMS;
  std::vector<K> data(n);
  for (auto& v : data) v = make();
  K *in = to_device(data), *up = to_device(data), *down = to_device(data);
  int* order = to_device(std::vector<int>(n));
  radix_kernel<K, THREADS, ITEMS><<<1, THREADS>>>(in, up, down, order, bits);
  auto rising = to_host(up, n), falling = to_host(down, n);
  auto from = to_host(order, n);
  std::vector<int> places(n);
  for (int i = 0; i < n; i++) places[i] = i;
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
    return mask ? (long(data[a]) & long(mask)) < (long(data[b]) & long(mask)) : data[a] < data[b];
  });
  std::sort(data.begin(), data.end());
  for (int i = 0; i < n; i++) {
    expect("ascending", i, rising[i], data[i]);
    expect("descending", i, falling[i], data[n - 1 - i]);
    expect("stable order", i, from[i], places[i]);
  }
}
template <int THREADS, int ITEMS> static void merge() {
  const int n = THREADS * ITEMS, valid = n / 2 + 1;
  std::vector<int> data(n), places(n);
  for (auto& v : data) v = next_number() % 200;
  for (int i = 0; i < n; i++) places[i] = i;
  int *in = to_device(data), *keys = to_device(data), *order = to_device(data), *part = to_device(data);
  merge_kernel<THREADS, ITEMS><<<1, THREADS>>>(in, keys, order, part, valid);
  auto k = to_host(keys, n), o = to_host(order, n), p = to_host(part, n);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return data[a] / 10 < data[b] / 10; });
  for (int i = 0; i < n; i++) {
    expect("merge sort's keys", i, k[i], data[places[i]]);
    expect("merge sort's order", i, o[i], places[i]);
  }
  std::stable_sort(data.begin(), data.begin() + valid, ByTens());
  for (int i = 0; i < valid; i++) expect("partial tile", i, p[i], data[i]);
}

int main() {
  radix<int, 128, 4>([] { return int(next_number() % 1000) - 500; }, 32, 0);
  radix<unsigned, 64, 1>([] { return next_number() * 241u; }, 9, 511u);
  radix<float, 96, 3>([] { return float(int(next_number() % 100)) * 0.25f - 12.0f; }, 32, 0.0f);
  radix<long long, 32, 5>([] { return (long long)(next_number()) * 1000003 - (1ll << 42); }, 64, 0);
  radix<unsigned char, 256, 2>([] { return (unsigned char)(next_number()); }, 8, 0);
  radix<int, 16, 2>([] { return int(next_number() % 64); }, 32, 0);
  merge<128, 4>();
  merge<32, 1>();
  merge<200, 3>();
  printf("PASS\n");
}
