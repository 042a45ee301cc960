// complex: arithmetic and functions of complex numbers on both sides.
#ifndef THRUST_COMPLEX_H
#define THRUST_COMPLEX_H

#include <cmath>
#include <complex>
#include <wlprim/config.h>

namespace thrust {

template <class T> struct alignas(2 * sizeof(T)) complex {
  using value_type = T;
  constexpr complex() = default;
  WLPRIM_BOTH constexpr complex(const T& re, const T& im = T()) : x(re), y(im) {}
  constexpr complex(const complex&) = default;
  template <class U>
  WLPRIM_BOTH constexpr complex(const complex<U>& z)
      : x(static_cast<T>(z.real())), y(static_cast<T>(z.imag())) {}
  template <class U>
  __host__ constexpr complex(const std::complex<U>& z)
      : x(static_cast<T>(z.real())), y(static_cast<T>(z.imag())) {}
  constexpr complex& operator=(const complex&) = default;
  WLPRIM_BOTH complex& operator=(const T& re) { return *this = complex(re); }
  WLPRIM_BOTH constexpr T real() const { return x; }
  WLPRIM_BOTH constexpr T imag() const { return y; }
  WLPRIM_BOTH T real() const volatile { return x; }
  WLPRIM_BOTH T imag() const volatile { return y; }
  WLPRIM_BOTH void real(T re) { x = re; }
  WLPRIM_BOTH void imag(T im) { y = im; }
  __host__ operator std::complex<T>() const { return std::complex<T>(x, y); }

  template <class U> WLPRIM_BOTH complex& operator+=(const complex<U>& z) {
    return *this = *this + complex(z);
  }
  template <class U> WLPRIM_BOTH complex& operator-=(const complex<U>& z) {
    return *this = *this - complex(z);
  }
  template <class U> WLPRIM_BOTH complex& operator*=(const complex<U>& z) {
    return *this = *this * complex(z);
  }
  template <class U> WLPRIM_BOTH complex& operator/=(const complex<U>& z) {
    return *this = *this / complex(z);
  }
  WLPRIM_BOTH complex& operator+=(const T& s) { return x += s, *this; }
  WLPRIM_BOTH complex& operator-=(const T& s) { return x -= s, *this; }
  WLPRIM_BOTH complex& operator*=(const T& s) { return x *= s, y *= s, *this; }
  WLPRIM_BOTH complex& operator/=(const T& s) { return x /= s, y /= s, *this; }

private:
  T x{}, y{};
};

namespace detail {

template <class A, class B> using common = std::common_type_t<A, B>;
template <class S> using if_number = std::enable_if_t<std::is_arithmetic_v<S>>;

// The quotient by scaling, so that squares neither overflow nor vanish.
template <class T> WLPRIM_BOTH complex<T> divide(const complex<T>& a, const complex<T>& b) {
  const T s = std::abs(b.real()) + std::abs(b.imag()), inverse = T(1) / s;
  const T ar = a.real() * inverse, ai = a.imag() * inverse, br = b.real() * inverse, bi = b.imag() * inverse;
  const T d = br * br + bi * bi;
  return {(ar * br + ai * bi) / d, (ai * br - ar * bi) / d};
}

} // namespace detail

#define THRUST_DETAIL_MIXED(op)                                                                              \
  template <class A, class B, class = std::enable_if_t<!std::is_same_v<A, B>>>                               \
  WLPRIM_BOTH complex<detail::common<A, B>> operator op(const complex<A>& a, const complex<B>& b) {          \
    using T = detail::common<A, B>;                                                                          \
    return complex<T>(a) op complex<T>(b);                                                                   \
  }
template <class T> WLPRIM_BOTH complex<T> operator+(const complex<T>& a, const complex<T>& b) {
  return {a.real() + b.real(), a.imag() + b.imag()};
}
template <class T> WLPRIM_BOTH complex<T> operator-(const complex<T>& a, const complex<T>& b) {
  return {a.real() - b.real(), a.imag() - b.imag()};
}
template <class T> WLPRIM_BOTH complex<T> operator*(const complex<T>& a, const complex<T>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
template <class T> WLPRIM_BOTH complex<T> operator/(const complex<T>& a, const complex<T>& b) {
  return detail::divide(a, b);
}
THRUST_DETAIL_MIXED(+)
THRUST_DETAIL_MIXED(-)
THRUST_DETAIL_MIXED(*)
THRUST_DETAIL_MIXED(/)
#undef THRUST_DETAIL_MIXED

template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator+(const complex<T>& a, const S& s) {
  return {a.real() + s, a.imag()};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator+(const S& s, const complex<T>& a) {
  return {s + a.real(), a.imag()};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator-(const complex<T>& a, const S& s) {
  return {a.real() - s, a.imag()};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator-(const S& s, const complex<T>& a) {
  return {s - a.real(), -a.imag()};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator*(const complex<T>& a, const S& s) {
  return {a.real() * s, a.imag() * s};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator*(const S& s, const complex<T>& a) {
  return {s * a.real(), s * a.imag()};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator/(const complex<T>& a, const S& s) {
  return {a.real() / s, a.imag() / s};
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<T, S>> operator/(const S& s, const complex<T>& a) {
  using C = detail::common<T, S>;
  return detail::divide(complex<C>(static_cast<C>(s)), complex<C>(a));
}
template <class T> WLPRIM_BOTH complex<T> operator+(const complex<T>& a) { return a; }
template <class T> WLPRIM_BOTH complex<T> operator-(const complex<T>& a) { return {-a.real(), -a.imag()}; }

template <class A, class B> WLPRIM_BOTH bool operator==(const complex<A>& a, const complex<B>& b) {
  return a.real() == b.real() && a.imag() == b.imag();
}
template <class A, class B> WLPRIM_BOTH bool operator!=(const complex<A>& a, const complex<B>& b) {
  return !(a == b);
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH bool operator==(const complex<T>& a, const S& s) {
  return a.real() == s && a.imag() == T();
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH bool operator!=(const complex<T>& a, const S& s) {
  return !(a == s);
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH bool operator==(const S& s, const complex<T>& a) {
  return a == s;
}
template <class T, class S, class = detail::if_number<S>>
WLPRIM_BOTH bool operator!=(const S& s, const complex<T>& a) {
  return !(a == s);
}

template <class T> WLPRIM_BOTH T abs(const complex<T>& z) { return std::hypot(z.real(), z.imag()); }
template <class T> WLPRIM_BOTH T arg(const complex<T>& z) { return std::atan2(z.imag(), z.real()); }
template <class T> WLPRIM_BOTH T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T> WLPRIM_BOTH complex<T> conj(const complex<T>& z) { return {z.real(), -z.imag()}; }
template <class A, class B> WLPRIM_BOTH complex<detail::common<A, B>> polar(const A& m, const B& theta) {
  using T = detail::common<A, B>;
  return {static_cast<T>(m * std::cos(static_cast<T>(theta))),
          static_cast<T>(m * std::sin(static_cast<T>(theta)))};
}
template <class T> WLPRIM_BOTH complex<T> polar(const T& m) { return {m, T()}; }
template <class T> WLPRIM_BOTH complex<T> proj(const complex<T>& z) {
  if (std::isinf(z.real()) || std::isinf(z.imag())) return {T(INFINITY), std::copysign(T(), z.imag())};
  return z;
}

template <class T> WLPRIM_BOTH complex<T> exp(const complex<T>& z) {
  const T m = std::exp(z.real());
  return {m * std::cos(z.imag()), m * std::sin(z.imag())};
}
template <class T> WLPRIM_BOTH complex<T> log(const complex<T>& z) { return {std::log(abs(z)), arg(z)}; }
template <class T> WLPRIM_BOTH complex<T> log10(const complex<T>& z) {
  return log(z) / T(2.30258509299404568402);
}
// By the half with the larger root, the other by division: no cancellation.
template <class T> WLPRIM_BOTH complex<T> sqrt(const complex<T>& z) {
  const T m = abs(z);
  if (m == T()) return {T(), z.imag()};
  const T larger = std::sqrt((m + std::abs(z.real())) / T(2)), smaller = std::abs(z.imag()) / (T(2) * larger);
  if (z.real() >= T()) return {larger, std::copysign(smaller, z.imag())};
  return {smaller, std::copysign(larger, z.imag())};
}
template <class A, class B>
WLPRIM_BOTH complex<detail::common<A, B>> pow(const complex<A>& a, const complex<B>& b) {
  using T = detail::common<A, B>;
  return a == complex<A>() ? complex<T>() : exp(complex<T>(b) * log(complex<T>(a)));
}
template <class A, class S, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<A, S>> pow(const complex<A>& a, const S& b) {
  using T = detail::common<A, S>;
  return a == complex<A>() ? complex<T>() : exp(static_cast<T>(b) * log(complex<T>(a)));
}
template <class S, class B, class = detail::if_number<S>>
WLPRIM_BOTH complex<detail::common<S, B>> pow(const S& a, const complex<B>& b) {
  using T = detail::common<S, B>;
  return pow(complex<T>(static_cast<T>(a)), complex<T>(b));
}
template <class T> WLPRIM_BOTH complex<T> cosh(const complex<T>& z) {
  return {std::cosh(z.real()) * std::cos(z.imag()), std::sinh(z.real()) * std::sin(z.imag())};
}
template <class T> WLPRIM_BOTH complex<T> sinh(const complex<T>& z) {
  return {std::sinh(z.real()) * std::cos(z.imag()), std::cosh(z.real()) * std::sin(z.imag())};
}
template <class T> WLPRIM_BOTH complex<T> tanh(const complex<T>& z) {
  if (std::abs(z.real()) > T(20)) return {std::copysign(T(1), z.real()), T()};
  return sinh(z) / cosh(z);
}
namespace detail {
template <class T> WLPRIM_BOTH complex<T> times_i(const complex<T>& z) { return {-z.imag(), z.real()}; }
template <class T> WLPRIM_BOTH complex<T> over_i(const complex<T>& z) { return {z.imag(), -z.real()}; }
} // namespace detail
template <class T> WLPRIM_BOTH complex<T> cos(const complex<T>& z) { return cosh(detail::times_i(z)); }
template <class T> WLPRIM_BOTH complex<T> sin(const complex<T>& z) {
  return detail::over_i(sinh(detail::times_i(z)));
}
template <class T> WLPRIM_BOTH complex<T> tan(const complex<T>& z) {
  return detail::over_i(tanh(detail::times_i(z)));
}
template <class T> WLPRIM_BOTH complex<T> asinh(const complex<T>& z) { return log(z + sqrt(z * z + T(1))); }
template <class T> WLPRIM_BOTH complex<T> acosh(const complex<T>& z) {
  return log(z + sqrt(z + T(1)) * sqrt(z - T(1)));
}
template <class T> WLPRIM_BOTH complex<T> atanh(const complex<T>& z) {
  return (log(z + T(1)) - log(T(1) - z)) / T(2);
}
template <class T> WLPRIM_BOTH complex<T> asin(const complex<T>& z) {
  return detail::over_i(asinh(detail::times_i(z)));
}
template <class T> WLPRIM_BOTH complex<T> acos(const complex<T>& z) {
  return T(1.57079632679489661923) - asin(z);
}
template <class T> WLPRIM_BOTH complex<T> atan(const complex<T>& z) {
  return detail::over_i(atanh(detail::times_i(z)));
}

template <class T, class Char, class Traits>
__host__ std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                                      const complex<T>& z) {
  return out << '(' << z.real() << ',' << z.imag() << ')';
}
template <class T, class Char, class Traits>
__host__ std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& in, complex<T>& z) {
  std::complex<T> read;
  if (in >> read) z = read;
  return in;
}

} // namespace thrust

#endif
