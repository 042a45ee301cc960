// Covers: cub::DeviceSelect (Flagged, If, Unique, UniqueByKey), DevicePartition (two and three ways) and
// DeviceRunLengthEncode, in place too, at sizes from 0 to many tiles.
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

struct Odd {
  __host__ __device__ bool operator()(int v) const { return v & 1; }
};
struct Below {
  int limit;
  __host__ __device__ bool operator()(int v) const { return v < limit; }
};

static void compare(const char* what, const int* device, const std::vector<int>& expected) {
  auto got = to_host(device, expected.size());
  for (size_t i = 0; i < expected.size(); i++) expect(what, i, got[i], expected[i]);
}

static void selections(int n) {
  std::vector<int> data(n), odd, even, flagged, unique, from;
  std::vector<char> flags(n);
  for (int i = 0; i < n; i++) {
    data[i] = i && next_number() % 2 ? data[i - 1] : int(next_number() % 6);
    flags[i] = next_number() % 4 == 0;
    (data[i] & 1 ? odd : even).push_back(data[i]);
    if (flags[i]) flagged.push_back(data[i]);
    if (i == 0 || data[i] != data[i - 1]) {
      unique.push_back(data[i]);
      from.push_back(i * 3);
    }
  }
  int *in = to_device(data), *out = to_device(data), *count = to_device(std::vector<int>(2, -1));
  char* f = to_device(flags);
  auto counted = [&](const char* what, size_t expected) { expect(what, n, size_t(to_host(count, 1)[0]), expected); };

  run([&](void* s, size_t& b) { return cub::DeviceSelect::If(s, b, in, out, count, n, Odd()); });
  counted("number of odd ones", odd.size());
  compare("odd ones", out, odd);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Flagged(s, b, in, f, out, count, n); });
  counted("number of flagged ones", flagged.size());
  compare("flagged ones", out, flagged);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::Unique(s, b, in, out, count, n); });
  counted("number of runs", unique.size());
  compare("first ones of runs", out, unique);

  run([&](void* s, size_t& b) { return cub::DevicePartition::If(s, b, in, out, count, n, Odd()); });
  counted("number in the first part", odd.size());
  std::vector<int> parts = odd;
  parts.insert(parts.end(), even.rbegin(), even.rend());
  compare("two parts, the second backwards", out, parts);

  std::vector<int> low, middle, high;
  for (int v : data) (v < 2 ? low : v < 4 ? middle : high).push_back(v);
  int *second = to_device(data), *third = to_device(data);
  run([&](void* s, size_t& b) {
    return cub::DevicePartition::If(s, b, in, out, second, third, count, n, Below{2}, Below{4});
  });
  counted("number of low ones", low.size());
  expect("number of middle ones", n, size_t(to_host(count + 1, 1)[0]), middle.size());
  compare("low ones", out, low);
  compare("middle ones", second, middle);
  compare("high ones", third, high);

  std::vector<int> values(n), starts, lengths;
  for (int i = 0; i < n; i++) values[i] = i * 3;
  int *v = to_device(values), *vo = to_device(values);
  run([&](void* s, size_t& b) { return cub::DeviceSelect::UniqueByKey(s, b, in, v, out, vo, count, n); });
  counted("number of unique keys", unique.size());
  compare("unique keys", out, unique);
  compare("their values", vo, from);

  std::vector<int> runs;
  for (size_t r = 0; r < from.size(); r++) {
    runs.push_back((r + 1 < from.size() ? from[r + 1] / 3 : n) - from[r] / 3);
    if (runs[r] > 1) {
      starts.push_back(from[r] / 3);
      lengths.push_back(runs[r]);
    }
  }
  run([&](void* s, size_t& b) { return cub::DeviceRunLengthEncode::Encode(s, b, in, out, vo, count, n); });
  counted("number of encoded runs", runs.size());
  compare("encoded items", out, unique);
  compare("encoded lengths", vo, runs);
  run([&](void* s, size_t& b) { return cub::DeviceRunLengthEncode::NonTrivialRuns(s, b, in, out, vo, count, n); });
  counted("number of longer runs", starts.size());
  compare("starts of longer runs", out, starts);
  compare("lengths of longer runs", vo, lengths);

  run([&](void* s, size_t& b) { return cub::DeviceSelect::If(s, b, in, in, count, n, Odd()); });
  counted("number of odd ones, in place", odd.size());
  compare("odd ones, in place", in, odd);
  for (int* p : {in, out, count, second, third, v, vo}) CHECK(cudaFree(p));
  CHECK(cudaFree(f));
}

int main() {
  for (int n : {0, 1, 2, 64, 2047, 2049, 30000}) selections(n);
  printf("PASS\n");
}
