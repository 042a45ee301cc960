// The 8-bit formats of gfx940: fp8 has 4 exponent bits and 3 of mantissa, bf8 5 and 2. Bias 8 and 16, no
// infinities, no negative zero: its pattern, 0x80, is the only NaN.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace wavelift::soft {

template <int Exponent, int Mantissa> struct Float8 {
  static constexpr int kBias = 1 << (Exponent - 1);
  static constexpr uint8_t kNan = 0x80;

  static constexpr float decode(uint8_t x) {
    if (x == kNan) return std::numeric_limits<float>::quiet_NaN();
    const int e = (x & 0x7f) >> Mantissa, m = x & ((1 << Mantissa) - 1);
    float r = static_cast<float>(e ? m + (1 << Mantissa) : m);
    for (int n = (e ? e : 1) - kBias - Mantissa; n < 0; ++n) r *= 0.5f;
    for (int n = (e ? e : 1) - kBias - Mantissa; n > 0; --n) r *= 2;
    return x & 0x80 ? -r : r;
  }
  static constexpr auto kValues = [] {
    std::array<float, 256> t{};
    for (int i = 0; i < 256; ++i) t[static_cast<std::size_t>(i)] = decode(static_cast<uint8_t>(i));
    return t;
  }();

  // What is dropped of the mantissa is rounded to nearest even, or carried by `noise` (stochastic rounding,
  // 32 random bits). Infinities, NaNs and what does not fit give the NaN.
  static constexpr uint8_t encode(float x, bool stochastic = false, uint32_t noise = 0) {
    const auto u = std::bit_cast<uint32_t>(x);
    const int field = static_cast<int>(u >> 23 & 255);
    if (field == 255) return kNan;
    if (field == 0) return 0;          // below half of the smallest denormal
    const int e = field - 127 + kBias; // the exponent field of the result, if it is normal
    const int drop = 23 - Mantissa + (e < 1 ? 1 - e : 0);
    if (drop > 31) return 0;
    const uint32_t m = (u & 0x7fffff) | 0x800000;
    const uint32_t half = 1u << (drop - 1);
    const uint32_t carry = stochastic ? noise >> (32 - drop) : half - 1 + (m >> drop & 1);
    uint32_t r = (m + carry) >> drop;
    if (e > 1) r += static_cast<uint32_t>(e - 1) << Mantissa;
    if (r > 0x7f) return kNan;
    return static_cast<uint8_t>(r == 0 ? 0 : r | (u >> 31) << 7);
  }
};
using Fp8 = Float8<4, 3>;
using Bf8 = Float8<5, 2>;

} // namespace wavelift::soft
