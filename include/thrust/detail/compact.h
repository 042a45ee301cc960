// Algorithms that keep some elements: copy_if, remove, unique, partition.
#ifndef THRUST_DETAIL_COMPACT_H
#define THRUST_DETAIL_COMPACT_H

#include "search.h"
#include "transform.h"
#include <wlprim/select.h>

namespace thrust {
namespace detail {

// Whether element i is kept. All take (index, element).
template <class P, bool wanted> struct keep_if {
  mutable P p;
  template <class T> WLPRIM_BOTH bool operator()(size_t, const T& v) const {
    return static_cast<bool>(p(v)) == wanted;
  }
};
template <class Stencil, class P, bool wanted> struct keep_by {
  Stencil stencil;
  mutable P p;
  template <class T> WLPRIM_BOTH bool operator()(size_t i, const T&) const {
    return static_cast<bool>(p(stencil[i])) == wanted;
  }
};
template <class Keys, class Equal> struct keep_new {
  Keys keys;
  mutable Equal equal;
  template <class T> WLPRIM_BOTH bool operator()(size_t i, const T&) const {
    return i == 0 || !equal(keys[i - 1], keys[i]);
  }
};

template <class Keep, class In, class Emit>
WLPRIM_BOTH size_t select(in_sequence, In in, size_t n, Keep keep, Emit emit) {
  size_t rank = 0;
  for (size_t i = 0; i < n; ++i) {
    const typename std::iterator_traits<In>::value_type v = in[i];
    const bool kept = keep(i, v);
    emit(i, v, rank, kept);
    rank += kept;
  }
  return rank;
}
template <class Keep, class In, class Emit>
size_t select(const on_device& where, In in, size_t n, Keep keep, Emit emit) {
  if (n == 0) return 0;
  device_value<unsigned long long> count(where);
  wlprim::selector<typename std::iterator_traits<In>::value_type> work;
  check(with_storage(
            where, [&](wlprim::storage& parts) { work.plan(parts, n); },
            [&] {
              return work.run(n, wlprim::read_at<In>{in}, keep, emit,
                              wlprim::store_count<unsigned long long*>{count.address()}, where.stream);
            }),
        "selection");
  return static_cast<size_t>(count.get());
}
template <class Out> struct put_kept {
  Out out;
  template <class T> WLPRIM_BOTH void operator()(size_t, const T& v, size_t rank, bool kept) const {
    if (kept) out[rank] = v;
  }
};
template <class Out, class Rest> struct put_both {
  Out out;
  Rest rest;
  template <class T> WLPRIM_BOTH void operator()(size_t i, const T& v, size_t rank, bool kept) const {
    if (kept)
      out[rank] = v;
    else
      rest[i - rank] = v;
  }
};
template <class Values, class KeysOut, class ValuesOut> struct put_pair {
  Values values;
  KeysOut keys_out;
  ValuesOut values_out;
  template <class K> WLPRIM_BOTH void operator()(size_t i, const K& key, size_t rank, bool kept) const {
    if (!kept) return;
    keys_out[rank] = key;
    values_out[rank] = values[i];
  }
};

template <class System, class In, class Out, class Keep>
WLPRIM_BOTH Out select_to(const System& where, In first, In last, Out out, Keep keep) {
  return out + detail::select(where, detail::raw(first), count_of(first, last), keep,
                              put_kept<raw_of<Out>>{detail::raw(out)});
}

template <class System, class In, class Out, class P>
WLPRIM_BOTH Out copy_if(const System& where, In first, In last, Out out, P p) {
  return detail::select_to(where, first, last, out, keep_if<P, true>{p});
}
template <class System, class In, class S, class Out, class P>
WLPRIM_BOTH Out copy_if(const System& where, In first, In last, S stencil, Out out, P p) {
  return detail::select_to(where, first, last, out, keep_by<raw_of<S>, P, true>{detail::raw(stencil), p});
}
template <class System, class In, class Out, class P>
WLPRIM_BOTH Out remove_copy_if(const System& where, In first, In last, Out out, P p) {
  return detail::select_to(where, first, last, out, keep_if<P, false>{p});
}
template <class System, class In, class S, class Out, class P>
WLPRIM_BOTH Out remove_copy_if(const System& where, In first, In last, S stencil, Out out, P p) {
  return detail::select_to(where, first, last, out, keep_by<raw_of<S>, P, false>{detail::raw(stencil), p});
}
template <class System, class In, class Out, class T>
WLPRIM_BOTH Out remove_copy(const System& where, In first, In last, Out out, const T& value) {
  return detail::remove_copy_if(where, first, last, out, equals<T>{value});
}
// In place: a tile is read whole before it is written, and what is written lies before what is read.
template <class System, class It, class P>
WLPRIM_BOTH It remove_if(const System& where, It first, It last, P p) {
  return detail::remove_copy_if(where, first, last, first, p);
}
template <class System, class It, class S, class P>
WLPRIM_BOTH It remove_if(const System& where, It first, It last, S stencil, P p) {
  return detail::remove_copy_if(where, first, last, stencil, first, p);
}
template <class System, class It, class T>
WLPRIM_BOTH It remove(const System& where, It first, It last, const T& value) {
  return detail::remove_if(where, first, last, equals<T>{value});
}

template <class System, class In, class Out, class Equal>
WLPRIM_BOTH Out unique_copy(const System& where, In first, In last, Out out, Equal equal) {
  return detail::select_to(where, first, last, out, keep_new<raw_of<In>, Equal>{detail::raw(first), equal});
}
template <class System, class In, class Out>
WLPRIM_BOTH Out unique_copy(const System& where, In first, In last, Out out) {
  return detail::unique_copy(where, first, last, out, equal_to<>());
}
template <class It, class Equal> WLPRIM_BOTH It unique(in_sequence, It first, It last, Equal equal) {
  if (first == last) return last;
  It kept = first;
  for (++first; first != last; ++first)
    if (!equal(*kept, *first)) *++kept = *first;
  return ++kept;
}
template <class It, class Equal> It unique(const on_device& where, It first, It last, Equal equal) {
  return detail::unique_copy(where, first, last, first, equal);
}
template <class System, class It> WLPRIM_BOTH It unique(const System& where, It first, It last) {
  return detail::unique(where, first, last, equal_to<>());
}
template <class System, class It, class Equal>
WLPRIM_BOTH std::ptrdiff_t unique_count(const System& where, It first, It last, Equal equal) {
  return detail::unique_copy(where, first, last, discard_iterator<>(), equal) - discard_iterator<>();
}
template <class System, class It>
WLPRIM_BOTH std::ptrdiff_t unique_count(const System& where, It first, It last) {
  return detail::unique_count(where, first, last, equal_to<>());
}
template <class System, class K, class V, class KO, class VO, class Equal>
WLPRIM_BOTH pair<KO, VO> unique_by_key_copy(const System& where, K first, K last, V values, KO keys_out,
                                            VO values_out, Equal equal) {
  const size_t n = detail::select(where, detail::raw(first), count_of(first, last),
                                  keep_new<raw_of<K>, Equal>{detail::raw(first), equal},
                                  put_pair<raw_of<V>, raw_of<KO>, raw_of<VO>>{
                                      detail::raw(values), detail::raw(keys_out), detail::raw(values_out)});
  return {keys_out + n, values_out + n};
}
template <class System, class K, class V, class KO, class VO>
WLPRIM_BOTH pair<KO, VO> unique_by_key_copy(const System& where, K first, K last, V values, KO keys_out,
                                            VO values_out) {
  return detail::unique_by_key_copy(where, first, last, values, keys_out, values_out, equal_to<>());
}

// Copies in memory of the algorithm's own, for those that must read all before they write.
template <class T> struct copy_of {
  scratch memory;
  template <class It> copy_of(const on_device& where, It first, size_t n) : memory(n * sizeof(T), where) {
    T* to = get();
    auto in = detail::raw(first);
    each_index(where, n, [=] __device__(size_t i) mutable { to[i] = in[i]; }, "copy");
  }
  T* get() const { return static_cast<T*>(memory.get()); }
};

template <class K, class V, class Equal>
WLPRIM_BOTH pair<K, V> unique_by_key(in_sequence, K first, K last, V values, Equal equal) {
  if (first == last) return {first, values};
  K kept = first;
  V kept_value = values;
  for (++first, ++values; first != last; ++first, ++values)
    if (!equal(*kept, *first)) {
      *++kept = *first;
      *++kept_value = *values;
    }
  return {++kept, ++kept_value};
}
template <class K, class V, class Equal>
pair<K, V> unique_by_key(const on_device& where, K first, K last, V values, Equal equal) {
  const size_t n = count_of(first, last);
  copy_of<value_type_of<K>> keys(where, first, n);
  copy_of<value_type_of<V>> old(where, values, n);
  return detail::unique_by_key_copy(where, keys.get(), keys.get() + n, old.get(), first, values, equal);
}
template <class System, class K, class V>
WLPRIM_BOTH pair<K, V> unique_by_key(const System& where, K first, K last, V values) {
  return detail::unique_by_key(where, first, last, values, equal_to<>());
}

template <class System, class In, class Out, class Rest, class Keep>
WLPRIM_BOTH pair<Out, Rest> partition_to(const System& where, In first, In last, Out out, Rest rest,
                                         Keep keep) {
  const size_t n = count_of(first, last);
  const size_t kept =
      detail::select(where, detail::raw(first), n, keep,
                     put_both<raw_of<Out>, raw_of<Rest>>{detail::raw(out), detail::raw(rest)});
  return {out + kept, rest + (n - kept)};
}
template <class System, class In, class Out, class Rest, class P>
WLPRIM_BOTH pair<Out, Rest> stable_partition_copy(const System& where, In first, In last, Out out, Rest rest,
                                                  P p) {
  return detail::partition_to(where, first, last, out, rest, keep_if<P, true>{p});
}
template <class System, class In, class S, class Out, class Rest, class P>
WLPRIM_BOTH pair<Out, Rest> stable_partition_copy(const System& where, In first, In last, S stencil, Out out,
                                                  Rest rest, P p) {
  return detail::partition_to(where, first, last, out, rest,
                              keep_by<raw_of<S>, P, true>{detail::raw(stencil), p});
}
template <class System, class In, class Out, class Rest, class... A>
WLPRIM_BOTH auto partition_copy(const System& where, In first, In last, Out out, Rest rest, A... a) {
  return detail::stable_partition_copy(where, first, last, out, rest, a...);
}
// The kept ones stay in order; in_sequence by repeated exchange, which needs no memory.
template <class It, class Keep> WLPRIM_BOTH It partition_in_place(in_sequence, It first, It last, Keep keep) {
  std::ptrdiff_t kept = 0;
  const std::ptrdiff_t n = last - first;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const value_type_of<It> v = first[i];
    if (!keep(static_cast<size_t>(i), v)) continue;
    for (std::ptrdiff_t j = i; j > kept; --j) first[j] = static_cast<value_type_of<It>>(first[j - 1]);
    first[kept++] = v;
  }
  return first + kept;
}
template <class It, class Keep> It partition_in_place(const on_device& where, It first, It last, Keep keep) {
  const size_t n = count_of(first, last);
  if (n == 0) return last;
  using T = value_type_of<It>;
  copy_of<T> old(where, first, n);
  scratch others(n * sizeof(T), where);
  T* rest = static_cast<T*>(others.get());
  const size_t kept =
      detail::select(where, old.get(), n, keep, put_both<raw_of<It>, T*>{detail::raw(first), rest});
  auto to = detail::raw(first) + static_cast<std::ptrdiff_t>(kept);
  each_index(where, n - kept, [=] __device__(size_t i) mutable { to[i] = rest[i]; }, "partition");
  where.done(hipSuccess, "partition");
  return first + kept;
}
template <class System, class It, class P>
WLPRIM_BOTH It stable_partition(const System& where, It first, It last, P p) {
  return detail::partition_in_place(where, first, last, keep_if<P, true>{p});
}
template <class System, class It, class S, class P>
WLPRIM_BOTH It stable_partition(const System& where, It first, It last, S stencil, P p) {
  return detail::partition_in_place(where, first, last, keep_by<raw_of<S>, P, true>{detail::raw(stencil), p});
}
template <class System, class It, class... A>
WLPRIM_BOTH It partition(const System& where, It first, It last, A... a) {
  return detail::stable_partition(where, first, last, a...);
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(copy_if)
THRUST_DETAIL_ALGORITHM(remove)
THRUST_DETAIL_ALGORITHM(remove_if)
THRUST_DETAIL_ALGORITHM(remove_copy)
THRUST_DETAIL_ALGORITHM(remove_copy_if)
THRUST_DETAIL_ALGORITHM(unique)
THRUST_DETAIL_ALGORITHM(unique_copy)
THRUST_DETAIL_ALGORITHM(unique_count)
THRUST_DETAIL_ALGORITHM(unique_by_key)
THRUST_DETAIL_ALGORITHM(unique_by_key_copy)
THRUST_DETAIL_ALGORITHM(partition)
THRUST_DETAIL_ALGORITHM(partition_copy)
THRUST_DETAIL_ALGORITHM(stable_partition)
THRUST_DETAIL_ALGORITHM(stable_partition_copy)

} // namespace thrust

#endif
