// BlockScan: prefix sums over a block's items.
#ifndef HIPCUB_BLOCK_BLOCK_SCAN_HPP_
#define HIPCUB_BLOCK_BLOCK_SCAN_HPP_

#include "../thread/thread_reduce.hpp"
#include "block_common.hpp"

namespace hipcub {

// A hint; one algorithm serves all.
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int N> struct block_scan_storage {
  wlprim::raw_array<T, wlprim::waves_at_most(N)> sums;
  wlprim::raw_array<T, 1> prefix;
};

template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockScan : block_base<block_scan_storage<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base = block_base<block_scan_storage<T, threads>>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  // What lies before the thread's items, if anything does, and the block's total.
  struct place {
    T before, total;
    bool known;
  };
  template <class Op> WLPRIM_DEVICE place find(T input, Op op) {
    place p;
    wlprim::block_scan<threads>(input, op, this->storage.sums.data(), tid, p.before, p.total);
    p.known = tid > 0;
    return p;
  }
  template <class Op> WLPRIM_DEVICE void start_from(place& p, T start, Op op) {
    p.before = p.known ? op(start, p.before) : start;
    p.known = true;
  }
  // The prefix comes from a callback that the first warp runs on the block's total.
  template <class Op, class Callback> WLPRIM_DEVICE void call_back(place& p, Op op, Callback& callback) {
    if (tid < wlprim::wave_size()) {
      const T prefix = callback(p.total);
      if (tid == 0) this->storage.prefix[0] = prefix;
    }
    __syncthreads();
    start_from(p, this->storage.prefix[0], op);
  }
  template <class Op> WLPRIM_DEVICE static T with(const place& p, T input, Op op) {
    return p.known ? op(p.before, input) : input;
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE static void inclusive(const place& p, T (&in)[ITEMS], T (&out)[ITEMS], Op op) {
    ThreadScanInclusive(in, out, op, p.before, p.known);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE static void exclusive(const place& p, T (&in)[ITEMS], T (&out)[ITEMS], Op op) {
    ThreadScanExclusive(in, out, op, p.before, p.known);
  }

public:
  using TempStorage = block_scan_storage<T, threads>;
  WLPRIM_DEVICE BlockScan() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockScan(TempStorage& temporary) : base(temporary) {}

  // One item a thread.
  template <class Op> WLPRIM_DEVICE void InclusiveScan(T in, T& out, Op scan_op) {
    T total;
    InclusiveScan(in, out, scan_op, total);
  }
  template <class Op> WLPRIM_DEVICE void InclusiveScan(T in, T& out, Op scan_op, T& block_aggregate) {
    auto op = close_over<T>(scan_op);
    const place p = find(in, op);
    block_aggregate = p.total;
    out = with(p, in, op);
  }
  template <class Op, class Callback>
  WLPRIM_DEVICE void InclusiveScan(T in, T& out, Op scan_op, Callback& prefix_callback) {
    auto op = close_over<T>(scan_op);
    place p = find(in, op);
    call_back(p, op, prefix_callback);
    out = with(p, in, op);
  }
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T in, T& out, Op scan_op) {
    T total;
    ExclusiveScan(in, out, scan_op, total);
  }
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T in, T& out, Op scan_op, T& block_aggregate) {
    const place p = find(in, close_over<T>(scan_op));
    block_aggregate = p.total;
    if (p.known) out = p.before;
  }
  template <class Op, class Callback>
  WLPRIM_DEVICE void ExclusiveScan(T in, T& out, Op scan_op, Callback& prefix_callback) {
    auto op = close_over<T>(scan_op);
    place p = find(in, op);
    call_back(p, op, prefix_callback);
    out = p.before;
  }
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T in, T& out, T initial_value, Op scan_op) {
    T total;
    ExclusiveScan(in, out, initial_value, scan_op, total);
  }
  template <class Op>
  WLPRIM_DEVICE void ExclusiveScan(T in, T& out, T initial_value, Op scan_op, T& block_aggregate) {
    auto op = close_over<T>(scan_op);
    place p = find(in, op);
    block_aggregate = p.total;
    start_from(p, initial_value, op);
    out = p.before;
  }
  WLPRIM_DEVICE void InclusiveSum(T in, T& out) { InclusiveScan(in, out, Sum()); }
  WLPRIM_DEVICE void InclusiveSum(T in, T& out, T& block_aggregate) {
    InclusiveScan(in, out, Sum(), block_aggregate);
  }
  template <class Callback> WLPRIM_DEVICE void InclusiveSum(T in, T& out, Callback& prefix_callback) {
    InclusiveScan(in, out, Sum(), prefix_callback);
  }
  WLPRIM_DEVICE void ExclusiveSum(T in, T& out) { ExclusiveScan(in, out, T(), Sum()); }
  WLPRIM_DEVICE void ExclusiveSum(T in, T& out, T& block_aggregate) {
    ExclusiveScan(in, out, T(), Sum(), block_aggregate);
  }
  template <class Callback> WLPRIM_DEVICE void ExclusiveSum(T in, T& out, Callback& prefix_callback) {
    ExclusiveScan(in, out, Sum(), prefix_callback);
  }

  // Several consecutive items a thread.
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void InclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], Op scan_op) {
    T total;
    InclusiveScan(in, out, scan_op, total);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void InclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], Op scan_op, T& block_aggregate) {
    auto op = close_over<T>(scan_op);
    const place p = find(ThreadReduce(in, op), op);
    block_aggregate = p.total;
    inclusive(p, in, out, op);
  }
  template <int ITEMS, class Op, class Callback>
  WLPRIM_DEVICE void InclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], Op scan_op, Callback& prefix_callback) {
    auto op = close_over<T>(scan_op);
    place p = find(ThreadReduce(in, op), op);
    call_back(p, op, prefix_callback);
    inclusive(p, in, out, op);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void InclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], T initial_value, Op scan_op) {
    T total;
    InclusiveScan(in, out, initial_value, scan_op, total);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void InclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], T initial_value, Op scan_op,
                                   T& block_aggregate) {
    auto op = close_over<T>(scan_op);
    place p = find(ThreadReduce(in, op), op);
    block_aggregate = op(initial_value, p.total);
    start_from(p, initial_value, op);
    inclusive(p, in, out, op);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void ExclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], Op scan_op) {
    T total;
    ExclusiveScan(in, out, scan_op, total);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void ExclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], Op scan_op, T& block_aggregate) {
    auto op = close_over<T>(scan_op);
    const place p = find(ThreadReduce(in, op), op);
    block_aggregate = p.total;
    exclusive(p, in, out, op);
  }
  template <int ITEMS, class Op, class Callback>
  WLPRIM_DEVICE void ExclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], Op scan_op, Callback& prefix_callback) {
    auto op = close_over<T>(scan_op);
    place p = find(ThreadReduce(in, op), op);
    call_back(p, op, prefix_callback);
    exclusive(p, in, out, op);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void ExclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], T initial_value, Op scan_op) {
    T total;
    ExclusiveScan(in, out, initial_value, scan_op, total);
  }
  template <int ITEMS, class Op>
  WLPRIM_DEVICE void ExclusiveScan(T (&in)[ITEMS], T (&out)[ITEMS], T initial_value, Op scan_op,
                                   T& block_aggregate) {
    auto op = close_over<T>(scan_op);
    place p = find(ThreadReduce(in, op), op);
    block_aggregate = p.total;
    start_from(p, initial_value, op);
    exclusive(p, in, out, op);
  }
  template <int ITEMS> WLPRIM_DEVICE void InclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS]) {
    InclusiveScan(in, out, Sum());
  }
  template <int ITEMS> WLPRIM_DEVICE void InclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS], T& block_aggregate) {
    InclusiveScan(in, out, Sum(), block_aggregate);
  }
  template <int ITEMS, class Callback>
  WLPRIM_DEVICE void InclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS], Callback& prefix_callback) {
    InclusiveScan(in, out, Sum(), prefix_callback);
  }
  template <int ITEMS> WLPRIM_DEVICE void ExclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS]) {
    ExclusiveScan(in, out, T(), Sum());
  }
  template <int ITEMS> WLPRIM_DEVICE void ExclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS], T& block_aggregate) {
    ExclusiveScan(in, out, T(), Sum(), block_aggregate);
  }
  template <int ITEMS, class Callback>
  WLPRIM_DEVICE void ExclusiveSum(T (&in)[ITEMS], T (&out)[ITEMS], Callback& prefix_callback) {
    ExclusiveScan(in, out, Sum(), prefix_callback);
  }
};

} // namespace hipcub

#endif
