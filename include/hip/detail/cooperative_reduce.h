// Reductions and scans over cooperative groups that lie in one wavefront.
#ifndef HIP_DETAIL_COOPERATIVE_REDUCE_H
#define HIP_DETAIL_COOPERATIVE_REDUCE_H

#include "cooperative_groups.h"

namespace cooperative_groups {

template <class T = void> struct plus {
  __WL_BOTH__ T operator()(T a, T b) const { return a + b; }
};
template <class T = void> struct less {
  __WL_BOTH__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void> struct greater {
  __WL_BOTH__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void> struct bit_and {
  __WL_BOTH__ T operator()(T a, T b) const { return a & b; }
};
template <class T = void> struct bit_or {
  __WL_BOTH__ T operator()(T a, T b) const { return a | b; }
};
template <class T = void> struct bit_xor {
  __WL_BOTH__ T operator()(T a, T b) const { return a ^ b; }
};

template <> struct plus<void> {
  template <class T> __WL_BOTH__ T operator()(T a, T b) const { return a + b; }
};
template <> struct less<void> {
  template <class T> __WL_BOTH__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <> struct greater<void> {
  template <class T> __WL_BOTH__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <> struct bit_and<void> {
  template <class T> __WL_BOTH__ T operator()(T a, T b) const { return a & b; }
};
template <> struct bit_or<void> {
  template <class T> __WL_BOTH__ T operator()(T a, T b) const { return a | b; }
};
template <> struct bit_xor<void> {
  template <class T> __WL_BOTH__ T operator()(T a, T b) const { return a ^ b; }
};

namespace detail {

// Lane by lane in ascending order, over the members that run the call.
template <class Group, class T, class Op>
__WL_DEVICE__ T reduce_in_order(const Group& group, T value, Op op) {
  unsigned long long left = group.running();
  T result = hip_impl::read_lane(value, __builtin_ctzll(left));
  for (left &= left - 1; left; left &= left - 1)
    result = op(result, hip_impl::read_lane(value, __builtin_ctzll(left)));
  return result;
}

} // namespace detail

// Every member gets the combination of all members' values.
template <unsigned int N, class Parent, class T, class Op>
__WL_DEVICE__ std::decay_t<T> reduce(const thread_block_tile<N, Parent>& group, T&& in, Op&& op) {
  std::decay_t<T> value = in;
  if (group.running() != group.lanes()) return detail::reduce_in_order(group, value, op);
#pragma unroll
  for (unsigned step = N / 2; step; step /= 2) value = op(value, group.shfl_xor(value, step));
  return value;
}
template <class T, class Op>
__WL_DEVICE__ std::decay_t<T> reduce(const coalesced_group& group, T&& value, Op&& op) {
  return detail::reduce_in_order(group, static_cast<std::decay_t<T>>(value), op);
}

// The combination of the values of all members up to and including (inclusive) or before (exclusive) the
// caller. What an exclusive scan gives the first member is a value-initialised T.
template <class Group, class T, class Op>
__WL_DEVICE__ std::decay_t<T> inclusive_scan(const Group& group, T&& in, Op&& op) {
  std::decay_t<T> value = in;
  const unsigned rank = group.thread_rank();
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const std::decay_t<T> before = group.shfl_up(value, step);
    if (rank >= step) value = op(before, value);
  }
  return value;
}
template <class Group, class T, class Op>
__WL_DEVICE__ std::decay_t<T> exclusive_scan(const Group& group, T&& in, Op&& op) {
  typedef std::decay_t<T> V;
  const V through = inclusive_scan(group, static_cast<V>(in), op);
  const V before = group.shfl_up(through, 1);
  return group.thread_rank() == 0 ? V{} : before;
}
template <class Group, class T> __WL_DEVICE__ std::decay_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, static_cast<std::decay_t<T>>(value), plus<>{});
}
template <class Group, class T> __WL_DEVICE__ std::decay_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, static_cast<std::decay_t<T>>(value), plus<>{});
}

} // namespace cooperative_groups

#endif
