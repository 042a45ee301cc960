// Covers: cub::BlockLoad and BlockStore in every algorithm with partial tiles, BlockExchange,
// BlockShuffle, BlockDiscontinuity, BlockAdjacentDifference, BlockHistogram, BlockRunLengthDecode.
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

constexpr int threads = 96, items = 3, tile = threads * items;

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S>
__global__ void copy_kernel(const int* in, int* out, int valid) {
  using Load = cub::BlockLoad<int, threads, items, L>;
  using Store = cub::BlockStore<int, threads, items, S>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  int v[items];
  Load(storage.load).Load(in, v, valid, -1);
  __syncthreads();
  for (int& x : v) x = x * 2 + 1;
  Store(storage.store).Store(out, v, valid);
}

__global__ void move_kernel(const int* in, int* striped, int* scattered, int* shuffled) {
  using Exchange = cub::BlockExchange<int, threads, items>;
  using Shuffle = cub::BlockShuffle<int, threads>;
  __shared__ typename Exchange::TempStorage exchange;
  __shared__ typename Shuffle::TempStorage shuffle;
  const int t = threadIdx.x;
  int v[items], w[items], ranks[items];
  for (int j = 0; j < items; j++) v[j] = in[t * items + j];
  Exchange(exchange).BlockedToStriped(v, w);
  for (int j = 0; j < items; j++) striped[j * threads + t] = w[j];
  __syncthreads();
  for (int j = 0; j < items; j++) ranks[j] = (t * items + j) * 5 % tile;
  Exchange(exchange).ScatterToBlocked(v, w, ranks);
  for (int j = 0; j < items; j++) scattered[t * items + j] = w[j];
  int up[items], rotated, last = 0;
  up[0] = -5;
  Shuffle(shuffle).Up(v, up, last);
  __syncthreads();
  Shuffle(shuffle).Rotate(v[0], rotated, 7);
  for (int j = 0; j < items; j++) shuffled[t * items + j] = up[j];
  shuffled[tile + t] = rotated + last * 1000;
}

struct Different {
  __device__ bool operator()(const int& a, const int& b) const { return a != b; }
};
struct Minus {
  __device__ int operator()(const int& a, const int& b) const { return a - b; }
};

__global__ void neighbours_kernel(const int* in, int* heads, int* tails, int* left, int* right, unsigned* bins) {
  using Discontinuity = cub::BlockDiscontinuity<int, threads>;
  using Adjacent = cub::BlockAdjacentDifference<int, threads>;
  using Histogram = cub::BlockHistogram<int, threads, items, 8>;
  __shared__ typename Discontinuity::TempStorage discontinuity;
  __shared__ typename Adjacent::TempStorage adjacent;
  __shared__ typename Histogram::TempStorage histogram;
  __shared__ unsigned counts[8];
  const int t = threadIdx.x;
  int v[items], h[items], e[items], l[items], r[items];
  for (int j = 0; j < items; j++) v[j] = in[t * items + j];
  Discontinuity(discontinuity).FlagHeadsAndTails(h, e, v, Different());
  Adjacent(adjacent).SubtractLeft(v, l, Minus(), 1000);
  __syncthreads();
  Adjacent(adjacent).SubtractRightPartialTile(v, r, Minus(), tile - 5);
  Histogram(histogram).Histogram(v, counts);
  __syncthreads();
  for (int j = 0; j < items; j++) {
    heads[t * items + j] = h[j];
    tails[t * items + j] = e[j];
    left[t * items + j] = l[j];
    right[t * items + j] = r[j];
  }
  if (t < 8) bins[t] = counts[t];
}

__global__ void decode_kernel(const int* values, const unsigned* lengths, int* out, unsigned* places, unsigned* total) {
  using Decode = cub::BlockRunLengthDecode<int, threads, 2, 4>;
  __shared__ typename Decode::TempStorage storage;
  const int t = threadIdx.x;
  int v[2] = {values[2 * t], values[2 * t + 1]};
  unsigned n[2] = {lengths[2 * t], lengths[2 * t + 1]}, size = 0;
  Decode decode(storage, v, n, size);
  for (unsigned from = 0; from < size; from += threads * 4) {
    int d[4];
    unsigned p[4];
    decode.RunLengthDecode(d, p, from);
    for (int j = 0; j < 4; j++)
      if (from + t * 4 + j < size) {
        out[from + t * 4 + j] = d[j];
        places[from + t * 4 + j] = p[j];
      }
  }
  if (t == 0) *total = size;
}

template <cub::BlockLoadAlgorithm L, cub::BlockStoreAlgorithm S> static void copies(const std::vector<int>& data, const int* in) {
  for (int valid : {0, 1, 100, tile}) {
    int* out = to_device(std::vector<int>(tile, -9));
    copy_kernel<L, S><<<1, threads>>>(in, out, valid);
    auto got = to_host(out, tile);
    for (int i = 0; i < tile; i++) expect("load and store", i, got[i], i < valid ? data[i] * 2 + 1 : -9);
  }
}

int main() {
  std::vector<int> data(tile);
  for (auto& v : data) v = next_number() % 4;
  int* in = to_device(data);
  copies<cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(data, in);
  copies<cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(data, in);
  copies<cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(data, in);
  copies<cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(data, in);
  copies<cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(data, in);

  int *a = to_device(data), *b = to_device(data), *c = to_device(std::vector<int>(2 * tile));
  move_kernel<<<1, threads>>>(in, a, b, c);
  auto striped = to_host(a, tile), scattered = to_host(b, tile), shuffled = to_host(c, 2 * tile);
  for (int i = 0; i < tile; i++) {
    expect("striped", i, striped[i], data[i]);
    expect("scattered", i, scattered[i * 5 % tile], data[i]);
    expect("moved up", i, shuffled[i], i ? data[i - 1] : -5);
  }
  for (int t = 0; t < threads; t++)
    expect("rotated", t, shuffled[tile + t], data[(t + 7) % threads * items] + data[tile - 1] * 1000);

  int *h = to_device(data), *e = to_device(data), *l = to_device(data), *r = to_device(data);
  unsigned* bins = to_device(std::vector<unsigned>(8, 77));
  neighbours_kernel<<<1, threads>>>(in, h, e, l, r, bins);
  auto heads = to_host(h, tile), tails = to_host(e, tile), left = to_host(l, tile), right = to_host(r, tile);
  auto counts = to_host(bins, 8);
  for (int i = 0; i < tile; i++) {
    expect("head", i, heads[i], i == 0 || data[i] != data[i - 1]);
    expect("tail", i, tails[i], i == tile - 1 || data[i] != data[i + 1]);
    expect("left difference", i, left[i], data[i] - (i ? data[i - 1] : 1000));
    expect("right difference", i, right[i], i < tile - 6 ? data[i] - data[i + 1] : data[i]);
  }
  for (int k = 0; k < 8; k++) expect("bin", k, long(counts[k]), std::count(data.begin(), data.end(), k));

  std::vector<int> values(2 * threads);
  std::vector<unsigned> lengths(2 * threads);
  std::vector<int> decoded;
  std::vector<unsigned> offsets;
  for (int i = 0; i < 2 * threads; i++) {
    values[i] = i * i;
    lengths[i] = 1 + next_number() % 9;
    for (unsigned k = 0; k < lengths[i]; k++) {
      decoded.push_back(values[i]);
      offsets.push_back(k);
    }
  }
  int* out = to_device(std::vector<int>(decoded.size()));
  unsigned *places = to_device(std::vector<unsigned>(decoded.size())), *total = to_device(std::vector<unsigned>(1));
  decode_kernel<<<1, threads>>>(to_device(values), to_device(lengths), out, places, total);
  expect("decoded size", 0, size_t(to_host(total, 1)[0]), decoded.size());
  auto got = to_host(out, decoded.size());
  auto where = to_host(places, decoded.size());
  for (size_t i = 0; i < decoded.size(); i++) {
    expect("decoded", i, got[i], decoded[i]);
    expect("place in run", i, where[i], offsets[i]);
  }
  printf("PASS\n");
}
