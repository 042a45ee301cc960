// for_each, transform, and the algorithms that move elements by a rule: gather, scatter, replace, reverse …
#ifndef THRUST_DETAIL_TRANSFORM_H
#define THRUST_DETAIL_TRANSFORM_H

#include "copy.h"

namespace thrust {
namespace detail {

// f(i) for each index below n.
template <class F> WLPRIM_BOTH void for_index(in_sequence, size_t n, F f) {
  for (size_t i = 0; i < n; ++i) f(i);
}
template <class F> void for_index(const on_device& where, size_t n, F f) {
  check(wlprim::for_each_n(n, f, where.stream), "for_each");
  where.done(hipSuccess, "for_each");
}

template <class It, class F> struct call_at {
  It in;
  mutable F f;
  WLPRIM_BOTH void operator()(size_t i) const { f(in[i]); }
};
template <class System, class It, class N, class F>
WLPRIM_BOTH It for_each_n(const System& where, It first, N n, F f) {
  detail::for_index(where, static_cast<size_t>(n), call_at<raw_of<It>, F>{detail::raw(first), f});
  return first + n;
}
template <class System, class It, class F>
WLPRIM_BOTH It for_each(const System& where, It first, It last, F f) {
  return detail::for_each_n(where, first, last - first, f);
}

// out[i] = f(a[i]) or f(a[i], b[i]), where the stencil's element passes the test.
struct no_stencil {
  WLPRIM_BOTH bool operator[](size_t) const { return true; }
};
struct always {
  template <class T> WLPRIM_BOTH bool operator()(const T&) const { return true; }
};
template <class A, class Out, class F, class Stencil = no_stencil, class P = always> struct transform_at {
  A a;
  Out out;
  mutable F f;
  Stencil stencil{};
  mutable P p{};
  WLPRIM_BOTH void operator()(size_t i) const {
    if (p(stencil[i])) out[i] = f(a[i]);
  }
};
template <class A, class B, class Out, class F, class Stencil = no_stencil, class P = always>
struct transform2_at {
  A a;
  B b;
  Out out;
  mutable F f;
  Stencil stencil{};
  mutable P p{};
  WLPRIM_BOTH void operator()(size_t i) const {
    if (p(stencil[i])) out[i] = f(a[i], b[i]);
  }
};
template <class System, class A, class Out, class F>
WLPRIM_BOTH Out transform(const System& where, A first, A last, Out out, F f) {
  detail::for_index(where, count_of(first, last),
                    transform_at<raw_of<A>, raw_of<Out>, F>{detail::raw(first), detail::raw(out), f});
  return out + (last - first);
}
template <class System, class A, class B, class Out, class F>
WLPRIM_BOTH Out transform(const System& where, A first, A last, B other, Out out, F f) {
  detail::for_index(where, count_of(first, last),
                    transform2_at<raw_of<A>, raw_of<B>, raw_of<Out>, F>{
                        detail::raw(first), detail::raw(other), detail::raw(out), f});
  return out + (last - first);
}
template <class System, class A, class Out, class F, class P>
WLPRIM_BOTH Out transform_if(const System& where, A first, A last, Out out, F f, P p) {
  detail::for_index(where, count_of(first, last),
                    transform_at<raw_of<A>, raw_of<Out>, F, raw_of<A>, P>{
                        detail::raw(first), detail::raw(out), f, detail::raw(first), p});
  return out + (last - first);
}
template <class System, class A, class Stencil, class Out, class F, class P>
WLPRIM_BOTH Out transform_if(const System& where, A first, A last, Stencil stencil, Out out, F f, P p) {
  detail::for_index(where, count_of(first, last),
                    transform_at<raw_of<A>, raw_of<Out>, F, raw_of<Stencil>, P>{
                        detail::raw(first), detail::raw(out), f, detail::raw(stencil), p});
  return out + (last - first);
}
template <class System, class A, class B, class Stencil, class Out, class F, class P>
WLPRIM_BOTH Out transform_if(const System& where, A first, A last, B other, Stencil stencil, Out out, F f,
                             P p) {
  detail::for_index(
      where, count_of(first, last),
      transform2_at<raw_of<A>, raw_of<B>, raw_of<Out>, F, raw_of<Stencil>, P>{
          detail::raw(first), detail::raw(other), detail::raw(out), f, detail::raw(stencil), p});
  return out + (last - first);
}

struct itself {
  template <class T> WLPRIM_BOTH T&& operator()(T&& v) const { return static_cast<T&&>(v); }
};
struct is_true {
  template <class T> WLPRIM_BOTH bool operator()(const T& v) const { return static_cast<bool>(v); }
};

// out[i] = in[map[i]]; out[map[i]] = in[i].
template <class System, class Map, class In, class Out>
WLPRIM_BOTH Out gather(const System& where, Map first, Map last, In in, Out out) {
  return detail::transform(where, permutation_iterator<In, Map>(in, first),
                           permutation_iterator<In, Map>(in, last), out, itself());
}
template <class System, class Map, class Stencil, class In, class Out, class P>
WLPRIM_BOTH Out gather_if(const System& where, Map first, Map last, Stencil stencil, In in, Out out, P p) {
  return detail::transform_if(where, permutation_iterator<In, Map>(in, first),
                              permutation_iterator<In, Map>(in, last), stencil, out, itself(), p);
}
template <class System, class Map, class Stencil, class In, class Out>
WLPRIM_BOTH Out gather_if(const System& where, Map first, Map last, Stencil stencil, In in, Out out) {
  return detail::gather_if(where, first, last, stencil, in, out, is_true());
}
template <class System, class In, class Map, class Out>
WLPRIM_BOTH void scatter(const System& where, In first, In last, Map map, Out out) {
  detail::transform(where, first, last, permutation_iterator<Out, Map>(out, map), itself());
}
template <class System, class In, class Map, class Stencil, class Out, class P>
WLPRIM_BOTH void scatter_if(const System& where, In first, In last, Map map, Stencil stencil, Out out, P p) {
  detail::transform_if(where, first, last, stencil, permutation_iterator<Out, Map>(out, map), itself(), p);
}
template <class System, class In, class Map, class Stencil, class Out>
WLPRIM_BOTH void scatter_if(const System& where, In first, In last, Map map, Stencil stencil, Out out) {
  detail::scatter_if(where, first, last, map, stencil, out, is_true());
}

template <class T> struct always_value {
  T value;
  template <class U> WLPRIM_BOTH const T& operator()(const U&) const { return value; }
};
template <class P, class T> struct value_if {
  mutable P p;
  T value;
  template <class U> WLPRIM_BOTH std::decay_t<U> operator()(U&& u) const {
    return p(u) ? static_cast<std::decay_t<U>>(value) : u;
  }
};
template <class T> struct equals_value {
  T value;
  template <class U> WLPRIM_BOTH bool operator()(const U& u) const { return u == value; }
};
template <class System, class It, class P, class T>
WLPRIM_BOTH void replace_if(const System& where, It first, It last, P p, const T& value) {
  detail::transform_if(where, first, last, first, always_value<T>{value}, p);
}
template <class System, class It, class S, class P, class T>
WLPRIM_BOTH void replace_if(const System& where, It first, It last, S stencil, P p, const T& value) {
  detail::transform_if(where, first, last, stencil, first, always_value<T>{value}, p);
}
template <class System, class It, class T>
WLPRIM_BOTH void replace(const System& where, It first, It last, const T& old, const T& value) {
  detail::replace_if(where, first, last, equals_value<T>{old}, value);
}
template <class System, class It, class Out, class P, class T>
WLPRIM_BOTH Out replace_copy_if(const System& where, It first, It last, Out out, P p, const T& value) {
  return detail::transform(where, first, last, out, value_if<P, T>{p, value});
}
template <class System, class It, class Out, class T>
WLPRIM_BOTH Out replace_copy(const System& where, It first, It last, Out out, const T& old, const T& value) {
  return detail::replace_copy_if(where, first, last, out, equals_value<T>{old}, value);
}

template <class A, class B> struct swap_at {
  A a;
  B b;
  WLPRIM_BOTH void operator()(size_t i) const {
    const std::decay_t<typename std::iterator_traits<A>::value_type> old = a[i];
    a[i] = b[i];
    b[i] = old;
  }
};
template <class System, class A, class B>
WLPRIM_BOTH B swap_ranges(const System& where, A first, A last, B other) {
  detail::for_index(where, count_of(first, last),
                    swap_at<raw_of<A>, raw_of<B>>{detail::raw(first), detail::raw(other)});
  return other + (last - first);
}
template <class System, class It> WLPRIM_BOTH void reverse(const System& where, It first, It last) {
  detail::swap_ranges(where, first, first + (last - first) / 2, reverse_iterator<It>(last));
}
template <class System, class It, class Out>
WLPRIM_BOTH Out reverse_copy(const System& where, It first, It last, Out out) {
  return detail::transform(where, reverse_iterator<It>(last), reverse_iterator<It>(first), out, itself());
}

// out[0] = in[0], out[i] = op(in[i], in[i - 1]). From the back where in and out may be the same (one thread),
// and through a copy of the input on the device.
template <class In, class Out, class Op>
WLPRIM_BOTH Out adjacent_difference(in_sequence, In first, In last, Out out, Op op) {
  for (auto i = last - first; i-- > 0;) {
    if (i > 0)
      out[i] = op(first[i], first[i - 1]);
    else
      out[i] = first[i];
  }
  return out + (last - first);
}
template <class In, class Out, class Op>
Out adjacent_difference(const on_device& where, In first, In last, Out out, Op op) {
  using T = value_type_of<In>;
  const size_t n = count_of(first, last);
  auto in = detail::raw(first);
  auto to = detail::raw(out);
  scratch memory(n * sizeof(T), where);
  T* copy = static_cast<T*>(memory.get());
  each_index(where, n, [=] __device__(size_t i) mutable { copy[i] = in[i]; }, "adjacent_difference");
  each_index(
      where, n,
      [=] __device__(size_t i) mutable {
        if (i > 0)
          to[i] = op(copy[i], copy[i - 1]);
        else
          to[i] = copy[i];
      },
      "adjacent_difference");
  where.done(hipSuccess, "adjacent_difference");
  return out + (last - first);
}
struct subtract {
  template <class T, class U> WLPRIM_BOTH auto operator()(const T& a, const U& b) const { return a - b; }
};
template <class System, class In, class Out>
WLPRIM_BOTH Out adjacent_difference(const System& where, In first, In last, Out out) {
  return detail::adjacent_difference(where, first, last, out, subtract());
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(for_each)
THRUST_DETAIL_ALGORITHM(for_each_n)
THRUST_DETAIL_ALGORITHM(transform)
THRUST_DETAIL_ALGORITHM(transform_if)
THRUST_DETAIL_ALGORITHM(gather)
THRUST_DETAIL_ALGORITHM(gather_if)
THRUST_DETAIL_ALGORITHM(scatter)
THRUST_DETAIL_ALGORITHM(scatter_if)
THRUST_DETAIL_ALGORITHM(replace)
THRUST_DETAIL_ALGORITHM(replace_if)
THRUST_DETAIL_ALGORITHM(replace_copy)
THRUST_DETAIL_ALGORITHM(replace_copy_if)
THRUST_DETAIL_ALGORITHM(swap_ranges)
THRUST_DETAIL_ALGORITHM(reverse)
THRUST_DETAIL_ALGORITHM(reverse_copy)
THRUST_DETAIL_ALGORITHM(adjacent_difference)

template <class T> WLPRIM_BOTH void swap(T& a, T& b) {
  T old = a;
  a = b;
  b = old;
}

} // namespace thrust

#endif
