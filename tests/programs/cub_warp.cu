// Covers: cub::WarpReduce, WarpScan, WarpExchange, WarpLoad, WarpStore and WarpMergeSort on logical
// warps of 4 to 32 lanes, partial warps, segments, an operator that does not commute.
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

constexpr int threads = 96;

// Composition of affine maps x -> a x + b (mod 2^32): associative, not commutative.
struct Map {
  unsigned a, b;
};
struct Compose {
  __host__ __device__ Map operator()(const Map& f, const Map& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
__host__ __device__ Map map_of(unsigned i) { return {2 * i + 3, i * i + 1}; }

template <int W> __global__ void reduce_kernel(int* sums, int* valid_sums, int* maxima, Map* maps, int* heads, int valid) {
  using Reduce = cub::WarpReduce<int, W>;
  using ReduceMap = cub::WarpReduce<Map, W>;
  __shared__ typename Reduce::TempStorage storage[threads / W];
  __shared__ typename ReduceMap::TempStorage map_storage[threads / W];
  const int t = threadIdx.x, w = t / W, v = (t * 37) % 101 - 50;
  const int sum = Reduce(storage[w]).Sum(v);
  const int some = Reduce(storage[w]).Sum(v, valid);
  const int most = Reduce(storage[w]).Reduce(v, cub::Max());
  const Map all = ReduceMap(map_storage[w]).Reduce(map_of(t), Compose());
  heads[t] = Reduce(storage[w]).HeadSegmentedSum(v, t % 3 == 0);
  if (t % W == 0) {
    sums[w] = sum;
    valid_sums[w] = some;
    maxima[w] = most;
    maps[w] = all;
  }
}

template <int W> __global__ void scan_kernel(int* inclusive, int* exclusive, int* totals, Map* maps) {
  using Scan = cub::WarpScan<int, W>;
  using ScanMap = cub::WarpScan<Map, W>;
  __shared__ typename Scan::TempStorage storage[threads / W];
  __shared__ typename ScanMap::TempStorage map_storage[threads / W];
  const int t = threadIdx.x, w = t / W, v = (t * 37) % 101 - 50;
  int in, ex, total;
  Scan(storage[w]).InclusiveSum(v, in, total);
  Scan(storage[w]).ExclusiveScan(v, ex, 1000, cub::Min());
  Map m;
  ScanMap(map_storage[w]).InclusiveScan(map_of(t), m, Compose());
  inclusive[t] = in;
  exclusive[t] = ex;
  totals[t] = total;
  maps[t] = m;
}

template <int W> __global__ void exchange_kernel(const int* in, int* turned, int* sorted, int* back, int valid) {
  constexpr int items = 3;
  using Load = cub::WarpLoad<int, items, cub::WARP_LOAD_TRANSPOSE, W>;
  using Exchange = cub::WarpExchange<int, items, W>;
  using Sort = cub::WarpMergeSort<int, items, W>;
  using Store = cub::WarpStore<int, items, cub::WARP_STORE_STRIPED, W>;
  __shared__ typename Load::TempStorage load[threads / W];
  __shared__ typename Exchange::TempStorage exchange[threads / W];
  __shared__ typename Sort::TempStorage sort[threads / W];
  __shared__ typename Store::TempStorage store[threads / W];
  const int t = threadIdx.x, w = t / W, first = w * W * items;
  int v[items], striped[items];
  Load(load[w]).Load(in + first, v, valid, -7);
  Exchange(exchange[w]).BlockedToStriped(v, striped);
  for (int j = 0; j < items; j++) turned[first + j * W + t % W] = striped[j];
  Store(store[w]).Store(back + first, striped);
  Sort(sort[w]).Sort(v, [](int a, int b) { return a > b; });
  for (int j = 0; j < items; j++) sorted[first + t % W * items + j] = v[j];
}

template <int W> static void test() {
  const int warps = threads / W;
  int *a, *b, *c, *d;
  Map* m;
  CHECK(cudaMalloc(&a, 4 * threads));
  CHECK(cudaMalloc(&b, 4 * threads));
  CHECK(cudaMalloc(&c, 4 * threads));
  CHECK(cudaMalloc(&d, 4 * threads));
  CHECK(cudaMalloc(&m, sizeof(Map) * threads));
  auto value = [](int t) { return (t * 37) % 101 - 50; };
  for (int valid : {1, W / 2 + 1, W}) {
    reduce_kernel<W><<<1, threads>>>(a, b, c, m, d, valid);
    auto sums = to_host(a, warps), some = to_host(b, warps), most = to_host(c, warps), heads = to_host(d, threads);
    auto maps = to_host(m, warps);
    for (int w = 0; w < warps; w++) {
      int sum = 0, part = 0, max = -1000;
      unsigned x = 5;
      for (int i = 0; i < W; i++) {
        int t = w * W + i;
        sum += value(t);
        if (i < valid) part += value(t);
        max = std::max(max, value(t));
        x = map_of(t).a * x + map_of(t).b;
        if (i == 0 || t % 3 == 0) {
          int run = value(t);
          for (int k = i + 1; k < W && (w * W + k) % 3 != 0; k++) run += value(w * W + k);
          expect("head segments", t, heads[t], run);
        }
      }
      expect("sum", w, sums[w], sum);
      expect("sum of the valid ones", w, some[w], part);
      expect("maximum", w, most[w], max);
      expect("composition", w, maps[w].a * 5 + maps[w].b, x);
    }
  }
  scan_kernel<W><<<1, threads>>>(a, b, c, m);
  auto in = to_host(a, threads), ex = to_host(b, threads), totals = to_host(c, threads);
  auto maps = to_host(m, threads);
  for (int w = 0; w < warps; w++) {
    int sum = 0, least = 1000;
    unsigned x = 9;
    for (int i = 0; i < W; i++) {
      int t = w * W + i;
      expect("exclusive minimum", t, ex[t], least);
      least = std::min(least, value(t));
      expect("inclusive sum", t, in[t], sum += value(t));
      x = map_of(t).a * x + map_of(t).b;
      expect("scan of maps", t, maps[t].a * 9 + maps[t].b, x);
    }
    for (int i = 0; i < W; i++) expect("total", w * W + i, totals[w * W + i], sum);
  }
  std::vector<int> data(threads * 3);
  for (auto& v : data) v = next_number() % 50;
  int *from = to_device(data), *turned = to_device(data), *sorted = to_device(data), *back = to_device(data);
  for (int valid : {W * 3, W + 1}) {
    exchange_kernel<W><<<1, threads>>>(from, turned, sorted, back, valid);
    auto t = to_host(turned, threads * 3), s = to_host(sorted, threads * 3), r = to_host(back, threads * 3);
    for (int w = 0; w < warps; w++) {
      std::vector<int> tile(data.begin() + w * W * 3, data.begin() + (w + 1) * W * 3);
      for (int i = valid; i < W * 3; i++) tile[i] = -7;
      for (int i = 0; i < W * 3; i++) {
        expect("items in their places again", i, t[w * W * 3 + i], tile[i]);
        expect("striped store", i, r[w * W * 3 + i], tile[i]);
      }
      std::sort(tile.begin(), tile.end());
      for (int i = 0; i < W * 3; i++) expect("sorted", i, s[w * W * 3 + i], tile[W * 3 - 1 - i]);
    }
  }
}

int main() {
  test<4>();
  test<8>();
  test<16>();
  test<32>();
  printf("PASS\n");
}
