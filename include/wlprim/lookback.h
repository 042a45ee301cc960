// Decoupled look-back: blocks that work on consecutive tiles learn what all earlier tiles add up to, in one
// pass.
//
// A tile publishes its own sum as soon as it has it and the sum including all earlier tiles once it knows
// that. Tiles are handed out by a ticket, so a block only ever waits for blocks that already run: it finishes
// under any order of scheduling.
#ifndef WLPRIM_LOOKBACK_H
#define WLPRIM_LOOKBACK_H

#include "block.h"

namespace wlprim {

template <class T> struct tile_sums {
  enum : unsigned { nothing = 0, own_sum = 1, sum_so_far = 2 };
  T* own;
  T* so_far;
  unsigned* state; // [tiles], then the ticket
  size_t tiles;

  void plan(storage& parts, size_t count) {
    tiles = count;
    own = parts.take<T>(count);
    so_far = parts.take<T>(count);
    state = parts.take<unsigned>(count + 1);
  }
  hipError_t reset(hipStream_t stream) const {
    return hipMemsetAsync(state, 0, (tiles + 1) * sizeof(unsigned), stream);
  }

  // The block's tile. By one thread.
  WLPRIM_DEVICE unsigned ticket() const {
    return __hip_atomic_fetch_add(&state[tiles], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
  WLPRIM_DEVICE void publish(unsigned tile, T* where, T sum, unsigned as) const {
    where[tile] = sum;
    __hip_atomic_store(&state[tile], as, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  }
  // What the tiles before `tile` add up to, tile > 0. By one thread; `sum` is the tile's own.
  template <class Op> WLPRIM_DEVICE T before(unsigned tile, T sum, Op op) const {
    publish(tile, own, sum, own_sum);
    unsigned at = tile - 1, seen = wait(at);
    T earlier = seen == sum_so_far ? so_far[at] : own[at];
    while (seen != sum_so_far) {
      seen = wait(--at);
      earlier = op(seen == sum_so_far ? so_far[at] : own[at], earlier);
    }
    publish(tile, so_far, op(earlier, sum), sum_so_far);
    return earlier;
  }

private:
  WLPRIM_DEVICE unsigned wait(unsigned tile) const {
    unsigned seen;
    while ((seen = __hip_atomic_load(&state[tile], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) == nothing)
      __builtin_amdgcn_s_sleep(1);
    return seen;
  }
};

} // namespace wlprim

#endif
