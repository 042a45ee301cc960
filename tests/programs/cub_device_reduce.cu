// Covers: cub::DeviceReduce (Sum, Min, Max, ArgMin, ArgMax, Reduce, ReduceByKey) and
// DeviceSegmentedReduce at sizes from 0 to many blocks, several types, the two-call protocol, too little
// storage.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <limits>
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

struct Xor {
  __host__ __device__ unsigned operator()(unsigned a, unsigned b) const { return a ^ b; }
};

template <class T> static void reductions(size_t n) {
  std::vector<T> data(n);
  for (auto& v : data) v = T(int(next_number() % 200) - 60);
  T *in = to_device(data), *out = to_device(std::vector<T>(1, T(99)));
  T sum = 0, least = std::numeric_limits<T>::max(), most = std::numeric_limits<T>::lowest();
  for (T v : data) {
    sum = T(sum + v);
    least = std::min(least, v);
    most = std::max(most, v);
  }
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, in, out, int(n)); });
  expect("sum", n, to_host(out, 1)[0], sum);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Min(s, b, in, out, int(n)); });
  expect("minimum", n, to_host(out, 1)[0], least);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Max(s, b, in, out, int(n)); });
  expect("maximum", n, to_host(out, 1)[0], most);
  if (n > 0) {
    using Pair = cub::KeyValuePair<int, T>;
    Pair* place = nullptr;
    CHECK(cudaMalloc(&place, sizeof(Pair)));
    run([&](void* s, size_t& b) { return cub::DeviceReduce::ArgMin(s, b, in, place, int(n)); });
    Pair p = to_host(place, 1)[0];
    expect("place of the minimum", n, p.key, std::min_element(data.begin(), data.end()) - data.begin());
    expect("minimum at its place", n, p.value, least);
    run([&](void* s, size_t& b) { return cub::DeviceReduce::ArgMax(s, b, in, place, int(n)); });
    p = to_host(place, 1)[0];
    expect("place of the maximum", n, p.key, std::max_element(data.begin(), data.end()) - data.begin());
    CHECK(cudaFree(place));
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

static void by_key(size_t n) {
  std::vector<int> keys(n), values(n), unique, sums;
  for (size_t i = 0; i < n; i++) {
    keys[i] = i && next_number() % 3 ? keys[i - 1] : int(next_number() % 5);
    values[i] = int(next_number() % 100) - 50;
    if (i && keys[i] == keys[i - 1]) {
      sums.back() += values[i];
    } else {
      unique.push_back(keys[i]);
      sums.push_back(values[i]);
    }
  }
  int *k = to_device(keys), *v = to_device(values), *u = to_device(keys), *s = to_device(values);
  int* runs = to_device(std::vector<int>(1, -1));
  run([&](void* t, size_t& b) { return cub::DeviceReduce::ReduceByKey(t, b, k, u, v, s, runs, cub::Sum(), int(n)); });
  expect("number of runs", n, size_t(to_host(runs, 1)[0]), unique.size());
  auto got_keys = to_host(u, unique.size()), got_sums = to_host(s, unique.size());
  for (size_t i = 0; i < unique.size(); i++) {
    expect("key of a run", i, got_keys[i], unique[i]);
    expect("sum of a run", i, got_sums[i], sums[i]);
  }
}

static void segments() {
  std::vector<int> lengths = {5, 0, 1, 300, 64, 0, 1000, 2}, offsets = {0};
  for (int l : lengths) offsets.push_back(offsets.back() + l);
  const int count = int(lengths.size());
  std::vector<float> data(offsets.back());
  for (auto& v : data) v = float(int(next_number() % 64) - 32);
  float *in = to_device(data), *out = to_device(std::vector<float>(count));
  int* off = to_device(offsets);
  run([&](void* t, size_t& b) { return cub::DeviceSegmentedReduce::Sum(t, b, in, out, count, off, off + 1); });
  auto sums = to_host(out, count);
  run([&](void* t, size_t& b) {
    return cub::DeviceSegmentedReduce::Reduce(t, b, in, out, count, off, off + 1, cub::Max(), -5.0f);
  });
  auto most = to_host(out, count);
  using Pair = cub::KeyValuePair<int, float>;
  Pair* places = nullptr;
  CHECK(cudaMalloc(&places, count * sizeof(Pair)));
  run([&](void* t, size_t& b) { return cub::DeviceSegmentedReduce::ArgMin(t, b, in, places, count, off, off + 1); });
  auto least = to_host(places, count);
  for (int s = 0; s < count; s++) {
    auto first = data.begin() + offsets[s], last = data.begin() + offsets[s + 1];
    float sum = 0, max = -5.0f;
    for (auto i = first; i != last; ++i) {
      sum += *i;
      max = std::max(max, *i);
    }
    expect("segment's sum", s, sums[s], sum);
    expect("segment's maximum", s, most[s], max);
    if (first != last) expect("segment's place of the minimum", s, least[s].key, std::min_element(first, last) - first);
  }
}

int main() {
  for (size_t n : {0, 1, 31, 64, 257, 4096, 4097, 60000}) {
    reductions<int>(n);
    by_key(n);
  }
  for (size_t n : {1, 1000, 10001}) {
    reductions<float>(n);
    reductions<double>(n);
    reductions<long long>(n);
    reductions<int16_t>(n);
  }
  segments();
  // Narrow elements are added up in the type of the start.
  std::vector<unsigned char> bytes(5000, 200);
  unsigned char* in = to_device(bytes);
  unsigned* out = to_device(std::vector<unsigned>(1));
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Reduce(s, b, in, out, 5000, cub::Sum(), 7u); });
  expect("sum of bytes", 0, to_host(out, 1)[0], 7u + 5000u * 200u);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Reduce(s, b, in, out, 4999, Xor(), 1u); });
  expect("exclusive or", 0, to_host(out, 1)[0], 201u);
  printf("PASS\n");
}
