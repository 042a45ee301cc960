// Function objects, and expressions of placeholders (_1 + _2 * 3) that are function objects.
#ifndef THRUST_FUNCTIONAL_H
#define THRUST_FUNCTIONAL_H

#include "tuple.h"

namespace thrust {

// Each is a template of its operand's type, and for void takes any.
#define THRUST_DETAIL_BINARY(name, result, expression)                                                       \
  template <class T = void> struct name {                                                                    \
    using first_argument_type = T;                                                                           \
    using second_argument_type = T;                                                                          \
    using result_type = result;                                                                              \
    WLPRIM_BOTH constexpr result operator()(const T& a, const T& b) const { return expression; }             \
  };                                                                                                         \
  template <> struct name<void> {                                                                            \
    using is_transparent = void;                                                                             \
    template <class A, class B>                                                                              \
    WLPRIM_BOTH constexpr auto operator()(const A& a, const B& b) const                                      \
        -> std::decay_t<decltype(expression)> {                                                              \
      return expression;                                                                                     \
    }                                                                                                        \
  };
#define THRUST_DETAIL_UNARY(name, result, expression)                                                        \
  template <class T = void> struct name {                                                                    \
    using argument_type = T;                                                                                 \
    using result_type = result;                                                                              \
    WLPRIM_BOTH constexpr result operator()(const T& a) const { return expression; }                         \
  };                                                                                                         \
  template <> struct name<void> {                                                                            \
    using is_transparent = void;                                                                             \
    template <class A>                                                                                       \
    WLPRIM_BOTH constexpr auto operator()(const A& a) const -> std::decay_t<decltype(expression)> {          \
      return expression;                                                                                     \
    }                                                                                                        \
  };
THRUST_DETAIL_BINARY(plus, T, a + b)
THRUST_DETAIL_BINARY(minus, T, a - b)
THRUST_DETAIL_BINARY(multiplies, T, a* b)
THRUST_DETAIL_BINARY(divides, T, a / b)
THRUST_DETAIL_BINARY(modulus, T, a % b)
THRUST_DETAIL_BINARY(bit_and, T, a& b)
THRUST_DETAIL_BINARY(bit_or, T, a | b)
THRUST_DETAIL_BINARY(bit_xor, T, a ^ b)
THRUST_DETAIL_BINARY(equal_to, bool, a == b)
THRUST_DETAIL_BINARY(not_equal_to, bool, a != b)
THRUST_DETAIL_BINARY(greater, bool, b < a)
THRUST_DETAIL_BINARY(less, bool, a < b)
THRUST_DETAIL_BINARY(greater_equal, bool, !(a < b))
THRUST_DETAIL_BINARY(less_equal, bool, !(b < a))
THRUST_DETAIL_BINARY(logical_and, bool, a&& b)
THRUST_DETAIL_BINARY(logical_or, bool, a || b)
THRUST_DETAIL_BINARY(maximum, T, a < b ? b : a)
THRUST_DETAIL_BINARY(minimum, T, b < a ? b : a)
THRUST_DETAIL_UNARY(negate, T, -a)
THRUST_DETAIL_UNARY(square, T, a* a)
THRUST_DETAIL_UNARY(logical_not, bool, !a)
THRUST_DETAIL_UNARY(bit_not, T, ~a)
#undef THRUST_DETAIL_BINARY
#undef THRUST_DETAIL_UNARY

template <class T = void> struct identity {
  using argument_type = T;
  using result_type = T;
  WLPRIM_BOTH constexpr const T& operator()(const T& a) const { return a; }
};
template <> struct identity<void> {
  template <class A> WLPRIM_BOTH constexpr A&& operator()(A&& a) const { return static_cast<A&&>(a); }
};
template <class A = void, class B = void> struct project1st {
  WLPRIM_BOTH constexpr const A& operator()(const A& a, const B&) const { return a; }
};
template <class A = void, class B = void> struct project2nd {
  WLPRIM_BOTH constexpr const B& operator()(const A&, const B& b) const { return b; }
};

template <class P> struct unary_negate {
  mutable P p;
  template <class A> WLPRIM_BOTH bool operator()(A&& a) const { return !p(static_cast<A&&>(a)); }
};
template <class P> struct binary_negate {
  mutable P p;
  template <class A, class B> WLPRIM_BOTH bool operator()(A&& a, B&& b) const {
    return !p(static_cast<A&&>(a), static_cast<B&&>(b));
  }
};
template <class P> WLPRIM_BOTH unary_negate<P> not1(const P& p) { return {p}; }
template <class P> WLPRIM_BOTH binary_negate<P> not2(const P& p) { return {p}; }
template <class P> WLPRIM_BOTH unary_negate<P> not_fn(const P& p) { return {p}; }

template <class A, class R> struct unary_function {
  using argument_type = A;
  using result_type = R;
};
template <class A, class B, class R> struct binary_function {
  using first_argument_type = A;
  using second_argument_type = B;
  using result_type = R;
};

namespace detail {

// Placeholder expressions: nodes that are called with all arguments of the whole.
struct expression {};
template <class T> constexpr bool is_expression = std::is_base_of_v<expression, T>;
template <size_t I> struct argument : expression {
  template <class... A> WLPRIM_BOTH constexpr decltype(auto) operator()(A&&... a) const {
    static_assert(I < sizeof...(A), "the placeholder's number is larger than the number of arguments");
    return leaf_value<I>(tuple<A&...>(a...));
  }
};
template <class T> struct constant : expression {
  T value;
  WLPRIM_BOTH constexpr explicit constant(const T& v) : value(v) {}
  template <class... A> WLPRIM_BOTH constexpr const T& operator()(A&&...) const { return value; }
};
template <class T> WLPRIM_BOTH constexpr auto as_expression(const T& t) {
  if constexpr (is_expression<T>)
    return t;
  else
    return constant<T>(t);
}
template <class T> using expression_of = decltype(detail::as_expression(std::declval<const T&>()));

template <class Op, class... E> struct node : expression {
  tuple<E...> parts;
  WLPRIM_BOTH constexpr explicit node(const E&... e) : parts(e...) {}
  template <class... A> WLPRIM_BOTH constexpr auto operator()(A&&... a) const {
    return apply(std::index_sequence_for<E...>(), a...);
  }

private:
  template <size_t... I, class... A>
  WLPRIM_BOTH constexpr auto apply(std::index_sequence<I...>, A&... a) const {
    return Op()(leaf_value<I>(parts)(a...)...);
  }
};
template <class A, class B> constexpr bool either_expression = is_expression<A> || is_expression<B>;

} // namespace detail

#define THRUST_DETAIL_NODE(name, op)                                                                         \
  namespace detail {                                                                                         \
  struct name##_node {                                                                                       \
    template <class A, class B> WLPRIM_BOTH constexpr auto operator()(A&& a, B&& b) const { return a op b; } \
  };                                                                                                         \
  template <class A, class B, class = std::enable_if_t<either_expression<A, B>>>                             \
  WLPRIM_BOTH constexpr auto operator op(const A& a, const B& b) {                                           \
    return node<name##_node, expression_of<A>, expression_of<B>>(as_expression(a), as_expression(b));        \
  }                                                                                                          \
  }
THRUST_DETAIL_NODE(plus, +)
THRUST_DETAIL_NODE(minus, -)
THRUST_DETAIL_NODE(times, *)
THRUST_DETAIL_NODE(divide, /)
THRUST_DETAIL_NODE(modulo, %)
THRUST_DETAIL_NODE(equal, ==)
THRUST_DETAIL_NODE(unequal, !=)
THRUST_DETAIL_NODE(smaller, <)
THRUST_DETAIL_NODE(larger, >)
THRUST_DETAIL_NODE(at_most, <=)
THRUST_DETAIL_NODE(at_least, >=)
THRUST_DETAIL_NODE(both, &&)
THRUST_DETAIL_NODE(either, ||)
THRUST_DETAIL_NODE(bits_and, &)
THRUST_DETAIL_NODE(bits_or, |)
THRUST_DETAIL_NODE(bits_xor, ^)
THRUST_DETAIL_NODE(left, <<)
THRUST_DETAIL_NODE(right, >>)
#undef THRUST_DETAIL_NODE
namespace detail {

struct minus_sign {
  template <class A> WLPRIM_BOTH constexpr auto operator()(A&& a) const { return -a; }
};
struct not_sign {
  template <class A> WLPRIM_BOTH constexpr auto operator()(A&& a) const { return !a; }
};
template <class A, class = std::enable_if_t<is_expression<A>>>
WLPRIM_BOTH constexpr auto operator-(const A& a) {
  return node<minus_sign, A>(a);
}
template <class A, class = std::enable_if_t<is_expression<A>>>
WLPRIM_BOTH constexpr auto operator!(const A& a) {
  return node<not_sign, A>(a);
}

} // namespace detail

namespace placeholders {
constexpr inline detail::argument<0> _1;
constexpr inline detail::argument<1> _2;
constexpr inline detail::argument<2> _3;
constexpr inline detail::argument<3> _4;
} // namespace placeholders

} // namespace thrust

#endif
