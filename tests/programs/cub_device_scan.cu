// Covers: cub::DeviceScan: inclusive and exclusive sums and scans, in place, with a start, by key; an
// operator that does not commute; sizes from 0 to many tiles.
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

struct Map {
  unsigned a, b;
};
struct Compose {
  __host__ __device__ Map operator()(const Map& f, const Map& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
struct Larger {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

static void scans(int n) {
  std::vector<int> data(n);
  for (auto& v : data) v = int(next_number() % 100) - 40;
  int *in = to_device(data), *out = to_device(data);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, in, out, n); });
  auto inclusive = to_host(out, n);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveSum(s, b, in, out, n); });
  auto exclusive = to_host(out, n);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveScan(s, b, in, out, Larger(), n); });
  auto most = to_host(out, n);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveScan(s, b, in, in, Larger(), 25, n); });
  auto before = to_host(in, n);
  for (int i = 0, sum = 0, max = -1000, from = 25; i < n; i++) {
    expect("exclusive sum", i, exclusive[i], sum);
    expect("inclusive sum", i, inclusive[i], sum += data[i]);
    max = std::max(max, data[i]);
    expect("inclusive maximum", i, most[i], max);
    expect("exclusive maximum, in place", i, before[i], from);
    from = std::max(from, data[i]);
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

static void maps(int n) {
  std::vector<Map> data(n);
  for (auto& m : data) m = {2 * next_number() + 1, next_number()};
  Map *in = to_device(data), *out = to_device(data);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveScan(s, b, in, out, Compose(), n); });
  auto got = to_host(out, n);
  unsigned x = 17;
  for (int i = 0; i < n; i++) {
    x = data[i].a * x + data[i].b;
    expect("composition", i, got[i].a * 17 + got[i].b, x);
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}

static void by_key(int n) {
  std::vector<char> keys(n);
  std::vector<double> values(n);
  for (int i = 0; i < n; i++) {
    keys[i] = i && next_number() % 7 ? keys[i - 1] : char(next_number() % 3);
    values[i] = int(next_number() % 32) * 0.5;
  }
  char* k = to_device(keys);
  double *v = to_device(values), *out = to_device(values);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSumByKey(s, b, k, v, out, n); });
  auto inclusive = to_host(out, n);
  run([&](void* s, size_t& b) { return cub::DeviceScan::ExclusiveScanByKey(s, b, k, v, v, cub::Sum(), 100.0, n); });
  auto exclusive = to_host(v, n);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == 0 || keys[i] != keys[i - 1]) sum = 0;
    expect("exclusive sum by key, in place", i, exclusive[i], 100.0 + sum);
    expect("inclusive sum by key", i, inclusive[i], sum += values[i]);
  }
  CHECK(cudaFree(k));
  CHECK(cudaFree(v));
  CHECK(cudaFree(out));
}

int main() {
  for (int n : {0, 1, 63, 65, 2047, 2048, 2049, 50000}) {
    scans(n);
    maps(n);
    by_key(n);
  }
  std::vector<float> ones(3000, 0.5f);
  float* f = to_device(ones);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, f, f, 3000); });
  auto got = to_host(f, 3000);
  for (int i = 0; i < 3000; i++) expect("float sum, in place", i, got[i], 0.5f * (i + 1));
  printf("PASS\n");
}
