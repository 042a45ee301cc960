// Covers: cub::DeviceRadixSort (keys, pairs, descending, part of the bits, double buffers, several key
// types), DeviceMergeSort by a comparison, DeviceSegmentedRadixSort and DeviceSegmentedSort; stability
// everywhere.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <numeric>
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
// The call with no storage for its size, then with it.
template <class Call> static void run(Call call) {
  size_t bytes = 0;
  CHECK(call(nullptr, bytes));
  expect("bytes asked for are not none", 0, bytes > 0, true);
  void* storage = nullptr;
  CHECK(cudaMalloc(&storage, bytes));
  CHECK(call(storage, bytes));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(storage));
}

template <class K, class Less> static std::vector<int> order_of(const std::vector<K>& keys, Less less) {
  std::vector<int> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return less(keys[a], keys[b]); });
  return order;
}

template <class K, class Make> static void radix(int n, Make make) {
  std::vector<K> keys(n);
  for (auto& k : keys) k = make();
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), 0);
  K *in = to_device(keys), *out = to_device(keys);
  int *v = to_device(values), *vo = to_device(values);
  auto up = order_of(keys, [](K a, K b) { return a < b; }), down = order_of(keys, [](K a, K b) { return b < a; });
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairs(s, b, in, out, v, vo, n); });
  auto k = to_host(out, n);
  auto o = to_host(vo, n);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeysDescending(s, b, in, out, n); });
  auto d = to_host(out, n);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortPairsDescending(s, b, in, out, v, vo, n); });
  auto od = to_host(vo, n);
  cub::DoubleBuffer<K> buffers(in, out);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, buffers, n); });
  auto db = to_host(buffers.Current(), n);
  for (int i = 0; i < n; i++) {
    expect("key", i, k[i], keys[up[i]]);
    expect("order", i, o[i], up[i]);
    expect("key, descending", i, d[i], keys[down[i]]);
    expect("order, descending", i, od[i], down[i]);
    expect("key, double buffer", i, db[i], keys[up[i]]);
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  CHECK(cudaFree(v));
  CHECK(cudaFree(vo));
}

static void part_of_bits(int n) {
  std::vector<unsigned> keys(n);
  for (auto& k : keys) k = next_number();
  unsigned *in = to_device(keys), *out = to_device(keys);
  run([&](void* s, size_t& b) { return cub::DeviceRadixSort::SortKeys(s, b, in, out, n, 4, 15); });
  auto order = order_of(keys, [](unsigned a, unsigned b) { return (a >> 4 & 0x7ff) < (b >> 4 & 0x7ff); });
  auto got = to_host(out, n);
  for (int i = 0; i < n; i++) expect("bits 4 to 14", i, got[i], keys[order[i]]);
}

struct Item {
  double weight;
  int name[3];
};
struct ByWeight {
  __host__ __device__ bool operator()(const Item& a, const Item& b) const { return a.weight > b.weight; }
};
static void merge(int n) {
  std::vector<Item> items(n);
  std::vector<short> values(n);
  for (int i = 0; i < n; i++) {
    items[i] = {double(next_number() % 50), {i, 2 * i, 3 * i}};
    values[i] = short(i * 7);
  }
  Item* d = to_device(items);
  short* v = to_device(values);
  run([&](void* s, size_t& b) { return cub::DeviceMergeSort::SortPairs(s, b, d, v, n, ByWeight()); });
  auto order = order_of(items, ByWeight());
  auto got = to_host(d, n);
  auto moved = to_host(v, n);
  for (int i = 0; i < n; i++) {
    expect("item", i, got[i].name[2], 3 * order[i]);
    expect("item's value", i, moved[i], short(order[i] * 7));
  }
  CHECK(cudaFree(d));
  CHECK(cudaFree(v));
}

static void segments() {
  std::vector<int> lengths = {3, 0, 700, 1, 1500, 64, 2}, offsets = {0};
  for (int l : lengths) offsets.push_back(offsets.back() + l);
  const int count = int(lengths.size()), n = offsets.back();
  std::vector<float> keys(n);
  std::vector<int> values(n);
  for (int i = 0; i < n; i++) {
    keys[i] = float(int(next_number() % 40) - 20);
    values[i] = i;
  }
  float *in = to_device(keys), *out = to_device(keys);
  int *v = to_device(values), *vo = to_device(values), *off = to_device(offsets);
  run([&](void* s, size_t& b) {
    return cub::DeviceSegmentedRadixSort::SortPairs(s, b, in, out, v, vo, n, count, off, off + 1);
  });
  auto k = to_host(out, n);
  auto o = to_host(vo, n);
  run([&](void* s, size_t& b) {
    return cub::DeviceSegmentedSort::SortKeysDescending(s, b, in, out, n, count, off, off + 1);
  });
  auto d = to_host(out, n);
  for (int s = 0; s < count; s++) {
    std::vector<float> segment(keys.begin() + offsets[s], keys.begin() + offsets[s + 1]);
    auto order = order_of(segment, [](float a, float b) { return a < b; });
    for (int i = 0; i < lengths[s]; i++) {
      expect("segment's key", offsets[s] + i, k[offsets[s] + i], segment[order[i]]);
      expect("segment's order", offsets[s] + i, o[offsets[s] + i], offsets[s] + order[i]);
    }
    std::sort(segment.rbegin(), segment.rend());
    for (int i = 0; i < lengths[s]; i++) expect("segment, descending", offsets[s] + i, d[offsets[s] + i], segment[i]);
  }
}

int main() {
  for (int n : {0, 1, 65, 2048, 20001}) {
    radix<int>(n, [] { return int(next_number() % 3000) - 1500; });
    merge(std::min(n, 3000));
  }
  radix<float>(5000, [] { return float(int(next_number() % 2000) - 1000) * 0.125f; });
  radix<double>(3000, [] { return double(int(next_number()) - (1 << 23)) * 1e10; });
  radix<uint64_t>(3000, [] { return uint64_t(next_number()) << 40 | next_number(); });
  radix<int8_t>(4000, [] { return int8_t(next_number()); });
  radix<uint16_t>(4000, [] { return uint16_t(next_number()); });
  part_of_bits(5000);
  segments();
  printf("PASS\n");
}
