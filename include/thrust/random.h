// Random engines and distributions, the same numbers on both sides.
#ifndef THRUST_RANDOM_H
#define THRUST_RANDOM_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <wlprim/config.h>

namespace thrust {
namespace random {

// x <- (a x + c) mod m; m = 0 means 2^(bits of UInt).
template <class UInt, UInt a, UInt c, UInt m> class linear_congruential_engine {
  UInt x;

  static WLPRIM_BOTH UInt times_plus(UInt f, UInt v, UInt d) {
    const unsigned long long full = static_cast<unsigned long long>(f) * v + d;
    return static_cast<UInt>(m ? full % (m ? m : 1) : full);
  }

public:
  using result_type = UInt;
  static constexpr UInt multiplier = a, increment = c, modulus = m, default_seed = 1;
  static constexpr UInt min = c == 0 ? 1 : 0, max = m - 1;
  WLPRIM_BOTH explicit linear_congruential_engine(UInt s = default_seed) { seed(s); }
  WLPRIM_BOTH void seed(UInt s = default_seed) {
    x = m ? s % (m ? m : 1) : s;
    if (c == 0 && x == 0) x = 1;
  }
  WLPRIM_BOTH UInt operator()() { return x = times_plus(a, x, c); }
  // z steps at once: the step composed with itself by squaring.
  WLPRIM_BOTH void discard(unsigned long long z) {
    UInt f = a, d = c;
    for (; z; z /= 2) {
      if (z % 2) x = times_plus(f, x, d);
      d = times_plus(f, d, d);
      f = times_plus(f, f, 0);
    }
  }
  WLPRIM_BOTH bool operator==(const linear_congruential_engine& b) const { return x == b.x; }
  WLPRIM_BOTH bool operator!=(const linear_congruential_engine& b) const { return x != b.x; }
};
using minstd_rand0 = linear_congruential_engine<std::uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<std::uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

// Tausworthe: k-bit shift register with taps q, shifted s, w bits wide.
template <class UInt, size_t w, size_t k, size_t q, size_t s> class linear_feedback_shift_engine {
  UInt x;

public:
  using result_type = UInt;
  static constexpr UInt mask = static_cast<UInt>(~UInt(0) << (w - k)), min = 0,
                        max = static_cast<UInt>(~UInt(0)), default_seed = 341;
  WLPRIM_BOTH explicit linear_feedback_shift_engine(UInt v = default_seed) : x(v) {}
  WLPRIM_BOTH void seed(UInt v = default_seed) { x = v; }
  WLPRIM_BOTH UInt operator()() {
    const UInt b = static_cast<UInt>(((x << q) ^ x) >> (k - s));
    return x = static_cast<UInt>(((x & mask) << s) ^ b);
  }
  WLPRIM_BOTH void discard(unsigned long long z) {
    while (z--) (*this)();
  }
};
template <class A, size_t sa, class B, size_t sb = 0> class xor_combine_engine {
  A first;
  B second;

public:
  using result_type = typename A::result_type;
  static constexpr result_type min = 0, max = static_cast<result_type>(~result_type(0));
  WLPRIM_BOTH xor_combine_engine() {}
  WLPRIM_BOTH explicit xor_combine_engine(result_type s) : first(s), second(s) {}
  WLPRIM_BOTH void seed(result_type s) {
    first.seed(s);
    second.seed(s);
  }
  WLPRIM_BOTH result_type operator()() {
    return static_cast<result_type>((first() << sa) ^ (second() << sb));
  }
  WLPRIM_BOTH void discard(unsigned long long z) {
    first.discard(z);
    second.discard(z);
  }
};
using taus88 =
    xor_combine_engine<linear_feedback_shift_engine<std::uint32_t, 32, 31, 13, 12>, 0,
                       xor_combine_engine<linear_feedback_shift_engine<std::uint32_t, 32, 29, 2, 4>, 0,
                                          linear_feedback_shift_engine<std::uint32_t, 32, 28, 3, 17>>>;

namespace detail {

// Uniform in [0, 1).
template <class T, class Engine> WLPRIM_BOTH T unit(Engine& e) {
  const T span = static_cast<T>(Engine::max - Engine::min) + T(1);
  const T u = static_cast<T>(e() - Engine::min) / span;
  return u < T(1) ? u : T(1) - std::numeric_limits<T>::epsilon() / T(2);
}

} // namespace detail

template <class T = double> class uniform_real_distribution {
  T low, high;

public:
  using result_type = T;
  WLPRIM_BOTH explicit uniform_real_distribution(T a = T(0), T b = T(1)) : low(a), high(b) {}
  WLPRIM_BOTH void reset() {}
  WLPRIM_BOTH T a() const { return low; }
  WLPRIM_BOTH T b() const { return high; }
  template <class Engine> WLPRIM_BOTH T operator()(Engine& e) {
    return detail::unit<T>(e) * (high - low) + low;
  }
};

template <class Int = int> class uniform_int_distribution {
  Int low, high;

public:
  using result_type = Int;
  WLPRIM_BOTH explicit uniform_int_distribution(Int a = 0, Int b = std::numeric_limits<Int>::max())
      : low(a), high(b) {}
  WLPRIM_BOTH void reset() {}
  WLPRIM_BOTH Int a() const { return low; }
  WLPRIM_BOTH Int b() const { return high; }
  template <class Engine> WLPRIM_BOTH Int operator()(Engine& e) {
    const double span = static_cast<double>(high) - static_cast<double>(low) + 1.0;
    const Int v = static_cast<Int>(std::floor(detail::unit<double>(e) * span + static_cast<double>(low)));
    return v > high ? high : v;
  }
};

// By the polar form: two numbers a draw, no state.
template <class T = double> class normal_distribution {
  T middle, spread;

public:
  using result_type = T;
  WLPRIM_BOTH explicit normal_distribution(T mean = T(0), T stddev = T(1)) : middle(mean), spread(stddev) {}
  WLPRIM_BOTH void reset() {}
  WLPRIM_BOTH T mean() const { return middle; }
  WLPRIM_BOTH T stddev() const { return spread; }
  template <class Engine> WLPRIM_BOTH T operator()(Engine& e) {
    const double u = (static_cast<double>(e() - Engine::min) + 0.5) /
                     (static_cast<double>(Engine::max - Engine::min) + 1.0);
    const double v = (static_cast<double>(e() - Engine::min) + 0.5) /
                     (static_cast<double>(Engine::max - Engine::min) + 1.0);
    return static_cast<T>(std::sqrt(-2.0 * std::log(u)) * std::cos(6.28318530717958647693 * v)) * spread +
           middle;
  }
};

} // namespace random

using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

} // namespace thrust

#endif
