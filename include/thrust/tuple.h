// tuple and pair: usable on both sides, assignable in kernels, and of references for zip_iterator.
#ifndef THRUST_TUPLE_H
#define THRUST_TUPLE_H

#include <tuple>
#include <utility>
#include <wlprim/config.h>

namespace thrust {

struct null_type {};

template <class... T> class tuple;

namespace detail {

// One element. A reference element refers; assigning to it assigns to what it refers to.
template <size_t I, class T> struct tuple_leaf {
  T value;
  WLPRIM_BOTH constexpr tuple_leaf() : value() {}
  template <class U> WLPRIM_BOTH constexpr explicit tuple_leaf(U&& u, int) : value(static_cast<U&&>(u)) {}
};
template <size_t I, class T> struct tuple_leaf<I, T&> {
  T& value;
  WLPRIM_BOTH constexpr explicit tuple_leaf(T& u, int) : value(u) {}
};

template <class Indices, class... T> struct tuple_leaves;
template <size_t... I, class... T>
struct tuple_leaves<std::index_sequence<I...>, T...> : tuple_leaf<I, T>... {
  constexpr tuple_leaves() = default;
  template <class... U>
  WLPRIM_BOTH constexpr explicit tuple_leaves(int, U&&... u) : tuple_leaf<I, T>(static_cast<U&&>(u), 0)... {}
};

template <size_t I, class T> WLPRIM_BOTH constexpr T& leaf_value(tuple_leaf<I, T>& leaf) {
  return leaf.value;
}
template <size_t I, class T> WLPRIM_BOTH constexpr T& leaf_value(tuple_leaf<I, T&>& leaf) {
  return leaf.value;
}
template <size_t I, class T> WLPRIM_BOTH constexpr const T& leaf_value(const tuple_leaf<I, T>& leaf) {
  return leaf.value;
}
template <size_t I, class T> WLPRIM_BOTH constexpr T& leaf_value(const tuple_leaf<I, T&>& leaf) {
  return leaf.value;
}
template <size_t I, class T> T leaf_type(const tuple_leaf<I, T>&);

template <class T> struct is_tuple : std::false_type {};
template <class... T> struct is_tuple<tuple<T...>> : std::true_type {};

} // namespace detail

template <class... T> class tuple : public detail::tuple_leaves<std::index_sequence_for<T...>, T...> {
  using leaves = detail::tuple_leaves<std::index_sequence_for<T...>, T...>;
  template <class Other, size_t... I>
  WLPRIM_BOTH constexpr tuple(int, Other&& other, std::index_sequence<I...>)
      : leaves(0, detail::leaf_value<I>(other)...) {}
  template <class Other, size_t... I>
  WLPRIM_BOTH constexpr void assign(const Other& other, std::index_sequence<I...>) {
    ((detail::leaf_value<I>(*this) = detail::leaf_value<I>(other)), ...);
  }

public:
  constexpr tuple() = default;
  constexpr tuple(const tuple&) = default;
  template <class... U, class = std::enable_if_t<(sizeof...(U) == sizeof...(T) && sizeof...(U) > 0) &&
                                                 (std::is_constructible_v<T, U&&> && ...) &&
                                                 !(sizeof...(U) == 1 &&
                                                   (detail::is_tuple<std::decay_t<U>>::value && ...))>>
  WLPRIM_BOTH constexpr tuple(U&&... u) : leaves(0, static_cast<U&&>(u)...) {}
  template <class... U,
            class = std::enable_if_t<sizeof...(U) == sizeof...(T) && !std::is_same_v<tuple<U...>, tuple>>>
  WLPRIM_BOTH constexpr tuple(const tuple<U...>& other) : tuple(0, other, std::index_sequence_for<T...>()) {}

  WLPRIM_BOTH constexpr tuple& operator=(const tuple& other) {
    assign(other, std::index_sequence_for<T...>());
    return *this;
  }
  template <class... U> WLPRIM_BOTH constexpr tuple& operator=(const tuple<U...>& other) {
    static_assert(sizeof...(U) == sizeof...(T), "tuples of the same length");
    assign(other, std::index_sequence_for<T...>());
    return *this;
  }
  template <class A, class B> WLPRIM_BOTH constexpr tuple& operator=(const std::pair<A, B>& other) {
    detail::leaf_value<0>(*this) = other.first;
    detail::leaf_value<1>(*this) = other.second;
    return *this;
  }
  WLPRIM_BOTH void swap(tuple& other) {
    tuple old = *this;
    *this = other;
    other = old;
  }
};
template <> class tuple<> {};
template <class... T> tuple(T...) -> tuple<T...>;

// A type of its own, and also convertible to a tuple of two (tie(a, b) = pair).
template <class A, class B> struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
  WLPRIM_BOTH constexpr pair() : first(), second() {}
  WLPRIM_BOTH constexpr pair(const A& a, const B& b) : first(a), second(b) {}
  constexpr pair(const pair&) = default;
  template <class U, class V>
  WLPRIM_BOTH constexpr pair(const pair<U, V>& p) : first(p.first), second(p.second) {}
  template <class U, class V>
  WLPRIM_BOTH constexpr pair(const std::pair<U, V>& p) : first(p.first), second(p.second) {}
  WLPRIM_BOTH constexpr pair& operator=(const pair& p) {
    first = p.first;
    second = p.second;
    return *this;
  }
  template <class U, class V> WLPRIM_BOTH constexpr operator tuple<U, V>() const {
    return tuple<U, V>(first, second);
  }
  WLPRIM_BOTH void swap(pair& p) {
    pair old = *this;
    *this = p;
    p = old;
  }
};
template <class A, class B> pair(A, B) -> pair<A, B>;

template <class A, class B>
WLPRIM_BOTH constexpr pair<std::decay_t<A>, std::decay_t<B>> make_pair(A&& a, B&& b) {
  return {static_cast<A&&>(a), static_cast<B&&>(b)};
}
template <class... T> WLPRIM_BOTH constexpr tuple<std::decay_t<T>...> make_tuple(T&&... t) {
  return tuple<std::decay_t<T>...>(static_cast<T&&>(t)...);
}

namespace detail {

// tie(a, b) may be assigned a pair as well.
template <class... T> struct tie_target : tuple<T&...> {
  WLPRIM_BOTH constexpr explicit tie_target(T&... t) : tuple<T&...>(t...) {}
  using tuple<T&...>::operator=;
  template <class A, class B> WLPRIM_BOTH constexpr tie_target& operator=(const thrust::pair<A, B>& p) {
    leaf_value<0>(*this) = p.first;
    leaf_value<1>(*this) = p.second;
    return *this;
  }
};
struct ignore_type {
  template <class T> WLPRIM_BOTH constexpr const ignore_type& operator=(const T&) const { return *this; }
};

} // namespace detail

constexpr inline detail::ignore_type ignore;
template <class... T> WLPRIM_BOTH constexpr detail::tie_target<T...> tie(T&... t) {
  return detail::tie_target<T...>(t...);
}

template <size_t I, class... T> WLPRIM_BOTH constexpr decltype(auto) get(tuple<T...>& t) {
  return detail::leaf_value<I>(t);
}
template <size_t I, class... T> WLPRIM_BOTH constexpr decltype(auto) get(const tuple<T...>& t) {
  return detail::leaf_value<I>(t);
}
template <size_t I, class... T> WLPRIM_BOTH constexpr decltype(auto) get(tuple<T...>&& t) {
  return static_cast<decltype(detail::leaf_type<I>(t))&&>(detail::leaf_value<I>(t));
}
template <size_t I, class A, class B> WLPRIM_BOTH constexpr auto& get(pair<A, B>& p) {
  if constexpr (I == 0)
    return p.first;
  else
    return p.second;
}
template <size_t I, class A, class B> WLPRIM_BOTH constexpr const auto& get(const pair<A, B>& p) {
  if constexpr (I == 0)
    return p.first;
  else
    return p.second;
}

template <size_t I, class T> using tuple_element = std::tuple_element<I, T>;
template <size_t I, class T> using tuple_element_t = typename std::tuple_element<I, T>::type;
template <class T> using tuple_size = std::tuple_size<T>;

namespace detail {

// -1, 0 or 1 at the first difference.
template <class A, class B, size_t... I>
WLPRIM_BOTH constexpr int compare_tuples(const A& a, const B& b, std::index_sequence<I...>) {
  int order = 0;
  ((order = order                                 ? order
            : leaf_value<I>(a) < leaf_value<I>(b) ? -1
            : leaf_value<I>(b) < leaf_value<I>(a) ? 1
                                                  : 0),
   ...);
  return order;
}
template <class A, class B, size_t... I>
WLPRIM_BOTH constexpr bool equal_tuples(const A& a, const B& b, std::index_sequence<I...>) {
  return ((leaf_value<I>(a) == leaf_value<I>(b)) && ...);
}
template <class A, class B, class C, class D>
WLPRIM_BOTH constexpr int compare_pairs(const pair<A, B>& a, const pair<C, D>& b) {
  return a.first < b.first     ? -1
         : b.first < a.first   ? 1
         : a.second < b.second ? -1
         : b.second < a.second ? 1
                               : 0;
}

} // namespace detail

#define THRUST_DETAIL_COMPARE(op)                                                                            \
  template <class... T, class... U>                                                                          \
  WLPRIM_BOTH constexpr bool operator op(const tuple<T...>& a, const tuple<U...>& b) {                       \
    return detail::compare_tuples(a, b, std::index_sequence_for<T...>()) op 0;                               \
  }                                                                                                          \
  template <class A, class B, class C, class D>                                                              \
  WLPRIM_BOTH constexpr bool operator op(const pair<A, B>& a, const pair<C, D>& b) {                         \
    return detail::compare_pairs(a, b) op 0;                                                                 \
  }
THRUST_DETAIL_COMPARE(<)
THRUST_DETAIL_COMPARE(>)
THRUST_DETAIL_COMPARE(<=)
THRUST_DETAIL_COMPARE(>=)
#undef THRUST_DETAIL_COMPARE
template <class... T, class... U>
WLPRIM_BOTH constexpr bool operator==(const tuple<T...>& a, const tuple<U...>& b) {
  return detail::equal_tuples(a, b, std::index_sequence_for<T...>());
}
template <class... T, class... U>
WLPRIM_BOTH constexpr bool operator!=(const tuple<T...>& a, const tuple<U...>& b) {
  return !(a == b);
}
template <class A, class B, class C, class D>
WLPRIM_BOTH constexpr bool operator==(const pair<A, B>& a, const pair<C, D>& b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B, class C, class D>
WLPRIM_BOTH constexpr bool operator!=(const pair<A, B>& a, const pair<C, D>& b) {
  return !(a == b);
}

} // namespace thrust

// Structured bindings.
template <class... T>
struct std::tuple_size<thrust::tuple<T...>> : std::integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class... T>
struct std::tuple_element<I, thrust::tuple<T...>> : std::tuple_element<I, std::tuple<T...>> {};
template <class A, class B> struct std::tuple_size<thrust::pair<A, B>> : std::integral_constant<size_t, 2> {};
template <size_t I, class A, class B>
struct std::tuple_element<I, thrust::pair<A, B>> : std::tuple_element<I, std::tuple<A, B>> {};

#endif
