// The operations of memory atomics as functions (value in memory, operand) -> new value. LDS and global
// atomics share them.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace wavelift::soft::atomic {

struct Swap {
  template <class T> T operator()(T, T x) const { return x; }
};
struct Add {
  template <class T> T operator()(T m, T x) const { return static_cast<T>(m + x); }
};
struct Sub {
  template <class T> T operator()(T m, T x) const { return static_cast<T>(m - x); }
};
struct Rsub {
  template <class T> T operator()(T m, T x) const { return static_cast<T>(x - m); }
};
struct And {
  template <class T> T operator()(T m, T x) const { return m & x; }
};
struct Or {
  template <class T> T operator()(T m, T x) const { return m | x; }
};
struct Xor {
  template <class T> T operator()(T m, T x) const { return m ^ x; }
};
// Counts up to x, then from 0.
struct Inc {
  template <class T> T operator()(T m, T x) const { return m >= x ? T{0} : m + 1; }
};
// Counts down to 0, then from x; also from x when beyond it.
struct Dec {
  template <class T> T operator()(T m, T x) const { return m == 0 || m > x ? x : m - 1; }
};
// Of floating-point values, a NaN loses against a number and -0 is below +0.
struct Min {
  template <class T> T operator()(T m, T x) const {
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(m) || (m == x && std::signbit(x))) return x;
    return x < m ? x : m;
  }
};
struct Max {
  template <class T> T operator()(T m, T x) const {
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(m) || (m == x && !std::signbit(x))) return x;
    return x > m ? x : m;
  }
};
// Subtracts unless that goes below 0.
struct SubClamp {
  template <class T> T operator()(T m, T x) const { return m < x ? T{0} : m - x; }
};

// Two halves a dword.
struct PkAddF16 {
  uint32_t operator()(uint32_t m, uint32_t x) const {
    auto half = [](uint32_t a, uint32_t b) -> uint32_t {
      auto f = std::bit_cast<_Float16>(static_cast<uint16_t>(a)),
           g = std::bit_cast<_Float16>(static_cast<uint16_t>(b));
      return std::bit_cast<uint16_t>(static_cast<_Float16>(f + g));
    };
    return half(m, x) | half(m >> 16, x >> 16) << 16;
  }
};
// bfloat16 is the high half of a float; the sum is rounded to nearest even.
struct PkAddBf16 {
  uint32_t operator()(uint32_t m, uint32_t x) const {
    auto half = [](uint32_t a, uint32_t b) -> uint32_t {
      float f = std::bit_cast<float>(a << 16) + std::bit_cast<float>(b << 16);
      uint32_t u = std::bit_cast<uint32_t>(f);
      if (std::isnan(f)) return u >> 16 | 0x40;
      return (u + 0x7fff + (u >> 16 & 1)) >> 16;
    };
    return half(m, x) | half(m >> 16, x >> 16) << 16;
  }
};

} // namespace wavelift::soft::atomic
