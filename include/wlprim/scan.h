// Device-wide scan in one pass. Scans, scans by key, reductions by key and run-length encoding are all this
// scan with different elements.
#ifndef WLPRIM_SCAN_H
#define WLPRIM_SCAN_H

#include "lookback.h"

namespace wlprim {

struct no_start {};

// load(i) gives element i; emit(i, before, upto) takes the combination of what lies before i, and that with
// i. `before` is unset for i = 0 unless there is a start. A tile is read whole before any of it is emitted,
// so emit may write where load reads.
template <unsigned items, class T, class Load, class Op, class Emit, class Start>
__global__ void __launch_bounds__(block_threads)
    scan_tiles(size_t n, Load load, Op op, Emit emit, Start start, tile_sums<T> sums) {
  __shared__ raw_array<T, waves_at_most(block_threads)> lds;
  __shared__ raw_array<T, 1> from_earlier;
  __shared__ unsigned shared_tile;
  constexpr bool has_start = !std::is_same_v<Start, no_start>;
  const unsigned tid = threadIdx.x;
  unsigned tile = blockIdx.x;
  if (gridDim.x > 1) {
    if (tid == 0) shared_tile = sums.ticket();
    __syncthreads();
    tile = uniform(shared_tile);
  }
  const size_t first = tile * static_cast<size_t>(block_threads * items) + tid * items;
  T v[items];
#pragma unroll
  for (unsigned j = 0; j < items; ++j) v[j] = load(smaller(first + j, n - 1));
  T sum = v[0];
#pragma unroll
  for (unsigned j = 1; j < items; ++j) sum = op(sum, v[j]);
  T before, total;
  block_scan<block_threads>(sum, op, lds.data(), tid, before, total);
  bool known = tid > 0;
  if (tile > 0) {
    if (tid == 0) from_earlier[0] = sums.before(tile, total, op);
    __syncthreads();
    const T earlier = from_earlier[0];
    before = known ? op(earlier, before) : earlier;
    known = true;
  } else {
    if constexpr (has_start) {
      const T from = start;
      total = op(from, total);
      before = known ? op(from, before) : from;
      known = true;
    }
    if (tid == 0 && gridDim.x > 1) sums.publish(0, sums.so_far, total, tile_sums<T>::sum_so_far);
  }
#pragma unroll
  for (unsigned j = 0; j < items; ++j) {
    const T upto = known || j > 0 ? op(before, v[j]) : v[j];
    if (first + j < n) emit(first + j, before, upto);
    before = upto;
  }
}

// Storage: two sums and a word a tile. n > 0.
template <class T> struct scanner {
  static constexpr unsigned items = sizeof(T) <= 8 ? 8 : sizeof(T) <= 32 ? 4 : 1;
  tile_sums<T> sums;
  static size_t tiles(size_t n) { return ceil_div(n, size_t(block_threads * items)); }
  void plan(storage& parts, size_t n) { sums.plan(parts, tiles(n)); }
  template <class Load, class Op, class Emit, class Start>
  hipError_t run(size_t n, Load load, Op op, Emit emit, Start start, hipStream_t stream) const {
    if (n == 0) return hipSuccess;
    if (sums.tiles > 1)
      if (hipError_t e = sums.reset(stream); e != hipSuccess) return e;
    scan_tiles<items, T>
        <<<static_cast<unsigned>(sums.tiles), block_threads, 0, stream>>>(n, load, op, emit, start, sums);
    return hipGetLastError();
  }
};

// What scans hand out.
template <class Out> struct emit_before {
  Out out;
  template <class T> WLPRIM_DEVICE void operator()(size_t i, const T& before, const T&) const {
    out[i] = before;
  }
};
template <class Out> struct emit_upto {
  Out out;
  template <class T> WLPRIM_DEVICE void operator()(size_t i, const T&, const T& upto) const { out[i] = upto; }
};

// An element of a scan that starts afresh at heads of segments. `heads` counts them.
template <class T> struct segmented {
  unsigned long long heads;
  T value;
};
template <class Op> struct segmented_op {
  Op op;
  template <class T>
  WLPRIM_DEVICE segmented<T> operator()(const segmented<T>& a, const segmented<T>& b) const {
    if (b.heads) return {a.heads + b.heads, b.value};
    return {a.heads, static_cast<T>(op(a.value, b.value))};
  }
};
// Whether element i is the first of a run of equal keys.
template <class Keys, class Equal> struct head_of_run {
  Keys keys;
  Equal equal;
  WLPRIM_DEVICE bool operator()(size_t i) const { return i == 0 || !equal(keys[i - 1], keys[i]); }
};
template <class T, class Head, class Values> struct load_segmented {
  Head head;
  Values values;
  WLPRIM_DEVICE segmented<T> operator()(size_t i) const { return {head(i), static_cast<T>(values(i))}; }
};

template <class T, class Head, class Out> struct emit_segment_upto {
  Head head;
  Out out;
  WLPRIM_DEVICE void operator()(size_t i, const segmented<T>&, const segmented<T>& upto) const {
    out[i] = upto.value;
  }
};
template <class T, class Head, class Out, class Op> struct emit_segment_before {
  Head head;
  Out out;
  Op op;
  T start;
  WLPRIM_DEVICE void operator()(size_t i, const segmented<T>& before, const segmented<T>&) const {
    if (head(i))
      out[i] = start;
    else
      out[i] = op(start, before.value);
  }
};

// At the end of each segment: its key, its combined value, and at the very end the number of segments.
template <class T, class Head, class Keys, class KeysOut, class Out, class Count> struct emit_segments {
  size_t n;
  Head head;
  Keys keys;
  KeysOut keys_out;
  Out out;
  Count count;
  WLPRIM_DEVICE void operator()(size_t i, const segmented<T>&, const segmented<T>& upto) const {
    if (head(i)) keys_out[upto.heads - 1] = keys[i];
    if (i + 1 == n || head(i + 1)) out[upto.heads - 1] = upto.value;
    if (i + 1 == n) *count = upto.heads;
  }
};

} // namespace wlprim

#endif
