// Radix sort of many segments at once, a block a segment.
#ifndef WLPRIM_SEGMENTED_SORT_H
#define WLPRIM_SEGMENTED_SORT_H

#include "radix_sort.h"

namespace wlprim {

// One pass over each segment [begin[s], end[s]): count the digits, then scatter tile after tile.
template <class Key, class K, class V, class Begin, class End>
__global__ void __launch_bounds__(block_threads)
    radix_segment_pass(const K* keys, K* keys_out, const V* values, V* values_out, Begin begin, End end,
                       unsigned at, unsigned bits) {
  constexpr unsigned items = 4;
  __shared__ wave_digits counts;
  __shared__ unsigned start[radix_digits];
  __shared__ unsigned lds[waves_at_most(block_threads)];
  const unsigned tid = threadIdx.x, width = wave_size(), wave = uniform(tid / width), lane = lane_id();
  const unsigned waves = block_threads / width;
  const size_t first = static_cast<size_t>(begin[blockIdx.x]), last = static_cast<size_t>(end[blockIdx.x]);
  if (last <= first) return;
  const size_t n = last - first;
  keys += first;
  keys_out += first;
  start[tid] = 0;
  __syncthreads();
  for (size_t i = tid; i < n; i += block_threads)
    __hip_atomic_fetch_add(&start[Key::digit(keys[i], at, bits)], 1u, __ATOMIC_RELAXED,
                           __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  unsigned before = 0, total;
  block_scan<block_threads>(
      start[tid], [](unsigned a, unsigned b) { return a + b; }, lds, tid, before, total);
  start[tid] = tid ? before : 0;
  for (size_t tile = 0; tile < n; tile += block_threads * items) {
    for (unsigned w = 0; w < waves; ++w) counts[w][tid] = 0;
    __syncthreads();
    const size_t mine = tile + wave * width * items + lane;
    K key[items];
    bool part[items];
    unsigned digits[items], ranks[items];
#pragma unroll
    for (unsigned j = 0; j < items; ++j) {
      part[j] = mine + j * width < n;
      key[j] = keys[smaller(mine + j * width, n - 1)];
    }
    rank_in_wave<items, Key>(key, part, at, bits, counts[wave], digits, ranks);
    __syncthreads();
    unsigned sum = start[tid];
    for (unsigned w = 0; w < waves; ++w) {
      const unsigned c = counts[w][tid];
      counts[w][tid] = sum;
      sum += c;
    }
    start[tid] = sum;
    __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < items; ++j) {
      if (!part[j]) continue;
      const size_t to = counts[wave][digits[j]] + ranks[j];
      keys_out[to] = key[j];
      if constexpr (!std::is_same_v<V, no_value>) values_out[first + to] = values[first + mine + j * width];
    }
    __syncthreads();
  }
}

// Elements outside of all segments stay as they are in the output. Inputs and outputs are different arrays.
template <class K, class V, bool descending> struct segmented_sorter {
  K* spare_keys;
  V* spare_values;
  void plan(storage& parts, size_t n) {
    spare_keys = parts.take<K>(n);
    spare_values = std::is_same_v<V, no_value> ? nullptr : parts.take<V>(n);
  }
  template <class Begin, class End>
  hipError_t run(const K* keys, K* keys_out, const V* values, V* values_out, size_t segments, Begin begin,
                 End end, bit_range range, hipStream_t stream) const {
    if (segments == 0) return hipSuccess;
    const unsigned passes = range.end > range.begin ? range.passes() : 1;
    bool to_out = passes % 2 != 0;
    for (unsigned p = 0; p < passes; ++p, to_out = !to_out) {
      const unsigned at = range.begin + p * radix_bits;
      K* to_keys = to_out ? keys_out : spare_keys;
      V* to_values = to_out ? values_out : spare_values;
      radix_segment_pass<radix_key<K, descending>, K, V>
          <<<static_cast<unsigned>(segments), block_threads, 0, stream>>>(
              keys, to_keys, values, to_values, begin, end, at,
              range.end > at ? smaller(radix_bits, range.end - at) : 0);
      keys = to_keys;
      values = to_values;
    }
    return hipGetLastError();
  }
};

} // namespace wlprim

#endif
