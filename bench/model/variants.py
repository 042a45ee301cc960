#!/usr/bin/env python3
"""Kernels that the time model is validated with: eight families, each in many variants of tile sizes, vector widths, pads, block shapes and so on.

  variants.py FOLDER [TASKS]

writes FOLDER/NAME.cu (candidates of `wl judge`, with their launches), FOLDER/tasks/FAMILY (tasks of the families, whose shapes the variants divide
evenly; TASKS is share/tasks) and FOLDER/manifest.txt (what measure.cu launches, at full shapes)."""
import itertools, os, shutil, sys

PRELUDE = """/* wavelift
{contract}*/
#include <cuda_runtime.h>
template <int N> struct alignas(4 * N) Vec {{ float x[N]; }};
template <int N> static __device__ __forceinline__ Vec<N> load(const float* p) {{ return *reinterpret_cast<const Vec<N>*>(p); }}
template <int N> static __device__ __forceinline__ void store(float* p, const Vec<N>& v) {{ *reinterpret_cast<Vec<N>*>(p) = v; }}
"""

GEMM = """
extern "C" __global__ void __launch_bounds__(THREADS) gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int n, int k) {
  __shared__ __align__(16) float sa[STAGES][BK][BM + PAD];
  __shared__ __align__(16) float sb[STAGES][BK][BN + PAD];
  const int t = threadIdx.x, tx = t % (BN / TN), ty = t / (BN / TN);
  const float* ga = a + static_cast<size_t>(blockIdx.y) * BM * k;
  const float* gb = b + blockIdx.x * BN;
  constexpr int kA = BM * BK / V / THREADS, kB = BK * BN / V / THREADS;
  Vec<V> ra[kA], rb[kB];
  float acc[TM][TN];
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j) acc[i][j] = 0;
  auto fetch = [&](int at) __attribute__((always_inline)) {
#pragma unroll
    for (int e = 0; e < kA; ++e) {
      const int w = t + e * THREADS;
      ra[e] = load<V>(ga + static_cast<size_t>(w / (BK / V)) * k + at + w % (BK / V) * V);
    }
#pragma unroll
    for (int e = 0; e < kB; ++e) {
      const int w = t + e * THREADS;
      rb[e] = load<V>(gb + static_cast<size_t>(at + w / (BN / V)) * n + w % (BN / V) * V);
    }
  };
  auto put = [&](int s) __attribute__((always_inline)) {
#pragma unroll
    for (int e = 0; e < kA; ++e) {
      const int w = t + e * THREADS;
#pragma unroll
      for (int q = 0; q < V; ++q) sa[s][w % (BK / V) * V + q][w / (BK / V)] = ra[e].x[q];
    }
#pragma unroll
    for (int e = 0; e < kB; ++e) {
      const int w = t + e * THREADS;
#pragma unroll
      for (int q = 0; q < V; ++q) sb[s][w / (BN / V)][w % (BN / V) * V + q] = rb[e].x[q];
    }
  };
  auto compute = [&](int s) __attribute__((always_inline)) {
#if UNROLL == BK
#pragma unroll
#else
#pragma unroll UNROLL
#endif
    for (int p = 0; p < BK; ++p) {
      float fa[TM], fb[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i) fa[i] = sa[s][p][ROW(i)];
#pragma unroll
      for (int j = 0; j < TN; ++j) fb[j] = sb[s][p][COL(j)];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] += fa[i] * fb[j];
    }
  };
#if STAGES == 1
  for (int at = 0; at < k; at += BK) {
    fetch(at);
    put(0);
    __syncthreads();
    compute(0);
    __syncthreads();
  }
#else
  fetch(0);
  put(0);
  __syncthreads();
  int s = 0;
  for (int at = BK; at < k; at += BK) {
    fetch(at);
    compute(s);
    put(s ^ 1);
    __syncthreads();
    s ^= 1;
  }
  compute(s);
#endif
#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j) c[static_cast<size_t>(blockIdx.y * BM + ROW(i)) * n + blockIdx.x * BN + COL(j)] = acc[i][j];
}
"""

TRANSPOSE = """
extern "C" __global__ void __launch_bounds__(BX * BY) transpose(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
#if MODE == 0   // straight: loads in rows
  const int j = blockIdx.x * BX + threadIdx.x;
  for (int r = threadIdx.y; r < TILE; r += BY) {
    const int i = blockIdx.y * TILE + r;
    y[static_cast<size_t>(j) * rows + i] = x[static_cast<size_t>(i) * cols + j];
  }
#elif MODE == 1   // straight: stores in rows
  const int i = blockIdx.y * BX + threadIdx.x;
  for (int r = threadIdx.y; r < TILE; r += BY) {
    const int j = blockIdx.x * TILE + r;
    y[static_cast<size_t>(j) * rows + i] = x[static_cast<size_t>(i) * cols + j];
  }
#else
  __shared__ float tile[TILE][TILE + PAD];
  const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
#pragma unroll
  for (int down = 0; down < TILE / BY; ++down) {
    const int r = threadIdx.y + down * BY;
#pragma unroll
    for (int along = 0; along < TILE / BX / V; ++along) {
      const int q = (threadIdx.x + along * BX) * V;
      const Vec<V> v = load<V>(x + static_cast<size_t>(y0 + r) * cols + x0 + q);
#pragma unroll
      for (int e = 0; e < V; ++e) tile[r][q + e] = v.x[e];
    }
  }
  __syncthreads();
#pragma unroll
  for (int down = 0; down < TILE / BY; ++down) {
    const int r = threadIdx.y + down * BY;
#pragma unroll
    for (int along = 0; along < TILE / BX / V; ++along) {
      const int q = (threadIdx.x + along * BX) * V;
      Vec<V> v;
#pragma unroll
      for (int e = 0; e < V; ++e) v.x[e] = tile[q + e][r];
      store<V>(y + static_cast<size_t>(x0 + r) * rows + y0 + q, v);
    }
  }
#endif
}
"""

BLOCK_REDUCE = """
// The same value in every thread of a row; R threads of one are neighbours.
template <class F> static __device__ __forceinline__ float of_row(float v, F join) {
  constexpr int kWide = R < 32 ? R : 32;
#pragma unroll
  for (int step = kWide / 2; step > 0; step /= 2) v = join(v, __shfl_xor_sync(0xffffffffu, v, step, 32));
#if R > 32
  __shared__ float part[THREADS / 32];
  const int first = threadIdx.x / R * (R / 32);
  __syncthreads();
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  v = part[first];
#pragma unroll
  for (int e = 1; e < R / 32; ++e) v = join(v, part[first + e]);
#endif
  return v;
}
static __device__ __forceinline__ float add(float a, float b) { return a + b; }
static __device__ __forceinline__ float most(float a, float b) { return fmaxf(a, b); }
"""

RMS = BLOCK_REDUCE + """
extern "C" __global__ void __launch_bounds__(THREADS) rms_norm(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int rows, int cols, float eps) {
  const int row = blockIdx.x * (THREADS / R) + threadIdx.x / R, lane = threadIdx.x % R;
  const float* from = x + static_cast<size_t>(row) * cols;
  float* to = y + static_cast<size_t>(row) * cols;
  float sum = 0;
#if KEEP
  Vec<V> kept[KEEP];
#pragma unroll
  for (int e = 0; e < KEEP; ++e) {
    kept[e] = load<V>(from + (lane + e * R) * V);
#pragma unroll
    for (int q = 0; q < V; ++q) sum += kept[e].x[q] * kept[e].x[q];
  }
#else
  for (int at = lane * V; at < cols; at += R * V) {
    const Vec<V> v = load<V>(from + at);
#pragma unroll
    for (int q = 0; q < V; ++q) sum += v.x[q] * v.x[q];
  }
#endif
  sum = of_row(sum, add);
  const float scale = rsqrtf(sum / static_cast<float>(cols) + eps);
#if KEEP
#pragma unroll
  for (int e = 0; e < KEEP; ++e) {
    const int at = (lane + e * R) * V;
    Vec<V> v = kept[e];
#else
  for (int at = lane * V; at < cols; at += R * V) {
    Vec<V> v = load<V>(from + at);
#endif
    const Vec<V> g = load<V>(w + at);
#pragma unroll
    for (int q = 0; q < V; ++q) v.x[q] = v.x[q] * scale * g.x[q];
    store<V>(to + at, v);
  }
}
"""

SOFTMAX = BLOCK_REDUCE + """
extern "C" __global__ void __launch_bounds__(THREADS) softmax(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  const int row = blockIdx.x * (THREADS / R) + threadIdx.x / R, lane = threadIdx.x % R;
  const float* from = x + static_cast<size_t>(row) * cols;
  float* to = y + static_cast<size_t>(row) * cols;
  float max = -3e38f, sum = 0;
#if KEEP
  Vec<V> kept[KEEP];
#pragma unroll
  for (int e = 0; e < KEEP; ++e) kept[e] = load<V>(from + (lane + e * R) * V);
#pragma unroll
  for (int e = 0; e < KEEP; ++e)
#pragma unroll
    for (int q = 0; q < V; ++q) max = fmaxf(max, kept[e].x[q]);
  max = of_row(max, most);
#pragma unroll
  for (int e = 0; e < KEEP; ++e)
#pragma unroll
    for (int q = 0; q < V; ++q) sum += kept[e].x[q] = __expf(kept[e].x[q] - max);
#elif ONLINE
  for (int at = lane * V; at < cols; at += R * V) {
    const Vec<V> v = load<V>(from + at);
    float m = max;
#pragma unroll
    for (int q = 0; q < V; ++q) m = fmaxf(m, v.x[q]);
    sum *= __expf(max - m);
    max = m;
#pragma unroll
    for (int q = 0; q < V; ++q) sum += __expf(v.x[q] - max);
  }
  const float all = of_row(max, most);
  sum *= __expf(max - all);
  max = all;
#else
  for (int at = lane * V; at < cols; at += R * V) {
    const Vec<V> v = load<V>(from + at);
#pragma unroll
    for (int q = 0; q < V; ++q) max = fmaxf(max, v.x[q]);
  }
  max = of_row(max, most);
  for (int at = lane * V; at < cols; at += R * V) {
    const Vec<V> v = load<V>(from + at);
#pragma unroll
    for (int q = 0; q < V; ++q) sum += __expf(v.x[q] - max);
  }
#endif
  sum = 1.0f / of_row(sum, add);
#if KEEP
#pragma unroll
  for (int e = 0; e < KEEP; ++e) {
#pragma unroll
    for (int q = 0; q < V; ++q) kept[e].x[q] *= sum;
    store<V>(to + (lane + e * R) * V, kept[e]);
  }
#else
  for (int at = lane * V; at < cols; at += R * V) {
    Vec<V> v = load<V>(from + at);
#pragma unroll
    for (int q = 0; q < V; ++q) v.x[q] = __expf(v.x[q] - max) * sum;
    store<V>(to + at, v);
  }
#endif
}
"""

REDUCTION = """
static __device__ __forceinline__ float of_block(float v) {
#if TREE
  __shared__ float part[THREADS];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  return part[0];
#else
  __shared__ float part[32];
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step, 32);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  float sum = 0;
  for (int e = 0; e < THREADS / 32; ++e) sum += part[e];
  return sum;
#endif
}
extern "C" __global__ void __launch_bounds__(THREADS) sum_parts(const float* __restrict__ x, float* __restrict__ parts, int n) {
  float v[U];
#pragma unroll
  for (int u = 0; u < U; ++u) v[u] = 0;
  const int step = GRID * THREADS * V;
  for (int i = (blockIdx.x * THREADS + threadIdx.x) * V; i < n; i += step * U)
#pragma unroll
    for (int u = 0; u < U; ++u) {
      const Vec<V> a = load<V>(x + i + u * step);
#pragma unroll
      for (int q = 0; q < V; ++q) v[u] += a.x[q];
    }
#pragma unroll
  for (int u = 1; u < U; ++u) v[0] += v[u];
  const float sum = of_block(v[0]);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}
extern "C" __global__ void __launch_bounds__(THREADS) sum_all(const float* __restrict__ parts, float* __restrict__ sum) {
  float v = 0;
  for (int i = threadIdx.x; i < GRID; i += THREADS) v += parts[i];
  v = of_block(v);
  if (threadIdx.x == 0) *sum = v;
}
"""

STENCIL = """
static __device__ __forceinline__ float at(const float* u, int x, int y, int z, int nx, int ny, int nz) {
  return x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz ? u[(static_cast<size_t>(z) * ny + y) * nx + x] : 0.0f;
}
extern "C" __global__ void __launch_bounds__(BX * BY * BZ) stencil(const float* __restrict__ u, float* __restrict__ v, int nx, int ny, int nz, float centre, float side) {
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, z0 = (blockIdx.z * BZ + threadIdx.z) * MARCH;
#if MODE == 0
#pragma unroll
  for (int e = 0; e < MARCH; ++e) {
    const int z = z0 + e;
    const float sum = at(u, x - 1, y, z, nx, ny, nz) + at(u, x + 1, y, z, nx, ny, nz) + at(u, x, y - 1, z, nx, ny, nz) + at(u, x, y + 1, z, nx, ny, nz) +
                      at(u, x, y, z - 1, nx, ny, nz) + at(u, x, y, z + 1, nx, ny, nz);
    v[(static_cast<size_t>(z) * ny + y) * nx + x] = centre * at(u, x, y, z, nx, ny, nz) + side * sum;
  }
#elif MODE == 1   // a queue of three planes in registers
  float below = at(u, x, y, z0 - 1, nx, ny, nz), here = at(u, x, y, z0, nx, ny, nz);
#if UNROLL == MARCH
#pragma unroll
#else
#pragma unroll UNROLL
#endif
  for (int e = 0; e < MARCH; ++e) {
    const int z = z0 + e;
    const float above = at(u, x, y, z + 1, nx, ny, nz);
    const float sum = at(u, x - 1, y, z, nx, ny, nz) + at(u, x + 1, y, z, nx, ny, nz) + at(u, x, y - 1, z, nx, ny, nz) + at(u, x, y + 1, z, nx, ny, nz) + below + above;
    v[(static_cast<size_t>(z) * ny + y) * nx + x] = centre * here + side * sum;
    below = here;
    here = above;
  }
#else             // the same, the plane in shared memory
  __shared__ float plane[BY + 2][BX + 2];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  float below = at(u, x, y, z0 - 1, nx, ny, nz), here = at(u, x, y, z0, nx, ny, nz);
  for (int e = 0; e < MARCH; ++e) {
    const int z = z0 + e;
    const float above = at(u, x, y, z + 1, nx, ny, nz);
    plane[ty][tx] = here;
    if (tx == 1) plane[ty][0] = at(u, x - 1, y, z, nx, ny, nz);
    if (tx == BX) plane[ty][BX + 1] = at(u, x + 1, y, z, nx, ny, nz);
    if (ty == 1) plane[0][tx] = at(u, x, y - 1, z, nx, ny, nz);
    if (ty == BY) plane[BY + 1][tx] = at(u, x, y + 1, z, nx, ny, nz);
    __syncthreads();
    const float sum = plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] + below + above;
    v[(static_cast<size_t>(z) * ny + y) * nx + x] = centre * here + side * sum;
    __syncthreads();
    below = here;
    here = above;
  }
#endif
}
"""

HISTOGRAM = """
extern "C" __global__ void clear(unsigned* __restrict__ counts, int bins) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < bins) counts[i] = 0;
}
extern "C" __global__ void __launch_bounds__(THREADS) count(const int* __restrict__ keys, unsigned* __restrict__ counts, int n, int bins) {
#if COPIES
  __shared__ unsigned part[COPIES][256 + PAD];
  for (int i = threadIdx.x; i < COPIES * (256 + PAD); i += THREADS) part[0][i] = 0;
  __syncthreads();
  unsigned* mine = part[threadIdx.x / 32 % COPIES];
#else
  unsigned* mine = counts;
#endif
  const float* from = reinterpret_cast<const float*>(keys);
  for (int i = (blockIdx.x * THREADS + threadIdx.x) * V; i < n; i += gridDim.x * THREADS * V) {
    const Vec<V> k = load<V>(from + i);
#pragma unroll
    for (int q = 0; q < V; ++q) {
      const unsigned key = __float_as_uint(k.x[q]);
      if (key < static_cast<unsigned>(bins)) atomicAdd(&mine[key], 1u);
    }
  }
#if COPIES
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += THREADS) {
    unsigned sum = 0;
#pragma unroll
    for (int e = 0; e < COPIES; ++e) sum += part[e][i];
    if (sum) atomicAdd(&counts[i], sum);
  }
#endif
}
"""

MASKED = """
extern "C" __global__ void __launch_bounds__(THREADS) masked_add(const float* __restrict__ a, const float* __restrict__ b, const unsigned char* __restrict__ mask, float* __restrict__ y, int n) {
#pragma unroll
  for (int u = 0; u < U; ++u) {
#if STRIDED
    const int i = ((blockIdx.x * U + u) * THREADS + threadIdx.x) * V;
#else
    const int i = ((blockIdx.x * THREADS + threadIdx.x) * U + u) * V;
#endif
    const Vec<V> p = load<V>(a + i), q = load<V>(b + i);
    Vec<V> r;
#pragma unroll
    for (int e = 0; e < V; ++e) r.x[e] = mask[i + e] ? p.x[e] + q.x[e] : p.x[e];
    store<V>(y + i, r);
  }
}
"""


class Family:
    """parameters of the task; small shapes to be right at; the full one; buffers as (name, elements, kind); launches as (kernel, parameters, grid, block)."""

    def __init__(self, name, task, source, small, full, buffers, constraint):
        self.name, self.task, self.source, self.small, self.full, self.buffers, self.constraint = name, task, source, small, full, buffers, constraint


FAMILIES = {f.name: f for f in [
    Family("gemm", "gemm_f32", GEMM, [dict(m=128, n=128, k=64), dict(m=128, n=256, k=32)], dict(m=2048, n=2048, k=2048),
           [("a", "m * k", "f32"), ("b", "k * n", "f32"), ("c", "m * n", "f32")], "m % 128 == 0 && n % 128 == 0 && k % 32 == 0"),
    Family("transpose", "transpose", TRANSPOSE, [dict(rows=128, cols=128), dict(rows=64, cols=192)], dict(rows=8192, cols=8192),
           [("x", "rows * cols", "f32"), ("y", "rows * cols", "f32")], "rows % 64 == 0 && cols % 64 == 0"),
    Family("rms_norm", "rms_norm", RMS, [dict(rows=32, cols=4096)], dict(rows=16384, cols=4096),
           [("x", "rows * cols", "f32"), ("w", "cols", "f32"), ("y", "rows * cols", "f32")], "rows % 32 == 0 && cols == 4096"),
    Family("softmax", "softmax", SOFTMAX, [dict(rows=32, cols=2048)], dict(rows=32768, cols=2048),
           [("x", "rows * cols", "f32"), ("y", "rows * cols", "f32")], "rows % 32 == 0 && cols == 2048"),
    Family("reduction", "reduction", REDUCTION, [dict(n=1 << 22)], dict(n=1 << 27), [("x", "n", "f32"), ("sum", "1", "f32"), ("parts", "65536", "f32")], "n % 4194304 == 0"),
    Family("stencil", "stencil", STENCIL, [dict(nx=128, ny=32, nz=32)], dict(nx=512, ny=512, nz=256),
           [("u", "nx * ny * nz", "f32"), ("v", "nx * ny * nz", "f32")], "nx % 128 == 0 && ny % 32 == 0 && nz % 32 == 0"),
    Family("histogram", "histogram", HISTOGRAM, [dict(n=1 << 16, bins=256)], dict(n=1 << 26, bins=256), [("keys", "n", "key"), ("counts", "bins", "f32")], "n % 4 == 0 && bins == 256"),
    Family("masked_add", "masked_add", MASKED, [dict(n=1 << 16)], dict(n=1 << 26), [("a", "n", "f32"), ("b", "n", "f32"), ("mask", "n", "mask"), ("y", "n", "f32")], "n % 65536 == 0"),
]}

PARAMETERS = {
    "gemm": "const float* a, const float* b, float* c, int m, int n, int k",
    "transpose": "const float* x, float* y, int rows, int cols",
    "rms_norm": "const float* x, const float* w, float* y, int rows, int cols, float eps",
    "softmax": "const float* x, float* y, int rows, int cols",
    "sum_parts": "const float* x, float* parts, int n",
    "sum_all": "const float* parts, float* sum",
    "stencil": "const float* u, float* v, int nx, int ny, int nz, float centre, float side",
    "clear": "unsigned* counts, int bins",
    "count": "const int* keys, unsigned* counts, int n, int bins",
    "masked_add": "const float* a, const float* b, const unsigned char* mask, float* y, int n",
}
CONSTANTS = {"eps": 1e-5, "centre": 0.25, "side": 0.125}


class Variant:
    def __init__(self, family, macros, launches, suffix):
        self.family, self.macros, self.launches, self.name = FAMILIES[family], macros, launches, f"{family}_{suffix}"


def gemm():
    tiles = [(128, 128, 8, 8, 8), (128, 128, 16, 8, 8), (128, 128, 32, 8, 8), (64, 64, 8, 8, 8), (64, 64, 16, 8, 8), (64, 64, 16, 4, 4), (64, 64, 32, 4, 4), (128, 64, 8, 8, 4),
             (128, 64, 16, 8, 8), (64, 128, 16, 4, 8), (32, 32, 16, 2, 2), (32, 32, 32, 4, 4), (16, 16, 16, 1, 1), (32, 32, 32, 1, 1)]
    settings = [(4, 1, 0, 1), (1, 1, 0, 1), (4, 1, 4, 1), (4, 1, 0, 2), (4, 0, 0, 1)]     # vector, interleaved, pad, stages
    rows = [(t, s, t[2]) for t in tiles for s in settings]
    rows += [(tiles[1], (4, 1, 1, 1), 16), (tiles[5], (4, 1, 1, 1), 16), (tiles[1], (2, 1, 0, 1), 16), (tiles[1], (4, 1, 0, 1), 1), (tiles[1], (4, 1, 0, 1), 4), (tiles[5], (4, 1, 0, 1), 2)]
    for (bm, bn, bk, tm, tn), (v, interleaved, pad, stages), unroll in rows:
        threads = bm * bn // tm // tn
        if threads > 1024 or bm * bk // v < threads or bk * bn // v < threads or bk % v or (bm * bk // v) % threads or (bk * bn // v) % threads:
            continue
        if (tm < 8 and tn < 8) and not interleaved:     # the same code
            continue
        if stages == 2 and bk == 32 and bm == 128:      # more shared memory than a workgroup has
            continue
        four = lambda i, count, extent, at: f"(({i}) / 4 * {extent // (count // 4)} + {at} * 4 + ({i}) % 4)" if interleaved and count >= 8 else f"({at} * {count} + ({i}))"
        macros = dict(BM=bm, BN=bn, BK=bk, TM=tm, TN=tn, V=v, PAD=pad, STAGES=stages, UNROLL=unroll, THREADS=threads)
        macros["ROW(i)"] = four("i", tm, bm, "ty")
        macros["COL(j)"] = four("j", tn, bn, "tx")
        yield Variant("gemm", macros, [("gemm", [f"n / {bn}", f"m / {bm}"], [str(threads)], [("n", bn), ("m", bm)])],
                      f"{bm}x{bn}x{bk}_{tm}x{tn}_v{v}_i{interleaved}_p{pad}_s{stages}_u{unroll}")


def transpose():
    def one(mode, tile, bx, by, pad, v):
        grid = {0: [f"cols / {bx}", f"rows / {tile}"], 1: [f"cols / {tile}", f"rows / {bx}"]}.get(mode, [f"cols / {tile}", f"rows / {tile}"])
        return Variant("transpose", dict(MODE=mode, TILE=tile, BX=bx, BY=by, PAD=pad, V=v), [("transpose", grid, [str(bx), str(by)], [])], f"m{mode}_t{tile}_b{bx}x{by}_p{pad}_v{v}")
    for mode, bx, by in itertools.product((0, 1), (32, 16), (8, 4)):
        yield one(mode, 32, bx, by, 0, 1)
    for tile, bx, by, pad, v in [(32, 32, 8, 1, 1), (32, 32, 8, 0, 1), (32, 32, 4, 1, 1), (32, 32, 32, 1, 1), (32, 32, 16, 1, 1), (16, 16, 16, 1, 1), (16, 16, 16, 0, 1), (64, 32, 8, 1, 1),
                                 (64, 64, 4, 1, 1), (64, 64, 8, 0, 1), (64, 16, 16, 1, 4), (64, 16, 16, 0, 4), (64, 16, 8, 4, 4), (64, 32, 16, 1, 2), (32, 8, 32, 1, 4), (32, 16, 16, 1, 2), (32, 8, 8, 1, 4)]:
        yield one(2, tile, bx, by, pad, v)


def rows(family, cols):
    for threads, r, v, keep, online in [(256, 256, 1, 0, 0), (256, 256, 4, 0, 0), (1024, 1024, 1, 0, 0), (512, 512, 4, 0, 0), (128, 128, 4, 0, 0), (128, 128, 1, 0, 0), (256, 32, 4, 0, 0), (256, 32, 1, 0, 0),
                                        (64, 64, 2, 0, 0), (32, 32, 4, 0, 0), (256, 64, 4, 0, 0), (256, 256, 4, 1, 0), (256, 256, 1, 1, 0), (512, 512, 4, 1, 0), (128, 128, 4, 1, 0), (256, 128, 4, 1, 0),
                                        (256, 32, 4, 1, 0), (1024, 512, 2, 1, 0), (64, 64, 4, 1, 0), (512, 256, 2, 1, 0), (256, 256, 4, 0, 1), (128, 128, 4, 0, 1), (256, 32, 4, 0, 1), (256, 256, 1, 0, 1)]:
        kept = cols // (r * v) if keep else 0
        if (online and family != "softmax") or kept * v > 64 or (keep and kept == 0):
            continue
        yield Variant(family, dict(THREADS=threads, R=r, V=v, KEEP=kept, ONLINE=online), [(family, [f"rows / {threads // r}"], [str(threads)], [])], f"t{threads}_r{r}_v{v}_k{keep}_o{online}")


def reduction():
    for grid, threads, v, u, tree in [(264, 256, 1, 1, 0), (264, 256, 4, 1, 0), (264, 1024, 4, 1, 0), (528, 512, 4, 2, 0), (1024, 256, 4, 1, 0), (1024, 256, 4, 4, 0), (1024, 256, 1, 1, 0), (1024, 256, 1, 4, 1),
                                      (1024, 256, 2, 2, 0), (1024, 256, 4, 1, 1), (4096, 256, 4, 1, 0), (4096, 128, 4, 1, 0), (4096, 256, 1, 1, 1), (128, 256, 4, 1, 0), (128, 1024, 1, 1, 0), (64, 512, 4, 4, 0),
                                      (2048, 64, 4, 1, 0), (2048, 512, 4, 1, 0), (16384, 64, 1, 4, 0), (16384, 256, 1, 1, 1)]:
        if (1 << 22) % (grid * threads * v * u) and grid not in (264, 528):
            continue
        if grid in (264, 528):
            grid = {264: 256, 528: 512}[grid]
        yield Variant("reduction", dict(GRID=grid, THREADS=threads, V=v, U=u, TREE=tree),
                      [("sum_parts", [str(grid)], [str(threads)], []), ("sum_all", ["1"], [str(threads)], [])], f"g{grid}_t{threads}_v{v}_u{u}_tree{tree}")


def stencil():
    for bx, by, bz, march, mode, unroll in [(32, 8, 1, 1, 0, 1), (64, 4, 1, 1, 0, 1), (128, 2, 1, 1, 0, 1), (16, 16, 1, 1, 0, 1), (8, 8, 4, 1, 0, 1), (32, 4, 2, 1, 0, 1), (32, 8, 4, 1, 0, 1), (32, 2, 1, 1, 0, 1), (32, 8, 1, 2, 0, 1),
                                            (32, 8, 1, 4, 0, 1), (64, 4, 1, 4, 0, 1), (32, 8, 1, 8, 1, 1), (32, 8, 1, 32, 1, 1), (64, 4, 1, 16, 1, 4), (128, 2, 1, 32, 1, 1), (32, 8, 1, 8, 1, 8), (32, 4, 1, 16, 1, 2),
                                            (32, 8, 1, 8, 2, 1), (32, 8, 1, 32, 2, 1), (64, 8, 1, 16, 2, 1), (32, 32, 1, 16, 2, 1), (16, 8, 1, 16, 2, 1), (128, 4, 1, 8, 2, 1)]:
        yield Variant("stencil", dict(BX=bx, BY=by, BZ=bz, MARCH=march, MODE=mode, UNROLL=unroll),
                      [("stencil", [f"nx / {bx}", f"ny / {by}", f"nz / {bz * march}"], [str(bx), str(by), str(bz)], [])], f"b{bx}x{by}x{bz}_z{march}_m{mode}_u{unroll}")


def histogram():
    for grid, threads, v, copies, pad in [(1024, 256, 1, 0, 0), (1024, 256, 4, 0, 0), (512, 256, 1, 1, 0), (1024, 256, 4, 1, 0), (256, 256, 4, 1, 0), (256, 1024, 4, 1, 0), (512, 512, 4, 4, 0), (1024, 256, 4, 8, 0), (1024, 256, 1, 8, 0),
                                          (512, 256, 4, 8, 1), (128, 1024, 4, 32, 1), (4096, 256, 4, 1, 0), (4096, 128, 4, 4, 0), (2048, 64, 1, 2, 0), (512, 1024, 1, 16, 1), (1024, 512, 2, 4, 1)]:
        yield Variant("histogram", dict(THREADS=threads, V=v, COPIES=copies, PAD=pad),
                      [("clear", ["1"], ["256"], []), ("count", [str(grid)], [str(threads)], [])], f"g{grid}_t{threads}_v{v}_c{copies}_p{pad}")


def masked_add():
    for threads, v, u, strided in [(256, 1, 1, 1), (256, 4, 1, 1), (256, 2, 1, 1), (128, 4, 1, 1), (1024, 1, 1, 1), (64, 1, 1, 1), (32, 1, 1, 1), (256, 1, 4, 1), (256, 1, 4, 0), (256, 4, 4, 1), (256, 4, 4, 0), (512, 4, 2, 1), (256, 1, 8, 0),
                                   (256, 1, 16, 0), (128, 2, 4, 1), (1024, 4, 1, 1), (128, 1, 16, 1), (64, 4, 8, 1)]:
        yield Variant("masked_add", dict(THREADS=threads, V=v, U=u, STRIDED=strided), [("masked_add", [f"n / {threads * v * u}"], [str(threads)], [])], f"t{threads}_v{v}_u{u}_s{strided}")


def all_variants():
    yield from gemm()
    yield from transpose()
    yield from rows("rms_norm", 4096)
    yield from rows("softmax", 2048)
    yield from reduction()
    yield from stencil()
    yield from histogram()
    yield from masked_add()


def contract(v):
    text = ""
    for kernel, grid, block, _ in v.launches:
        words = lambda all: "[" + ", ".join(f'"{w}"' for w in all) + "]"
        text += f'[[launch]]\nkernel = "{kernel}"\nparameters = "{PARAMETERS[kernel]}"\ngrid = {words(grid)}\nblock = {words(block)}\n\n'
    if v.family.name == "reduction":
        text += '[[scratch]]\nname = "parts"\ntype = "f32"\nsize = "65536"\n\n'
    return text


def number(expression, values):
    return int(eval(expression.replace("/", "//"), {}, dict(values)))


def main(folder, tasks):
    os.makedirs(folder, exist_ok=True)
    manifest = []
    for f in FAMILIES.values():
        manifest.append(f"family {f.name}")
        for name, size, kind in f.buffers:
            manifest.append(f"buffer {name} {number(size, f.full)} {kind}")
        if tasks:
            to = os.path.join(folder, "tasks", f.name)
            shutil.rmtree(to, ignore_errors=True)
            shutil.copytree(os.path.join(tasks, f.task), to)
            write_task(os.path.join(to, "task.toml"), f)
    count = 0
    for v in all_variants():
        count += 1
        with open(os.path.join(folder, v.name + ".cu"), "w") as out:
            out.write(PRELUDE.format(contract=contract(v)))
            for name, value in v.macros.items():
                out.write(f"#define {name} {value}\n")
            out.write(v.family.source)
        manifest.append(f"variant {v.family.name} {v.name}")
        for kernel, grid, block, _ in v.launches:
            size = [number(e, v.family.full) for e in grid] + [1, 1]
            shape = [int(b) for b in block] + [1, 1]
            words = []
            for p in PARAMETERS[kernel].split(", "):
                type_, name = p.rsplit(" ", 1)
                words.append(f"b:{name}" if type_.endswith("*") else f"f:{CONSTANTS[name]}" if type_ == "float" else f"i:{v.family.full[name]}")
            manifest.append(f"launch {kernel} {size[0]} {size[1]} {size[2]} {shape[0]} {shape[1]} {shape[2]} {' '.join(words)}")
    with open(os.path.join(folder, "manifest.txt"), "w") as out:
        out.write("\n".join(manifest) + "\n")
    print(f"{count} variants of {len(FAMILIES)} families")


def write_task(path, f):
    """The suite's task with shapes that the variants divide: its own shapes and hidden ranges go."""
    lines, keep = [], True
    for line in open(path):
        if line.startswith("["):
            keep = line.strip() not in ("[[shape]]", "[hidden]", "[timing]")
        if keep:
            lines.append(f'constraints = ["{f.constraint}"]\n' if line.startswith("constraints") else line)
    shapes = "".join(f'\n[[shape]]\nname = "small {i}"\nsimulated = true\n' + "".join(f"{k} = {v}\n" for k, v in s.items()) for i, s in enumerate(f.small))
    shapes += '\n[[shape]]\nname = "full"\ntimed = true\n' + "".join(f"{k} = {v}\n" for k, v in f.full.items())
    text = "".join(lines)
    at = text.index("[floor]")
    with open(path, "w") as out:
        out.write(text[:at] + shapes.lstrip("\n") + "\n" + text[at:])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
