// DeviceSelect and DevicePartition: which elements go where.
#ifndef HIPCUB_DEVICE_DEVICE_SELECT_HPP_
#define HIPCUB_DEVICE_DEVICE_SELECT_HPP_

#include "../iterator/iterators.hpp"
#include "../thread/thread_operators.hpp"
#include <wlprim/select.h>

namespace hipcub {

namespace detail {

template <class Flags> struct keep_flagged {
  Flags flags;
  template <class T> WLPRIM_DEVICE bool operator()(size_t i, const T&) const {
    return static_cast<bool>(flags[i]);
  }
};
template <class Op> struct keep_if {
  mutable Op op;
  template <class T> WLPRIM_DEVICE bool operator()(size_t, const T& v) const {
    return static_cast<bool>(op(v));
  }
};
template <class Flags, class Op> struct keep_flag_if {
  Flags flags;
  mutable Op op;
  template <class T> WLPRIM_DEVICE bool operator()(size_t i, const T&) const {
    return static_cast<bool>(op(flags[i]));
  }
};
template <class Keys, class Equal> struct keep_unlike_last {
  Keys keys;
  mutable Equal equal;
  template <class T> WLPRIM_DEVICE bool operator()(size_t i, const T&) const {
    return i == 0 || !equal(keys[i - 1], keys[i]);
  }
};

template <class In, class Out, class Count, class Keep>
hipError_t select(void* temporary, size_t& bytes, In in, Out out, Count count, size_t n, Keep keep,
                  hipStream_t stream) {
  wlprim::selector<wlprim::value_of<In>> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] {
        return work.run(n, wlprim::read_at<In>{in}, keep, wlprim::emit_kept<Out>{out},
                        wlprim::store_count<Count>{count}, stream);
      });
}

// Kept elements to the front of `out`, in order; the others to its back, last one first.
template <class Out> struct emit_partitioned {
  Out out;
  size_t n;
  template <class T> WLPRIM_DEVICE void operator()(size_t i, const T& v, size_t rank, bool kept) const {
    out[kept ? rank : n - 1 - (i - rank)] = v;
  }
};
template <class In, class Out, class Count, class Keep>
hipError_t partition(void* temporary, size_t& bytes, In in, Out out, Count count, size_t n, Keep keep,
                     hipStream_t stream) {
  wlprim::selector<wlprim::value_of<In>> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] {
        return work.run(n, wlprim::read_at<In>{in}, keep, emit_partitioned<Out>{out, n},
                        wlprim::store_count<Count>{count}, stream);
      });
}

template <class First, class Second> struct keep_second_not_first {
  mutable First first;
  mutable Second second;
  template <class T> WLPRIM_DEVICE bool operator()(size_t, const T& v) const {
    return !first(v) && second(v);
  }
};
template <class First, class Second> struct keep_neither {
  mutable First first;
  mutable Second second;
  template <class T> WLPRIM_DEVICE bool operator()(size_t, const T& v) const {
    return !first(v) && !second(v);
  }
};
template <class Keys, class Values, class KeysOut, class ValuesOut> struct emit_kept_pair {
  Keys keys;
  Values values;
  KeysOut keys_out;
  ValuesOut values_out;
  template <class T> WLPRIM_DEVICE void operator()(size_t i, const T& key, size_t rank, bool kept) const {
    if (!kept) return;
    keys_out[rank] = key;
    values_out[rank] = values[i];
  }
};

} // namespace detail

struct DeviceSelect {
  template <class In, class Flags, class Out, class Count, class NumItems = int>
  static hipError_t Flagged(void* temporary, size_t& bytes, In in, Flags flags, Out out, Count num_selected,
                            NumItems n, hipStream_t stream = 0) {
    return detail::select(temporary, bytes, in, out, num_selected, static_cast<size_t>(n),
                          detail::keep_flagged<Flags>{flags}, stream);
  }
  template <class In, class Flags, class Count, class NumItems = int>
  static hipError_t Flagged(void* temporary, size_t& bytes, In data, Flags flags, Count num_selected,
                            NumItems n, hipStream_t stream = 0) {
    return Flagged(temporary, bytes, data, flags, data, num_selected, n, stream);
  }
  template <class In, class Out, class Count, class NumItems, class Op>
  static std::enable_if_t<!std::is_convertible_v<Op, hipStream_t>, hipError_t>
  If(void* temporary, size_t& bytes, In in, Out out, Count num_selected, NumItems n, Op op,
     hipStream_t stream = 0) {
    return detail::select(temporary, bytes, in, out, num_selected, static_cast<size_t>(n),
                          detail::keep_if<Op>{op}, stream);
  }
  template <class In, class Count, class NumItems, class Op>
  static std::enable_if_t<std::is_integral_v<NumItems>, hipError_t>
  If(void* temporary, size_t& bytes, In data, Count num_selected, NumItems n, Op op, hipStream_t stream = 0) {
    return detail::select(temporary, bytes, data, data, num_selected, static_cast<size_t>(n),
                          detail::keep_if<Op>{op}, stream);
  }
  template <class In, class Flags, class Out, class Count, class NumItems, class Op>
  static hipError_t FlaggedIf(void* temporary, size_t& bytes, In in, Flags flags, Out out, Count num_selected,
                              NumItems n, Op op, hipStream_t stream = 0) {
    return detail::select(temporary, bytes, in, out, num_selected, static_cast<size_t>(n),
                          detail::keep_flag_if<Flags, Op>{flags, op}, stream);
  }
  template <class In, class Out, class Count, class NumItems = int>
  static hipError_t Unique(void* temporary, size_t& bytes, In in, Out out, Count num_selected, NumItems n,
                           hipStream_t stream = 0) {
    return detail::select(temporary, bytes, in, out, num_selected, static_cast<size_t>(n),
                          detail::keep_unlike_last<In, Equality>{in, {}}, stream);
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class NumItems,
            class Equal>
  static std::enable_if_t<!std::is_convertible_v<Equal, hipStream_t>, hipError_t>
  UniqueByKey(void* temporary, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
              ValuesOut values_out, Count num_selected, NumItems num_items, Equal equal,
              hipStream_t stream = 0) {
    const size_t n = static_cast<size_t>(num_items);
    wlprim::selector<wlprim::value_of<Keys>> work;
    return wlprim::two_phase(
        temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
        [&] {
          return work.run(
              n, wlprim::read_at<Keys>{keys}, detail::keep_unlike_last<Keys, Equal>{keys, equal},
              detail::emit_kept_pair<Keys, Values, KeysOut, ValuesOut>{keys, values, keys_out, values_out},
              wlprim::store_count<Count>{num_selected}, stream);
        });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class NumItems = int>
  static hipError_t UniqueByKey(void* temporary, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                                ValuesOut values_out, Count num_selected, NumItems n,
                                hipStream_t stream = 0) {
    return UniqueByKey(temporary, bytes, keys, values, keys_out, values_out, num_selected, n, Equality(),
                       stream);
  }
};

struct DevicePartition {
  template <class In, class Flags, class Out, class Count, class NumItems = int>
  static hipError_t Flagged(void* temporary, size_t& bytes, In in, Flags flags, Out out, Count num_selected,
                            NumItems n, hipStream_t stream = 0) {
    return detail::partition(temporary, bytes, in, out, num_selected, static_cast<size_t>(n),
                             detail::keep_flagged<Flags>{flags}, stream);
  }
  template <class In, class Out, class Count, class NumItems, class Op>
  static hipError_t If(void* temporary, size_t& bytes, In in, Out out, Count num_selected, NumItems n, Op op,
                       hipStream_t stream = 0) {
    return detail::partition(temporary, bytes, in, out, num_selected, static_cast<size_t>(n),
                             detail::keep_if<Op>{op}, stream);
  }
  // Three ways: `first`, else `second`, else neither; num_selected gets the two counts.
  template <class In, class FirstOut, class SecondOut, class RestOut, class Count, class NumItems,
            class First, class Second>
  static hipError_t If(void* temporary, size_t& bytes, In in, FirstOut first_out, SecondOut second_out,
                       RestOut rest_out, Count num_selected, NumItems num_items, First first, Second second,
                       hipStream_t stream = 0) {
    const size_t n = static_cast<size_t>(num_items);
    wlprim::selector<wlprim::value_of<In>> work;
    return wlprim::two_phase(
        temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
        [&] {
          const wlprim::read_at<In> load{in};
          hipError_t e =
              work.run(n, load, detail::keep_if<First>{first}, wlprim::emit_kept<FirstOut>{first_out},
                       wlprim::store_count<Count>{num_selected}, stream);
          if (e == hipSuccess)
            e = work.run(n, load, detail::keep_second_not_first<First, Second>{first, second},
                         wlprim::emit_kept<SecondOut>{second_out},
                         wlprim::store_count<Count>{num_selected + 1}, stream);
          if (e == hipSuccess)
            e = work.run(n, load, detail::keep_neither<First, Second>{first, second},
                         wlprim::emit_kept<RestOut>{rest_out},
                         wlprim::store_count<DiscardOutputIterator<>>{{}}, stream);
          return e;
        });
  }
};

} // namespace hipcub

#endif
