// Covers: cub::DeviceHistogram (even, given bounds, several channels, rows with gaps),
// DeviceAdjacentDifference, DeviceFor, DeviceMemcpy, the iterators, CachingDeviceAllocator.
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

static void histograms() {
  const int n = 7000;
  std::vector<float> samples(n);
  for (auto& s : samples) s = float(next_number() % 120) * 0.1f - 1.0f;
  float* in = to_device(samples);
  int* bins = to_device(std::vector<int>(6, 5));
  run([&](void* s, size_t& b) { return cub::DeviceHistogram::HistogramEven(s, b, in, bins, 7, 0.0f, 9.0f, n); });
  std::vector<int> expected(6);
  for (float s : samples)
    if (s >= 0.0f && s < 9.0f) expected[int(s * (6.0f / 9.0f))]++;
  auto got = to_host(bins, 6);
  for (int i = 0; i < 6; i++) expect("even bins", i, got[i], expected[i]);

  std::vector<int> levels = {-3, 0, 1, 10, 100}, numbers(n), given(4);
  for (auto& v : numbers) {
    v = int(next_number() % 130) - 10;
    for (int b = 0; b < 4; b++) given[b] += levels[b] <= v && v < levels[b + 1];
  }
  int *values = to_device(numbers), *bounds = to_device(levels);
  run([&](void* s, size_t& b) { return cub::DeviceHistogram::HistogramRange(s, b, values, bins, 5, bounds, n); });
  got = to_host(bins, 4);
  for (int i = 0; i < 4; i++) expect("given bins", i, got[i], given[i]);

  // An image of 4 channels, 3 counted, rows with a gap behind them.
  const int width = 50, rows = 9, pitch = width * 4 + 12;
  std::vector<unsigned char> image(pitch * rows);
  for (auto& p : image) p = next_number();
  unsigned char* pixels = to_device(image);
  unsigned* channels[3];
  for (auto& c : channels) c = to_device(std::vector<unsigned>(256));
  int counts[3] = {257, 257, 17};
  int lower[3] = {0, 0, 64}, upper[3] = {256, 256, 192};
  run([&](void* s, size_t& b) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 3>(s, b, pixels, channels, counts, lower, upper, width, rows, size_t(pitch));
  });
  for (int c = 0; c < 3; c++) {
    std::vector<unsigned> count(256);
    for (int y = 0; y < rows; y++)
      for (int x = 0; x < width; x++) {
        int v = image[y * pitch + x * 4 + c];
        if (v >= lower[c] && v < upper[c]) count[c == 2 ? (v - 64) / 8 : v]++;
      }
    auto got_channel = to_host(channels[c], 256);
    for (int i = 0; i < counts[c] - 1; i++) expect("channel", c * 1000 + i, got_channel[i], count[i]);
  }
}

struct Square {
  __host__ __device__ long long operator()(int v) const { return (long long)v * v; }
};
struct Triple {
  __device__ void operator()(int& v) const { v *= 3; }
};

static void iterators(int n) {
  std::vector<int> data(n);
  for (auto& v : data) v = int(next_number() % 1000) - 500;
  int* in = to_device(data);
  long long* out = to_device(std::vector<long long>(1));
  cub::TransformInputIterator<long long, Square, int*> squares(in, Square());
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, squares, out, n); });
  long long sum = 0;
  for (int v : data) sum += (long long)v * v;
  expect("sum of squares", n, to_host(out, 1)[0], sum);
  cub::CountingInputIterator<long long> count(5);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Sum(s, b, count + 2, out, n); });
  expect("sum of a count", n, to_host(out, 1)[0], (long long)n * (n - 1) / 2 + 7ll * n);
  cub::ConstantInputIterator<int> sevens(7);
  int* scan = to_device(data);
  run([&](void* s, size_t& b) { return cub::DeviceScan::InclusiveSum(s, b, sevens, scan, n); });
  auto multiples = to_host(scan, n);
  for (int i = 0; i < n; i++) expect("sum of sevens", i, multiples[i], 7 * (i + 1));
  cub::CacheModifiedInputIterator<cub::LOAD_CG, int> cached(in);
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Max(s, b, cached, scan, n); });
  int most = -1000;
  for (int v : data) most = std::max(most, v);
  expect("maximum through a cache hint", n, to_host(scan, 1)[0], most);
  cub::ArgIndexInputIterator<int*> pairs(in);
  using Pair = cub::ArgIndexInputIterator<int*>::value_type;
  Pair first = {-1, -1}, *best = to_device(std::vector<Pair>(1, first));
  run([&](void* s, size_t& b) { return cub::DeviceReduce::Reduce(s, b, pairs, best, n, cub::ArgMax(), Pair(-1, -1000)); });
  expect("place of the maximum", n, data[to_host(best, 1)[0].key], most);

  run([&](void* s, size_t& b) { return cub::DeviceAdjacentDifference::SubtractLeftCopy(s, b, in, scan, n); });
  auto left = to_host(scan, n);
  for (int i = 0; i < n; i++) expect("difference to the left", i, left[i], i ? data[i] - data[i - 1] : data[i]);
  CHECK(cudaMemcpy(scan, in, n * sizeof(int), cudaMemcpyDeviceToDevice));
  run([&](void* s, size_t& b) { return cub::DeviceAdjacentDifference::SubtractRight(s, b, scan, n); });
  auto right = to_host(scan, n);
  for (int i = 0; i < n; i++) expect("difference to the right, in place", i, right[i], i + 1 < n ? data[i] - data[i + 1] : data[i]);
  CHECK(cub::DeviceFor::ForEachN(in, n, Triple()));
  auto tripled = to_host(in, n);
  for (int i = 0; i < n; i++) expect("three times", i, tripled[i], data[i] * 3);
}

static void copies() {
  std::vector<char> data(3000);
  for (auto& c : data) c = char(next_number());
  char *from = to_device(data), *to = to_device(std::vector<char>(3000, 'x'));
  std::vector<size_t> sizes = {0, 1, 5, 64, 1001, 400}, places = {0, 0, 1, 8, 72, 1200};
  std::vector<void*> sources, targets;
  for (size_t p : places) {
    sources.push_back(from + p);
    targets.push_back(to + p);
  }
  void **s = to_device(sources), **t = to_device(targets);
  size_t* n = to_device(sizes);
  run([&](void* st, size_t& b) { return cub::DeviceMemcpy::Batched(st, b, s, t, n, unsigned(sizes.size())); });
  std::vector<char> expected(3000, 'x'), got = to_host(to, 3000);
  for (size_t i = 0; i < sizes.size(); i++)
    std::copy_n(data.begin() + places[i], sizes[i], expected.begin() + places[i]);
  for (int i = 0; i < 3000; i++) expect("copied byte", i, got[i], expected[i]);
}

static void allocator() {
  cub::CachingDeviceAllocator cache(true);
  void *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cache.DeviceAllocate(&a, 1000));
  CHECK(cache.DeviceAllocate(&b, 1000));
  expect("two blocks", 0, a != b, true);
  CHECK(cudaMemset(a, 1, 1000));
  CHECK(cache.DeviceFree(a));
  CHECK(cache.DeviceAllocate(&c, 900));
  expect("a block used again", 0, c == a, true);
  CHECK(cache.DeviceFree(b));
  CHECK(cache.DeviceFree(c));
  CHECK(cache.FreeAllCached());
}

int main() {
  histograms();
  for (int n : {1, 1000, 9001}) iterators(n);
  copies();
  allocator();
  printf("PASS\n");
}
