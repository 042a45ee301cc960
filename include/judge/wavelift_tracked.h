// A floating-point number of a kernel in double precision, together with how far a right kernel may be off: a running error analysis.
//
// The value is what exact arithmetic would give, nearly: all is computed in double precision. Of its error there are two parts:
//
//   error      what was carried on from what it is computed from, and from single operations: an absolute bound
//   magnitude, terms   of a sum, the sum of its terms' magnitudes and how many they are
//
// Sums keep their parts apart, because a kernel may add up in any order: their errors add up like a random walk, sqrt(terms) * u * magnitude
// (docs/tasks.md, "Error bounds"). With u the unit roundoff of the type that the operation is done in:
//
//   a + b    magnitudes, terms and errors are added; adding 0 changes nothing
//   a * b    |b| err(a) + |a| err(b) + u |a b|, where err(x) = x.error + (x.terms > 1 ? sqrt(x.terms) * u * x.magnitude : 0)
//   a / b    err(a) / |b| + |a| err(b) / b^2 + 2 u |a / b|, as kernels divide by a reciprocal, too
//   f(a)     |f'(a)| err(a) + k u |f(a)|, with k roundings of the function: 1 to 4, more for exponentials of large numbers
//   stored in a shorter type: + half an ulp of it
//   a < b    is decided by the values
//
// A number that was read and stored has error 0, and must come out as it is.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace wavelift::serial {

// Nobody adds more than this in a row; then come sums of sums.
inline constexpr double most_terms = 1 << 17;

constexpr double unit_roundoff(int digits) {
  double u = 1;
  for (int i = 0; i < digits; ++i) u /= 2;
  return u;
}

// The nearest number of so many binary digits.
inline double with_digits(double v, int digits) {
  if (v == 0 || !std::isfinite(v) || digits >= 53) return v;
  const int e = std::ilogb(v) - (digits - 1);
  return std::ldexp(std::nearbyint(std::ldexp(v, -e)), e);
}

template <class T> concept Number = std::is_arithmetic_v<T>;
// How many digits a plain number brings into an operation with one of D.
template <class T, int D> inline constexpr int digits_with = std::is_same_v<T, double> || std::is_same_v<T, long double> ? 53 : std::is_same_v<T, float> ? (D > 24 ? D : 24) : D;

template <int D> class Tracked {
public:
  static constexpr double u = unit_roundoff(D);

  Tracked() = default;
  // A constant of the source, or a whole number.
  template <Number T> constexpr Tracked(T v) : value(static_cast<double>(v)), error(0), magnitude(0), terms(1) {
    if constexpr (std::numeric_limits<T>::digits > D) {
      const double all = value;
      if (!std::is_constant_evaluated()) value = with_digits(value, D);
      if constexpr (std::is_integral_v<T>) error = std::abs(value - all), value = all;
    }
    magnitude = value < 0 ? -value : value;
  }
  template <int E> requires(E != D) constexpr Tracked(const Tracked<E>& o) : Tracked(made(o.value, o.err() + (E > D ? u * std::abs(o.value) : 0))) {}

  static constexpr Tracked made(double v, double e) {
    Tracked r;
    r.value = v, r.error = e, r.magnitude = std::abs(v), r.terms = 1;
    return r;
  }
  constexpr double err() const { return terms > 1 ? error + std::sqrt(std::min(terms, most_terms)) * u * magnitude : error; }

  template <Number T> explicit constexpr operator T() const { return static_cast<T>(value); }

  template <class T> Tracked& operator+=(const T& b) { return *this = *this + b; }
  template <class T> Tracked& operator-=(const T& b) { return *this = *this - b; }
  template <class T> Tracked& operator*=(const T& b) { return *this = *this * b; }
  template <class T> Tracked& operator/=(const T& b) { return *this = *this / b; }
  Tracked& operator++() { return *this += 1; }
  Tracked operator-() const {
    Tracked r = *this;
    r.value = -value;
    return r;
  }
  Tracked operator+() const { return *this; }

  double value, error, magnitude, terms;
};

template <int D> Tracked<D> sum(const Tracked<D>& a, const Tracked<D>& b) {
  if (b.value == 0 && b.err() == 0) return a;
  if (a.value == 0 && a.err() == 0) return b;
  Tracked<D> r;
  r.value = a.value + b.value;
  r.error = a.error + b.error;
  r.magnitude = a.magnitude + b.magnitude;
  r.terms = a.terms + b.terms;
  return r;
}
template <int D> Tracked<D> product(const Tracked<D>& a, const Tracked<D>& b) {
  const double v = a.value * b.value;
  return Tracked<D>::made(v, std::abs(b.value) * a.err() + std::abs(a.value) * b.err() + Tracked<D>::u * std::abs(v));
}
template <int D> Tracked<D> quotient(const Tracked<D>& a, const Tracked<D>& b) {
  const double v = a.value / b.value, d = std::abs(b.value);
  return Tracked<D>::made(v, a.err() / d + std::abs(v) * b.err() / d + 2 * Tracked<D>::u * std::abs(v));
}

#define WAVELIFT_OPERATOR(op, name, second)                                                                                   \
  template <int A, int B> auto operator op(const Tracked<A>& a, const Tracked<B>& b) {                                        \
    using R = Tracked<(A > B ? A : B)>;                                                                                       \
    return name(R(a), R(second b));                                                                                           \
  }                                                                                                                           \
  template <int A, Number T> auto operator op(const Tracked<A>& a, T b) {                                                     \
    using R = Tracked<(digits_with<T, A> > A ? digits_with<T, A> : A)>;                                                       \
    return name(R(a), R(second R(b)));                                                                                        \
  }                                                                                                                           \
  template <int B, Number T> auto operator op(T a, const Tracked<B>& b) {                                                     \
    using R = Tracked<(digits_with<T, B> > B ? digits_with<T, B> : B)>;                                                       \
    return name(R(a), R(second b));                                                                                           \
  }
WAVELIFT_OPERATOR(+, sum, )
WAVELIFT_OPERATOR(-, sum, -)
WAVELIFT_OPERATOR(*, product, )
WAVELIFT_OPERATOR(/, quotient, )
#undef WAVELIFT_OPERATOR

#define WAVELIFT_COMPARISON(op)                                                                                               \
  template <int A, int B> bool operator op(const Tracked<A>& a, const Tracked<B>& b) { return a.value op b.value; }           \
  template <int A, Number T> bool operator op(const Tracked<A>& a, T b) { return a.value op static_cast<double>(b); }         \
  template <int B, Number T> bool operator op(T a, const Tracked<B>& b) { return static_cast<double>(a) op b.value; }
WAVELIFT_COMPARISON(<)
WAVELIFT_COMPARISON(>)
WAVELIFT_COMPARISON(<=)
WAVELIFT_COMPARISON(>=)
WAVELIFT_COMPARISON(==)
WAVELIFT_COMPARISON(!=)
#undef WAVELIFT_COMPARISON

// Functions of one number: its double-precision function, its slope and its roundings, of x and y = f(x). The names are CUDA's and HIP's.
template <int D> Tracked<D> applied(const Tracked<D>& x, double y, double slope, double roundings) {
  const double carried = x.err() > 0 ? std::abs(slope) * x.err() : 0;   // where the slope is infinite, an exact number stays one
  return Tracked<D>::made(y, carried + roundings * Tracked<D>::u * std::abs(y));
}
#define WAVELIFT_FUNCTION(name, computed, slope, roundings)                                                                   \
  template <int D> Tracked<D> name(const Tracked<D>& a) {                                                                     \
    [[maybe_unused]] const double x = a.value, y = computed;                                                                  \
    return applied(a, y, slope, roundings);                                                                                   \
  }
#define WAVELIFT_FUNCTIONS(name, computed, slope, roundings)                                                                  \
  WAVELIFT_FUNCTION(name, computed, slope, roundings)                                                                         \
  WAVELIFT_FUNCTION(name##f, computed, slope, roundings)
WAVELIFT_FUNCTIONS(sqrt, std::sqrt(x), 0.5 / y, 2)
WAVELIFT_FUNCTIONS(rsqrt, 1 / std::sqrt(x), 0.5 * y / x, 3)
WAVELIFT_FUNCTIONS(cbrt, std::cbrt(x), y / (3 * x), 2)
WAVELIFT_FUNCTIONS(exp, std::exp(x), y, 3 + std::abs(x))
WAVELIFT_FUNCTIONS(exp2, std::exp2(x), y * 0.6931471805599453, 3)
WAVELIFT_FUNCTIONS(expm1, std::expm1(x), std::exp(x), 3)
WAVELIFT_FUNCTIONS(log, std::log(x), 1 / x, 3)
WAVELIFT_FUNCTIONS(log2, std::log2(x), 1.4426950408889634 / x, 3)
WAVELIFT_FUNCTIONS(log10, std::log10(x), 0.4342944819032518 / x, 3)
WAVELIFT_FUNCTIONS(log1p, std::log1p(x), 1 / (1 + x), 3)
WAVELIFT_FUNCTIONS(sin, std::sin(x), std::cos(x), 3)
WAVELIFT_FUNCTIONS(cos, std::cos(x), std::sin(x), 3)
WAVELIFT_FUNCTIONS(tan, std::tan(x), 1 + y * y, 4)
WAVELIFT_FUNCTIONS(sinh, std::sinh(x), std::cosh(x), 4)
WAVELIFT_FUNCTIONS(cosh, std::cosh(x), std::sinh(x), 4)
WAVELIFT_FUNCTIONS(tanh, std::tanh(x), 1 - y * y, 4)
WAVELIFT_FUNCTIONS(asin, std::asin(x), 1 / std::sqrt(1 - x * x), 4)
WAVELIFT_FUNCTIONS(acos, std::acos(x), 1 / std::sqrt(1 - x * x), 4)
WAVELIFT_FUNCTIONS(atan, std::atan(x), 1 / (1 + x * x), 4)
WAVELIFT_FUNCTIONS(erf, std::erf(x), 1.1283791670955126 * std::exp(-x * x), 4)
WAVELIFT_FUNCTION(__expf, std::exp(x), y, 3 + std::abs(x))
WAVELIFT_FUNCTION(__logf, std::log(x), 1 / x, 4)
WAVELIFT_FUNCTION(__sinf, std::sin(x), std::cos(x), 4)
WAVELIFT_FUNCTION(__cosf, std::cos(x), std::sin(x), 4)
WAVELIFT_FUNCTION(__frsqrt_rn, 1 / std::sqrt(x), 0.5 * y / x, 3)
WAVELIFT_FUNCTION(__frcp_rn, 1 / x, y * y, 2)
WAVELIFT_FUNCTION(__fsqrt_rn, std::sqrt(x), 0.5 / y, 2)
WAVELIFT_FUNCTIONS(floor, std::floor(x), 0, 0)
WAVELIFT_FUNCTIONS(ceil, std::ceil(x), 0, 0)
WAVELIFT_FUNCTIONS(trunc, std::trunc(x), 0, 0)
WAVELIFT_FUNCTIONS(rint, std::rint(x), 0, 0)
WAVELIFT_FUNCTIONS(round, std::round(x), 0, 0)
#undef WAVELIFT_FUNCTIONS
#undef WAVELIFT_FUNCTION
template <int D> Tracked<D> fabs(const Tracked<D>& a) { return a.value < 0 ? -a : a; }
template <int D> Tracked<D> fabsf(const Tracked<D>& a) { return fabs(a); }
template <int D> Tracked<D> abs(const Tracked<D>& a) { return fabs(a); }
template <int D> bool isnan(const Tracked<D>& a) { return std::isnan(a.value); }
template <int D> bool isinf(const Tracked<D>& a) { return std::isinf(a.value); }
template <int D> bool isfinite(const Tracked<D>& a) { return std::isfinite(a.value); }

// Of two numbers, either of which may be a plain one; one is tracked.
template <class T> inline constexpr int digits_of = 0;
template <int D> inline constexpr int digits_of<Tracked<D>> = D;
template <class A, class B> concept Pair = (digits_of<A> > 0 || digits_of<B> > 0) && (digits_of<A> > 0 || std::is_arithmetic_v<A>) && (digits_of<B> > 0 || std::is_arithmetic_v<B>);
template <class A, class B> using Wider = Tracked<(digits_of<A> > digits_of<B> ? digits_of<A> : digits_of<B>)>;
// A NaN is left out, as fmax and the compilers' max of floating-point numbers do.
template <class A, class B> requires Pair<A, B> Wider<A, B> fmax(const A& a, const B& b) {
  const Wider<A, B> x(a), y(b);
  return std::isnan(x.value) || x.value < y.value ? y : x;
}
template <class A, class B> requires Pair<A, B> Wider<A, B> fmin(const A& a, const B& b) {
  const Wider<A, B> x(a), y(b);
  return std::isnan(x.value) || y.value < x.value ? y : x;
}
#define WAVELIFT_SAME(name, of)                                                                                               \
  template <class A, class B> requires Pair<A, B> auto name(const A& a, const B& b) { return of(a, b); }
WAVELIFT_SAME(fmaxf, fmax)
WAVELIFT_SAME(fminf, fmin)
WAVELIFT_SAME(max, fmax)
WAVELIFT_SAME(min, fmin)
#undef WAVELIFT_SAME
template <class A, class B> requires Pair<A, B> Wider<A, B> pow(const A& a, const B& b) {
  const Wider<A, B> x(a), y(b);
  const double v = std::pow(x.value, y.value), by_x = x.err() > 0 ? std::abs(v * y.value / x.value) * x.err() : 0, by_y = y.err() > 0 ? std::abs(v * std::log(std::abs(x.value))) * y.err() : 0;
  return Wider<A, B>::made(v, by_x + by_y + (4 + std::abs(y.value * std::log(std::abs(x.value) + 1e-300))) * Wider<A, B>::u * std::abs(v));
}
template <class A, class B> requires Pair<A, B> auto powf(const A& a, const B& b) { return pow(a, b); }
template <class A, class B> requires Pair<A, B> auto __powf(const A& a, const B& b) { return pow(a, b); }
template <class A, class B> requires Pair<A, B> auto __fdividef(const A& a, const B& b) { return a / b; }
template <class A, class B> requires Pair<A, B> auto __fdiv_rn(const A& a, const B& b) { return a / b; }
template <class A, class B> requires Pair<A, B> auto __fadd_rn(const A& a, const B& b) { return a + b; }
template <class A, class B> requires Pair<A, B> auto __fmul_rn(const A& a, const B& b) { return a * b; }
template <class A, class B, class C> requires (digits_of<A> + digits_of<B> + digits_of<C> > 0) auto fma(const A& a, const B& b, const C& c) { return a * b + c; }
template <class A, class B, class C> requires (digits_of<A> + digits_of<B> + digits_of<C> > 0) auto fmaf(const A& a, const B& b, const C& c) { return a * b + c; }
template <class A, class B, class C> requires (digits_of<A> + digits_of<B> + digits_of<C> > 0) auto __fmaf_rn(const A& a, const B& b, const C& c) { return a * b + c; }

}  // namespace wavelift::serial
