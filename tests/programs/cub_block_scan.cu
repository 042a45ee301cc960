// Covers: cub::BlockReduce and BlockScan at block sizes 1 to 1024, one and several items a thread, valid
// counts, initial values, aggregates, a prefix callback, 2D blocks, an operator that does not commute.
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

struct Map {
  unsigned a, b;
};
struct Compose {
  __host__ __device__ Map operator()(const Map& f, const Map& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
__host__ __device__ Map map_of(unsigned i) { return {2 * i + 3, i * i + 1}; }
__host__ __device__ int value(int i) { return (i * 37) % 101 - 50; }

// Hands out a running total: tiles follow each other.
struct Running {
  int total;
  __device__ int operator()(int tile) {
    int old = total;
    total += tile;
    return old;
  }
};

template <int X, int Y, int ITEMS>
__global__ void block_kernel(int valid, int* sums, Map* composed, int* inclusive, int* exclusive, Map* maps) {
  constexpr int N = X * Y;
  using Reduce = cub::BlockReduce<int, X, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Y>;
  using ReduceMap = cub::BlockReduce<Map, X, cub::BLOCK_REDUCE_RAKING, Y>;
  using Scan = cub::BlockScan<int, X, cub::BLOCK_SCAN_RAKING, Y>;
  using ScanMap = cub::BlockScan<Map, X, cub::BLOCK_SCAN_WARP_SCANS, Y>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename ReduceMap::TempStorage reduce_map;
    typename Scan::TempStorage scan;
    typename ScanMap::TempStorage scan_map;
  } storage;
  const int t = threadIdx.y * X + threadIdx.x;
  int items[ITEMS], out[ITEMS];
  for (int j = 0; j < ITEMS; j++) items[j] = value(t * ITEMS + j);
  const int sum = Reduce(storage.reduce).Sum(items);
  __syncthreads();
  const int some = Reduce(storage.reduce).Reduce(items[0], cub::Max(), valid);
  __syncthreads();
  const Map all = ReduceMap(storage.reduce_map).Reduce(map_of(t), Compose());
  __syncthreads();
  if (t == 0) {
    sums[0] = sum;
    sums[1] = some;
    composed[0] = all;
  }
  int total;
  Scan(storage.scan).InclusiveSum(items, out, total);
  __syncthreads();
  for (int j = 0; j < ITEMS; j++) inclusive[t * ITEMS + j] = out[j];
  if (t == N - 1) sums[2] = total;
  Running running{100};
  for (int tile = 0; tile < 2; tile++) {
    Scan(storage.scan).ExclusiveSum(items, out, running);
    __syncthreads();
    for (int j = 0; j < ITEMS; j++) exclusive[(tile * N + t) * ITEMS + j] = out[j];
  }
  Map m;
  ScanMap(storage.scan_map).ExclusiveScan(map_of(t), m, Map{7, 11}, Compose());
  maps[t] = m;
}

template <int X, int Y, int ITEMS> static void test() {
  const int N = X * Y;
  int *sums, *in, *ex;
  Map *composed, *maps;
  CHECK(cudaMalloc(&sums, 12));
  CHECK(cudaMalloc(&in, 4 * N * ITEMS));
  CHECK(cudaMalloc(&ex, 8 * N * ITEMS));
  CHECK(cudaMalloc(&composed, sizeof(Map)));
  CHECK(cudaMalloc(&maps, sizeof(Map) * N));
  for (int valid : {1, (N + 1) / 2, N}) {
    block_kernel<X, Y, ITEMS><<<1, dim3(X, Y)>>>(valid, sums, composed, in, ex, maps);
    auto s = to_host(sums, 3), inclusive = to_host(in, N * ITEMS), exclusive = to_host(ex, 2 * N * ITEMS);
    auto all = to_host(composed, 1), scanned = to_host(maps, N);
    int sum = 0, most = -1000, before = 100;
    unsigned x = 3, y = 7 * 3 + 11;
    for (int i = 0; i < N * ITEMS; i++) expect("inclusive sum", i, inclusive[i], sum += value(i));
    for (int i = 0; i < 2 * N * ITEMS; i++) {
      expect("exclusive sum over tiles", i, exclusive[i], before);
      before += value(i % (N * ITEMS));
    }
    for (int i = 0; i < valid; i++) most = std::max(most, value(i * ITEMS));
    for (int t = 0; t < N; t++) {
      expect("exclusive scan of maps", t, scanned[t].a * 3 + scanned[t].b, y);
      y = map_of(t).a * y + map_of(t).b;
      x = map_of(t).a * x + map_of(t).b;
    }
    expect("sum", N, s[0], sum);
    expect("maximum of the valid ones", N, s[1], most);
    expect("total", N, s[2], sum);
    expect("composition", N, all[0].a * 3 + all[0].b, x);
  }
}

int main() {
  test<1, 1, 1>();
  test<32, 1, 2>();
  test<33, 1, 1>();
  test<16, 6, 3>();
  test<200, 1, 1>();
  test<256, 1, 4>();
  test<1024, 1, 1>();
  printf("PASS\n");
}
