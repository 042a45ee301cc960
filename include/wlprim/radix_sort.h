// Device-wide radix sort: least significant digit first, stable, 8 bits a pass, one kernel a pass.
//
// One kernel counts the digits of all passes, a small one sums the counts up. Then each pass scatters: a
// wavefront ranks its keys among themselves by ballots, and a tile learns by look-back, digit by digit, how
// many keys of earlier tiles have the same digit.
#ifndef WLPRIM_RADIX_SORT_H
#define WLPRIM_RADIX_SORT_H

#include "block.h"
#include "radix_key.h"

namespace wlprim {

constexpr unsigned radix_bits = 8, radix_digits = 256;
static_assert(block_threads == radix_digits, "each thread of a block looks after one digit");

struct no_value {};

// Which bits of the key count.
struct bit_range {
  unsigned begin, end;
  unsigned passes() const { return ceil_div(end - begin, radix_bits); }
  WLPRIM_DEVICE unsigned width(unsigned at) const { return smaller(radix_bits, end - at); }
};

// counts[pass * 256 + digit] += the keys with that digit.
template <class Key, class K, class Keys>
__global__ void __launch_bounds__(block_threads)
    radix_count(size_t n, Keys keys, bit_range range, unsigned long long* counts) {
  constexpr unsigned most_passes = sizeof(K);
  __shared__ unsigned digits[most_passes * radix_digits];
  const unsigned tid = threadIdx.x, passes = ceil_div(range.end - range.begin, radix_bits);
  for (unsigned p = 0; p < passes; ++p) digits[p * radix_digits + tid] = 0;
  __syncthreads();
  for (size_t i = blockIdx.x * size_t(block_threads) + tid; i < n; i += gridDim.x * size_t(block_threads)) {
    auto bits = Key::ordered(keys[i]) >> range.begin;
    for (unsigned p = 0, at = range.begin; p < passes; ++p, at += radix_bits) {
      const unsigned digit = static_cast<unsigned>(bits) & ((1u << range.width(at)) - 1);
      __hip_atomic_fetch_add(&digits[p * radix_digits + digit], 1u, __ATOMIC_RELAXED,
                             __HIP_MEMORY_SCOPE_WORKGROUP);
      if constexpr (sizeof(K) > 1) bits >>= radix_bits;
    }
  }
  __syncthreads();
  for (unsigned p = 0; p < passes; ++p)
    if (unsigned c = digits[p * radix_digits + tid])
      __hip_atomic_fetch_add(&counts[p * radix_digits + tid], static_cast<unsigned long long>(c),
                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// Counts to places: a block a pass. A template only so that every translation unit may have it.
template <int = 0> __global__ void __launch_bounds__(block_threads) radix_places(unsigned long long* counts) {
  __shared__ unsigned long long lds[waves_at_most(block_threads)];
  unsigned long long* mine = counts + blockIdx.x * radix_digits + threadIdx.x;
  unsigned long long before = 0, total;
  auto add = [](unsigned long long a, unsigned long long b) { return a + b; };
  block_scan<block_threads>(*mine, add, lds, threadIdx.x, before, total);
  *mine = threadIdx.x ? before : 0;
}

// The counts of each wavefront's digits, then the places of its keys.
using wave_digits = unsigned[waves_at_most(block_threads)][radix_digits];

// Rank of each of a wavefront's keys among its keys of the same digit; leaves the counts in `counts`.
template <unsigned items, class Key, class K>
WLPRIM_DEVICE void rank_in_wave(const K (&keys)[items], const bool (&part)[items], unsigned at,
                                unsigned width, unsigned* counts, unsigned (&digits)[items],
                                unsigned (&ranks)[items]) {
#pragma unroll
  for (unsigned j = 0; j < items; ++j) {
    digits[j] = Key::digit(keys[j], at, width);
    const unsigned long long same = peers(digits[j], width, part[j]);
    const unsigned below = lanes_below(same), earlier = counts[digits[j]];
    wave_sync();
    if (part[j] && below == 0) counts[digits[j]] = earlier + __builtin_popcountll(same);
    wave_sync();
    ranks[j] = earlier + below;
  }
}

// One pass over one tile a block. places: where each digit starts in the output. state[tile * 256 + digit]:
// the low two bits say what the rest counts, as in tile_sums.
template <unsigned items, class Key, class K, class V, class Keys, class KeysOut, class Values,
          class ValuesOut>
__global__ void __launch_bounds__(block_threads)
    radix_scatter(size_t n, Keys keys, KeysOut keys_out, Values values, ValuesOut values_out, unsigned at,
                  unsigned bits, const unsigned long long* places, unsigned long long* state,
                  unsigned* ticket) {
  __shared__ wave_digits counts;
  __shared__ unsigned long long start[radix_digits];
  __shared__ unsigned shared_tile;
  const unsigned tid = threadIdx.x, width = wave_size(), wave = uniform(tid / width), lane = lane_id();
  const unsigned waves = block_threads / width;
  for (unsigned w = 0; w < waves; ++w) counts[w][tid] = 0;
  if (tid == 0)
    shared_tile =
        gridDim.x > 1 ? __hip_atomic_fetch_add(ticket, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) : 0;
  __syncthreads();
  const unsigned tile = uniform(shared_tile);
  const size_t first = tile * size_t(block_threads * items) + wave * width * items + lane;
  K key[items];
  bool part[items];
  unsigned digits[items], ranks[items];
#pragma unroll
  for (unsigned j = 0; j < items; ++j) {
    part[j] = first + j * width < n;
    key[j] = keys[smaller(first + j * width, n - 1)];
  }
  rank_in_wave<items, Key>(key, part, at, bits, counts[wave], digits, ranks);
  __syncthreads();

  // Thread d looks after digit d.
  unsigned long long in_tile = 0;
  for (unsigned w = 0; w < waves; ++w) {
    const unsigned c = counts[w][tid];
    counts[w][tid] = static_cast<unsigned>(in_tile);
    in_tile += c;
  }
  unsigned long long earlier = 0;
  auto publish = [&](unsigned long long count, unsigned as) {
    __hip_atomic_store(&state[size_t(tile) * radix_digits + tid], count << 2 | as, __ATOMIC_RELAXED,
                       __HIP_MEMORY_SCOPE_AGENT);
  };
  if (tile > 0) {
    publish(in_tile, 1);
    for (unsigned from = tile; from-- > 0;) {
      unsigned long long seen;
      while ((seen = __hip_atomic_load(&state[size_t(from) * radix_digits + tid], __ATOMIC_RELAXED,
                                       __HIP_MEMORY_SCOPE_AGENT)) == 0)
        __builtin_amdgcn_s_sleep(1);
      earlier += seen >> 2;
      if ((seen & 3) == 2) break;
    }
  }
  if (gridDim.x > 1) publish(earlier + in_tile, 2);
  start[tid] = places[tid] + earlier;
  __syncthreads();

#pragma unroll
  for (unsigned j = 0; j < items; ++j) {
    if (!part[j]) continue;
    const size_t to = start[digits[j]] + counts[wave][digits[j]] + ranks[j];
    keys_out[to] = key[j];
    if constexpr (!std::is_same_v<V, no_value>) values_out[to] = static_cast<V>(values[first + j * width]);
  }
}

// Sorts n keys, and values along with them unless V is no_value. From `keys` (iterator) over the two buffers;
// the outcome is in keys_out / values_out. Storage: a second buffer, and 2 KiB a tile.
template <class K, class V, bool descending> struct radix_sorter {
  using Key = radix_key<K, descending>;
  static constexpr unsigned items = sizeof(K) <= 8 ? 8 : 4;
  static constexpr bool with_values = !std::is_same_v<V, no_value>;
  K* spare_keys;
  V* spare_values;
  unsigned long long* counts;
  unsigned long long* state;
  unsigned* ticket;
  size_t tiles;

  void plan(storage& parts, size_t n, bool own_buffers = true) {
    tiles = ceil_div(n, size_t(block_threads * items));
    spare_keys = own_buffers ? parts.take<K>(n) : nullptr;
    spare_values = own_buffers && with_values ? parts.take<V>(n) : nullptr;
    counts = parts.take<unsigned long long>(sizeof(K) * radix_digits);
    state = parts.take<unsigned long long>(tiles * radix_digits + 1);
    ticket = reinterpret_cast<unsigned*>(state + tiles * radix_digits);
  }

  // One pass; the iterators are of any kind.
  template <class Keys, class KeysOut, class Values, class ValuesOut>
  hipError_t pass(size_t n, Keys keys, KeysOut keys_out, Values values, ValuesOut values_out, bit_range range,
                  unsigned p, hipStream_t stream) const {
    if (tiles > 1)
      if (hipError_t e = hipMemsetAsync(state, 0, (tiles * radix_digits + 1) * 8, stream); e != hipSuccess)
        return e;
    const unsigned at = range.begin + p * radix_bits;
    radix_scatter<items, Key, K, V><<<static_cast<unsigned>(tiles), block_threads, 0, stream>>>(
        n, keys, keys_out, values, values_out, at, smaller(radix_bits, range.end - at),
        counts + p * radix_digits, state, ticket);
    return hipGetLastError();
  }

  // The last pass ends in `out`. Inputs are only read, unless they are `out` themselves: then they are copied
  // first where the number of passes is odd.
  hipError_t run(size_t n, const K* keys, K* keys_out, const V* values, V* values_out, bit_range range,
                 hipStream_t stream) const {
    if (n == 0) return hipSuccess;
    const unsigned passes = range.end > range.begin ? range.passes() : 0;
    auto copy = [&](K* to_keys, V* to_values) {
      hipError_t e = hipSuccess;
      if (keys != to_keys) e = hipMemcpyAsync(to_keys, keys, n * sizeof(K), hipMemcpyDeviceToDevice, stream);
      if constexpr (with_values)
        if (e == hipSuccess && values != to_values)
          e = hipMemcpyAsync(to_values, values, n * sizeof(V), hipMemcpyDeviceToDevice, stream);
      keys = to_keys;
      values = to_values;
      return e;
    };
    if (passes == 0) return copy(keys_out, values_out);
    bool to_out = passes % 2 != 0;
    if (keys == keys_out && to_out)
      if (hipError_t e = copy(spare_keys, spare_values); e != hipSuccess) return e;
    if (hipError_t e = count(n, keys, range, stream); e != hipSuccess) return e;
    for (unsigned p = 0; p < passes; ++p, to_out = !to_out) {
      K* to_keys = to_out ? keys_out : spare_keys;
      V* to_values = to_out ? values_out : spare_values;
      if (hipError_t e = pass(n, keys, to_keys, values, to_values, range, p, stream); e != hipSuccess)
        return e;
      keys = to_keys;
      values = to_values;
    }
    return hipSuccess;
  }

  template <class Keys> hipError_t count(size_t n, Keys keys, bit_range range, hipStream_t stream) const {
    const size_t bytes = sizeof(K) * radix_digits * sizeof(unsigned long long);
    if (hipError_t e = hipMemsetAsync(counts, 0, bytes, stream); e != hipSuccess) return e;
    const unsigned blocks =
        static_cast<unsigned>(smaller(ceil_div(n, size_t(block_threads * 8)), size_t(256)));
    radix_count<Key, K><<<blocks, block_threads, 0, stream>>>(n, keys, range, counts);
    radix_places<><<<range.passes(), block_threads, 0, stream>>>(counts);
    return hipGetLastError();
  }
};

} // namespace wlprim

#endif
