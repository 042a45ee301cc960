// BlockReduce: the combination of a block's items, in thread 0.
#ifndef HIPCUB_BLOCK_BLOCK_REDUCE_HPP_
#define HIPCUB_BLOCK_BLOCK_REDUCE_HPP_

#include "../thread/thread_reduce.hpp"
#include "block_common.hpp"

namespace hipcub {

// The algorithm is a hint; one serves all, and keeps the order of non-commutative operators.
enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int N> struct block_reduce_storage {
  wlprim::raw_array<T, wlprim::waves_at_most(N)> sums;
};

template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockReduce : block_base<block_reduce_storage<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base = block_base<block_reduce_storage<T, threads>>;

public:
  using TempStorage = block_reduce_storage<T, threads>;
  WLPRIM_DEVICE BlockReduce() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockReduce(TempStorage& temporary) : base(temporary) {}

  template <class Op> WLPRIM_DEVICE T Reduce(T input, Op op) { return Reduce(input, op, threads); }
  template <class Op> WLPRIM_DEVICE T Reduce(T input, Op op, int num_valid) {
    return wlprim::block_reduce<threads>(input, close_over<T>(op), this->storage.sums.data(),
                                         linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>(),
                                         static_cast<unsigned>(num_valid));
  }
  template <int ITEMS, class Op> WLPRIM_DEVICE T Reduce(T (&inputs)[ITEMS], Op op) {
    return Reduce(ThreadReduce(inputs, close_over<T>(op)), op);
  }
  WLPRIM_DEVICE T Sum(T input) { return Reduce(input, hipcub::Sum()); }
  WLPRIM_DEVICE T Sum(T input, int num_valid) { return Reduce(input, hipcub::Sum(), num_valid); }
  template <int ITEMS> WLPRIM_DEVICE T Sum(T (&inputs)[ITEMS]) { return Reduce(inputs, hipcub::Sum()); }
};

} // namespace hipcub

#endif
