// Scalar oracles for floating-point instructions: exact arithmetic in 128-bit floats, done by software, then
// one rounding.
#pragma once
#include "harness.h"
#include <cmath>
#include <set>

namespace wavelift::soft::test {

using Quad = __float128;

inline float f32(uint64_t x) { return std::bit_cast<float>(static_cast<uint32_t>(x)); }
inline double f64(uint64_t x) { return std::bit_cast<double>(x); }
inline uint64_t bits32(float x) { return std::bit_cast<uint32_t>(x); }
inline uint64_t bits64(double x) { return std::bit_cast<uint64_t>(x); }

// A format of 1 + exponent + mantissa bits, to classify by integers.
struct Format {
  int exponent, mantissa;
  uint64_t sign() const { return 1ull << (exponent + mantissa); }
  uint64_t inf() const { return ((1ull << exponent) - 1) << mantissa; }
  uint64_t quiet() const { return 1ull << (mantissa - 1); }
  uint64_t all() const { return sign() | (sign() - 1); }
  uint64_t magnitude(uint64_t x) const { return x & (sign() - 1); }
  bool is_nan(uint64_t x) const { return magnitude(x) > inf(); }
  bool is_snan(uint64_t x) const { return is_nan(x) && !(x & quiet()); }
  bool is_zero(uint64_t x) const { return magnitude(x) == 0; }
  bool is_denormal(uint64_t x) const { return !is_zero(x) && magnitude(x) < 1ull << mantissa; }
  int field(uint64_t x) const { return static_cast<int>(magnitude(x) >> mantissa); }
  int bias() const { return (1 << (exponent - 1)) - 1; }
  uint64_t flush(uint64_t x) const { return is_denormal(x) ? x & sign() : x; }
};
inline constexpr Format kF16{5, 10}, kF32{8, 23}, kF64{11, 52};

// 2^n for |n| < 16000, and the exponent of a normal x > 0.
inline Quad pow2(int n) { return std::bit_cast<Quad>(static_cast<unsigned __int128>(n + 16383) << 112); }
inline int log2_floor(Quad x) {
  return static_cast<int>(std::bit_cast<unsigned __int128>(x) >> 112 & 0x7fff) - 16383;
}

// The value of a bit pattern that is not a NaN.
inline Quad value(Format f, uint64_t x) {
  Quad m = static_cast<Quad>(x & ((1ull << f.mantissa) - 1));
  const int e = f.field(x);
  if (f.magnitude(x) == f.inf())
    m = __builtin_huge_val();
  else if (e == 0)
    m *= pow2(1 - f.bias() - f.mantissa);
  else
    m = (m + pow2(f.mantissa)) * pow2(e - f.bias() - f.mantissa);
  return x & f.sign() ? -m : m;
}

// Nearest value of the format, ties to even; zeros keep their sign. Infinite where it does not fit.
inline uint64_t round_to(Format f, Quad x) {
  if (x != x) return f.inf() | f.quiet();
  const double sign_probe = static_cast<double>(x == 0 ? x : x < 0 ? Quad(-1) : Quad(1));
  const uint64_t sign = std::signbit(sign_probe) ? f.sign() : 0;
  if (x < 0) x = -x;
  if (x == 0) return sign;
  if (x >= pow2(f.bias() + 1)) return sign | f.inf();
  int e = 1 - f.bias(); // smallest exponent of a normal number; denormals share its grid
  while (x >= pow2(e + 1)) ++e;
  const Quad grid = x * pow2(f.mantissa - e); // in units of the last place; less than 2^(mantissa + 1)
  uint64_t n = static_cast<uint64_t>(grid);
  const Quad rest = grid - static_cast<Quad>(n);
  if (rest > Quad(0.5) || (rest == Quad(0.5) && (n & 1))) ++n;
  // Carries into the exponent, and up to infinity, by themselves.
  return sign | (n + (static_cast<uint64_t>(e - 1 + f.bias()) << f.mantissa));
}

// a + b such that rounding it again to fewer bits gives what rounding the exact sum would.
inline Quad add_odd(Quad a, Quad b) {
  const Quad s = a + b;
  if (!(s - s == 0)) return s;
  const Quad part = s - a, error = (a - (s - part)) + (b - part);
  if (error == 0) return s;
  auto u = std::bit_cast<unsigned __int128>(s);
  if (!(u & 1)) u += (error > 0) == (s > 0) ? 1 : -1;
  return std::bit_cast<Quad>(u);
}

// Bit by bit, but any quiet NaN does for a NaN.
inline auto same_in(Format f) {
  return [f](uint64_t want, uint64_t got) {
    return want == got || (f.is_nan(want) && f.is_nan(got) && (got & f.quiet()) && got <= f.all());
  };
}
// For operations: the oracle sees values, NaN operands give NaN.
using Exact = std::function<Quad(Quad, Quad, Quad)>;
inline std::function<uint64_t(const Args&)> rounded(Format f, int arity, Exact exact) {
  return [=](const Args& x) -> uint64_t {
    const uint64_t in[3] = {x.a & f.all(), x.b & f.all(), x.c & f.all()};
    for (int k = 0; k < arity; ++k)
      if (f.is_nan(in[k])) return f.inf() | f.quiet();
    return round_to(f, exact(value(f, in[0]), arity > 1 ? value(f, in[1]) : Quad(0),
                             arity > 2 ? value(f, in[2]) : Quad(0)));
  };
}

// The rules of minimum and maximum, in the order in which the manual gives them.
inline uint64_t number_of(Format f, uint64_t a, uint64_t b, bool maximum) {
  if (f.is_snan(a)) return a | f.quiet();
  if (f.is_snan(b)) return b | f.quiet();
  if (f.is_nan(a)) return b;
  if (f.is_nan(b)) return a;
  if (f.is_zero(a) && f.is_zero(b)) return maximum ? (a & b) : (a | b);
  const Quad x = value(f, a), y = value(f, b);
  return maximum ? (x >= y ? a : b) : (x < y ? a : b);
}
inline uint64_t max_of(Format f, uint64_t a, uint64_t b) { return number_of(f, a, b, true); }
inline uint64_t min_of(Format f, uint64_t a, uint64_t b) { return number_of(f, a, b, false); }
inline uint64_t median_of(Format f, uint64_t a, uint64_t b, uint64_t c) {
  if (f.is_nan(a) || f.is_nan(b) || f.is_nan(c)) return min_of(f, min_of(f, a, b), c);
  const Quad most = value(f, max_of(f, max_of(f, a, b), c));
  if (most == value(f, a)) return max_of(f, b, c);
  if (most == value(f, b)) return max_of(f, a, c);
  return max_of(f, a, b);
}

// Rounds to an integer: mode 'f' floor, 'c' ceiling, 't' towards zero, 'n' nearest even.
inline uint64_t integral_of(Format f, uint64_t x, char mode) {
  if (f.is_nan(x)) return x | f.quiet();
  if (f.field(x) >= f.bias() + f.mantissa) return x; // integers and infinity
  const Quad v = value(f, x & ~f.sign());
  const bool negative = x & f.sign();
  Quad n = static_cast<Quad>(static_cast<uint64_t>(v));
  const Quad rest = v - n;
  const bool up = mode == 'f'   ? negative && rest > 0
                  : mode == 'c' ? !negative && rest > 0
                  : mode == 'n' ? rest > Quad(0.5) || (rest == Quad(0.5) && static_cast<uint64_t>(n) % 2 == 1)
                                : false;
  return (x & f.sign()) | round_to(f, up ? n + 1 : n);
}
inline uint64_t fract_of(Format f, uint64_t x) {
  if (f.is_nan(x) || f.magnitude(x) == f.inf()) return f.inf() | f.quiet();
  const uint64_t one = static_cast<uint64_t>(f.bias()) << f.mantissa;
  const uint64_t r = round_to(f, value(f, x) - value(f, integral_of(f, x, 'f')));
  return r >= one ? one - 1 : r;
}
inline int exponent_of(Format f, uint64_t x) {
  if (f.is_zero(x) || f.magnitude(x) >= f.inf()) return 0;
  int e = f.field(x) - f.bias() + 1;
  if (f.is_denormal(x)) {
    e = 2 - f.bias();
    for (uint64_t m = f.magnitude(x); !(m >> f.mantissa); m <<= 1) --e;
  }
  return e;
}
inline uint64_t mantissa_of(Format f, uint64_t x) {
  if (f.is_nan(x)) return x | f.quiet();
  if (f.is_zero(x) || f.magnitude(x) == f.inf()) return x;
  return round_to(f, value(f, x) * pow2(-exponent_of(f, x)));
}
inline uint64_t scaled_by(Format f, uint64_t x, int64_t n) {
  if (f.is_nan(x)) return x | f.quiet();
  return round_to(f, value(f, x) * pow2(static_cast<int>(std::clamp<int64_t>(n, -6000, 6000))));
}
// Division's end: special cases in the manual's order.
inline uint64_t fixup_of(Format f, uint64_t quotient, uint64_t den, uint64_t num, int underflow) {
  const uint64_t sign = (den ^ num) & f.sign();
  const uint64_t d = f.magnitude(den), n = f.magnitude(num);
  if (f.is_nan(num)) return num | f.quiet();
  if (f.is_nan(den)) return den | f.quiet();
  if ((d == 0 && n == 0) || (d == f.inf() && n == f.inf())) return f.sign() | f.inf() | f.quiet();
  if (d == 0 || n == f.inf()) return sign | f.inf();
  if (d == f.inf() || n == 0) return sign;
  if (f.field(num) - f.field(den) < underflow) return sign;
  if (f.is_nan(quotient)) return sign | f.inf(); // it overflowed on the way
  return sign | f.magnitude(quotient);
}

// sin and cos of x revolutions, for |x| <= 256, in extended precision.
inline long double sin_turns(long double x) {
  const long double pi = 3.14159265358979323846264338327950288L;
  x -= rintl(x);
  if (x > 0.25L) x = 0.5L - x;
  if (x < -0.25L) x = -0.5L - x;
  if (fabsl(x) > 0.125L) return copysignl(cosl(2 * pi * (0.25L - fabsl(x))), x);
  return sinl(2 * pi * x);
}
inline long double cos_turns(long double x) { return sin_turns(0.25L - fabsl(x - rintl(x))); }
// The hardware's ranges.
inline long double sin_hardware(long double x) {
  if (std::isinf(x)) return NAN;
  return fabsl(x) > 256 ? 0 : x == 0 ? x : sin_turns(x);
}
inline long double cos_hardware(long double x) {
  if (std::isinf(x)) return NAN;
  return fabsl(x) > 256 ? 1 : cos_turns(x);
}

// A case on all combinations of special values; random draws seldom meet two of them at once.
inline void check_corners(std::span<const Semantics> table, const LaneCase& t) {
  if (unwanted(t.mnemonic)) return;
  SCOPED_TRACE(t.mnemonic + " on special values");
  const Semantics* row = find_row(table, t.mnemonic);
  if (!row) return;
  const Draw d = t.sources[0];
  if (d != Draw::f16 && d != Draw::f32 && d != Draw::f64) return;
  const Format f = d == Draw::f16 ? kF16 : d == Draw::f32 ? kF32 : kF64;
  const uint64_t one = static_cast<uint64_t>(f.bias()) << f.mantissa, smallest = 1ull << f.mantissa;
  std::vector<uint64_t> corners;
  for (uint64_t x : {uint64_t{0}, uint64_t{1}, smallest - 1, smallest, one - 1, one, f.inf() - 1, f.inf(),
                     f.inf() | f.quiet(), f.inf() + 1})
    corners.insert(corners.end(), {x, x | f.sign()});
  size_t combinations = 1, arity = 0;
  for (Draw s : t.sources) {
    if (s != Draw::none && s != d) return;
    if (s == d) combinations *= corners.size(), ++arity;
  }
  const bool wide = d == Draw::f64;
  TestWave tw;
  for (size_t first = 0; first < combinations; first += kLanes) {
    Op op;
    op.dst = kDstRow;
    op.sdst = kSdst;
    op.flags = t.flags;
    Src* src[] = {&op.a, &op.b, &op.c};
    std::array<Args, kLanes> args;
    for (size_t i = 0; i < kLanes; ++i) {
      size_t n = first + i;
      Args& x = args[i];
      for (size_t k = 0; k < arity; ++k, n /= corners.size()) {
        (k == 0 ? x.a : k == 1 ? x.b : x.c) = corners[n % corners.size()];
        tw.set_lane(4 + 2 * static_cast<int>(k), static_cast<int>(i), corners[n % corners.size()], wide);
      }
      x.old = corners[(first + 3 * i) % corners.size()];
      tw.set_lane(kDstRow, static_cast<int>(i), x.old, t.wide_result);
    }
    for (size_t k = 0; k < arity; ++k) *src[k] = TestWave::vector(4 + 2 * static_cast<int>(k), wide);
    tw.run(row->fn, op);
    for (size_t i = 0; i < kLanes; ++i) {
      const uint64_t want = t.oracle(args[i]), got = tw.lane(kDstRow, static_cast<int>(i), t.wide_result);
      const bool ok = t.same ? t.same(want, got) : want == got;
      ASSERT_TRUE(ok) << std::hex << "a=" << args[i].a << " b=" << args[i].b << " c=" << args[i].c
                      << " old=" << args[i].old << " want=" << want << " got=" << got;
    }
  }
}

// Runs the cases, and checks that every row of the table has one.
inline void check_table(std::span<const Semantics> table, const std::vector<LaneCase>& cases,
                        std::set<std::string, std::less<>> elsewhere = {}) {
  for (const LaneCase& c : cases) {
    check_lanes(table, c);
    check_corners(table, c);
    elsewhere.insert(c.mnemonic);
  }
  for (const Semantics& s : table) EXPECT_TRUE(elsewhere.contains(s.mnemonic)) << "no test of " << s.mnemonic;
}

} // namespace wavelift::soft::test
