// Double precision against exact arithmetic.
#include "float_oracle.h"

namespace wavelift::soft::test {
namespace {

constexpr Format F = kF64;
constexpr Draw X = Draw::f64, N = Draw::none;
using A = const Args&;

LaneCase wide(const char* name, std::array<Draw, 3> sources, std::function<uint64_t(A)> f) {
  return {.mnemonic = name, .sources = sources, .oracle = f, .wide_result = true, .same = same_in(F)};
}
LaneCase one(const char* name, std::function<uint64_t(A)> f) { return wide(name, {X, N, N}, f); }
LaneCase two(const char* name, std::function<uint64_t(A)> f) { return wide(name, {X, X, N}, f); }
LaneCase three(const char* name, std::function<uint64_t(A)> f) { return wide(name, {X, X, X}, f); }

Quad fma_exact(Quad a, Quad b, Quad c) { return add_odd(a * b, c); }

// 1 / sqrt(x) by Newton's iteration from extended precision.
Quad rsq_exact(Quad x, Quad, Quad) {
  if (x < 0) return Quad(NAN);
  if (x == 0 || x > pow2(1025)) return Quad(1) / static_cast<Quad>(std::sqrt(static_cast<double>(x)));
  Quad y = static_cast<Quad>(1 / sqrtl(static_cast<long double>(x)));
  for (int k = 0; k < 2; ++k) y = y * (Quad(1.5) - Quad(0.5) * x * y * y);
  return y;
}
Quad sqrt_exact(Quad x, Quad, Quad) {
  if (x <= 0 || x > pow2(1025)) return x < 0 ? Quad(NAN) : x;
  return x * rsq_exact(x, 0, 0);
}

// 2/pi to 1201 bits, by long division of the series of pi: words of 32 bits, most significant first, after
// the point.
using Long = std::vector<uint32_t>;
constexpr size_t kWords = 44; // 1408 bits; word 0 is the whole part
Long divided(Long x, uint64_t by) {
  uint64_t rest = 0;
  for (uint32_t& w : x) {
    const uint64_t v = rest << 32 | w;
    w = static_cast<uint32_t>(v / by);
    rest = v % by;
  }
  return x;
}
void add(Long& x, const Long& y, bool subtract) {
  int64_t carry = 0;
  for (size_t i = kWords; i-- > 0;) {
    const int64_t v = int64_t{x[i]} + (subtract ? -int64_t{y[i]} : int64_t{y[i]}) + carry;
    x[i] = static_cast<uint32_t>(v);
    carry = v >> 32;
  }
}
// 16 atan(1/5) - 4 atan(1/239)
Long pi_digits() {
  Long sum(kWords);
  auto series = [&](uint32_t times, uint64_t inverse, bool negative) {
    Long term(kWords);
    term[0] = times;
    term = divided(term, inverse);
    for (uint64_t n = 1; n < 700; n += 2) {
      add(sum, divided(term, n), negative);
      negative = !negative;
      term = divided(term, inverse * inverse);
    }
  };
  series(16, 5, false);
  series(4, 239, true);
  return sum;
}
// Bits of 2/pi after the point: schoolbook binary long division of 2 by pi.
std::vector<bool> two_over_pi_bits() {
  const Long pi = pi_digits();
  Long rest(kWords);
  rest[0] = 2;
  std::vector<bool> bits;
  for (int i = 0; i < 1201; ++i) {
    Long twice = rest;
    add(twice, rest, false);
    const bool fits = !std::lexicographical_compare(twice.begin(), twice.end(), pi.begin(), pi.end());
    if (fits) add(twice, pi, true);
    bits.push_back(fits);
    rest = twice;
  }
  return bits;
}
uint64_t trig_preop_of(A x) {
  static const std::vector<bool> bits = two_over_pi_bits();
  const int e = F.field(x.a);
  const int skip = static_cast<int>(x.b & 31) * 53 + std::max(0, e - 1077);
  Quad m = 0;
  for (int i = 0; i < 53; ++i)
    m = 2 * m + (static_cast<size_t>(skip + i) < bits.size() && bits[static_cast<size_t>(skip + i)] ? 1 : 0);
  return round_to(F, m * pow2(-53 - skip + (e >= 1968 ? 128 : 0)));
}

TEST(VopF64, EveryRow) {
  auto integral = [](char mode) { return [=](A x) { return integral_of(F, x.a, mode); }; };
  const std::vector<LaneCase> cases = {
      two("v_add_f64", rounded(F, 2, [](Quad a, Quad b, Quad) { return add_odd(a, b); })),
      two("v_mul_f64", rounded(F, 2, [](Quad a, Quad b, Quad) { return a * b; })),
      three("v_fma_f64", rounded(F, 3, fma_exact)),
      two("v_fmac_f64", [](A x) { return rounded(F, 3, fma_exact)({.a = x.a, .b = x.b, .c = x.old}); }),
      two("v_min_f64", [](A x) { return min_of(F, x.a, x.b); }),
      two("v_max_f64", [](A x) { return max_of(F, x.a, x.b); }),
      one("v_rcp_f64", rounded(F, 1, [](Quad a, Quad, Quad) { return 1 / a; })),
      one("v_rsq_f64", rounded(F, 1, rsq_exact)),
      one("v_sqrt_f64", rounded(F, 1, sqrt_exact)),
      one("v_fract_f64", [](A x) { return fract_of(F, x.a); }),
      one("v_trunc_f64", integral('t')),
      one("v_ceil_f64", integral('c')),
      one("v_floor_f64", integral('f')),
      one("v_rndne_f64", integral('n')),
      one("v_frexp_mant_f64", [](A x) { return mantissa_of(F, x.a); }),
      {.mnemonic = "v_frexp_exp_i32_f64",
       .sources = {X, N, N},
       .oracle = [](A x) -> uint64_t { return static_cast<uint32_t>(exponent_of(F, x.a)); }},
      wide("v_ldexp_f64", {X, Draw::b32, N},
           [](A x) { return scaled_by(F, x.a, static_cast<int32_t>(x.b)); }),
      wide("v_trig_preop_f64", {X, Draw::b32, N}, trig_preop_of),
      three("v_div_fixup_f64", [](A x) { return fixup_of(F, x.a, x.b, x.c, -1075); }),
  };
  check_table(vop_f64_table(), cases, {"v_div_scale_f64", "v_div_fmas_f64"});
}

// Exponents that bring the result of ldexp to the ends of the range.
TEST(VopF64, LdexpAtTheEnds) {
  const Semantics* row = find_row(vop_f64_table(), "v_ldexp_f64");
  ASSERT_TRUE(row);
  Values values(3);
  TestWave tw;
  for (int round = 0; round < 40; ++round) {
    uint64_t x[kLanes];
    int32_t n[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      tw.set_lane(4, i, x[i] = values.draw(X), true);
      const int target = i % 2 ? -1023 - static_cast<int>(values.bits() % 60) + 4
                               : 1020 + static_cast<int>(values.bits() % 8);
      n[i] = target - exponent_of(F, x[i]);
      tw.set_lane(6, i, static_cast<uint32_t>(n[i]));
    }
    Op op;
    op.dst = kDstRow;
    op.a = TestWave::vector(4, true);
    op.b = TestWave::vector(6);
    tw.run(row->fn, op);
    for (int i = 0; i < kLanes; ++i)
      ASSERT_TRUE(same_in(F)(scaled_by(F, x[i], n[i]), tw.lane(kDstRow, i, true)))
          << std::hex << x[i] << " " << n[i];
  }
}

} // namespace
} // namespace wavelift::soft::test
