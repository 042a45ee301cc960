// Device-wide reduction, and reduction of many segments.
#ifndef WLPRIM_REDUCE_H
#define WLPRIM_REDUCE_H

#include "block.h"

namespace wlprim {

struct reduce_plan {
  static constexpr size_t items = 16; // items a thread before more blocks stop being started
  static unsigned blocks(size_t n) {
    const size_t wanted = ceil_div(n, items * block_threads);
    return static_cast<unsigned>(wanted == 0 ? 1 : wanted < 1024 ? wanted : 1024);
  }
};

// Each block leaves one partial result; the block that finishes last combines them and calls finish(result).
template <class T, class Load, class Op, class Finish>
__global__ void __launch_bounds__(block_threads)
    reduce_all(size_t n, Load load, Op op, T* partial, unsigned* finished, Finish finish) {
  __shared__ raw_array<T, waves_at_most(block_threads)> lds;
  __shared__ bool last;
  const unsigned tid = threadIdx.x;
  const size_t first = blockIdx.x * static_cast<size_t>(block_threads),
               stride = gridDim.x * size_t(block_threads);
  size_t i = first + tid;
  T v = load(i < n ? i : first);
  for (i += stride; i + 3 * stride < n; i += 4 * stride)
    v = op(op(op(op(v, load(i)), load(i + stride)), load(i + 2 * stride)), load(i + 3 * stride));
  for (; i < n; i += stride) v = op(v, load(i));
  v = block_reduce<block_threads>(v, op, lds.data(), tid, at_most(n - first, block_threads));
  if (gridDim.x == 1) {
    if (tid == 0) finish(v);
    return;
  }
  if (tid == 0) {
    partial[blockIdx.x] = v;
    last = __hip_atomic_fetch_add(finished, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  v = partial[tid < gridDim.x ? tid : 0];
  for (unsigned b = tid + block_threads; b < gridDim.x; b += block_threads) v = op(v, partial[b]);
  v = block_reduce<block_threads>(v, op, lds.data(), tid, smaller(gridDim.x, block_threads));
  if (tid == 0) finish(v);
}

// Reduces load(0) .. load(n - 1), n > 0, and hands the result to finish(T) on the device. Elements are
// combined in any order, so op must be commutative. Storage: one T a block and a counter.
template <class T> struct reducer {
  T* partial;
  unsigned* finished;
  void plan(storage& parts, size_t n) {
    partial = parts.take<T>(reduce_plan::blocks(n));
    finished = parts.take<unsigned>(1);
  }
  template <class Load, class Op, class Finish>
  hipError_t run(size_t n, Load load, Op op, Finish finish, hipStream_t stream) const {
    const unsigned blocks = reduce_plan::blocks(n);
    if (blocks > 1)
      if (hipError_t e = hipMemsetAsync(finished, 0, sizeof(unsigned), stream); e != hipSuccess) return e;
    reduce_all<T><<<blocks, block_threads, 0, stream>>>(n, load, op, partial, finished, finish);
    return hipGetLastError();
  }
};

// One block a segment [begin[s], end[s]): finish(s, result, empty). `empty` segments hand over no value.
template <class T, class Load, class Begin, class End, class Op, class Finish>
__global__ void __launch_bounds__(block_threads)
    reduce_segments(Load load, Begin begin, End end, Op op, Finish finish) {
  __shared__ raw_array<T, waves_at_most(block_threads)> lds;
  const unsigned tid = threadIdx.x;
  const size_t s = blockIdx.x, first = static_cast<size_t>(begin[s]), last = static_cast<size_t>(end[s]);
  if (last <= first) {
    if (tid == 0) finish(s, static_cast<const T*>(nullptr));
    return;
  }
  const size_t n = last - first;
  T v = load(first + (tid < n ? tid : 0));
  for (size_t i = tid + size_t(block_threads); i < n; i += block_threads) v = op(v, load(first + i));
  v = block_reduce<block_threads>(v, op, lds.data(), tid, at_most(n, block_threads));
  if (tid == 0) finish(s, &v);
}

} // namespace wlprim

#endif
