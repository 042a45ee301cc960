// Division as compilers build it from v_div_scale, v_rcp, v_fma, v_div_fmas and v_div_fixup gives the IEEE
// quotient, bit by bit, over the whole range.
#include "float_oracle.h"

namespace wavelift::soft::test {
namespace {

// A little assembler over the instruction tables: values are rows of the wave.
template <class T> struct Machine {
  static constexpr bool wide = sizeof(T) == 8;
  TestWave tw;
  std::string suffix = wide ? "_f64" : "_f32";
  int next = 60;
  bool flushes = false;   // f32 denormals: as compilers have it, in v_div_scale, v_div_fmas and v_div_fixup, not between

  static std::span<const Semantics> table() { return wide ? vop_f64_table() : vop_f32_table(); }
  int fresh() { return next += 2; }
  int run(const std::string& name, std::initializer_list<int> sources, int sdst = 90) {
    const Semantics* row = find_row(table(), name + suffix);
    Op op;
    op.dst = static_cast<uint16_t>(fresh());
    op.sdst = static_cast<uint16_t>(sdst);
    Src* src[] = {&op.a, &op.b, &op.c};
    size_t k = 0;
    for (int r : sources) *src[k++] = TestWave::vector(r, wide);
    if (row) tw.run(row->fn, op);
    return op.dst;
  }
  int negated(int r) {
    const int n = fresh();
    for (int i = 0; i < kLanes; ++i)
      tw.set_lane(n, i, tw.lane(r, i, wide) ^ (1ull << (sizeof(T) * 8 - 1)), wide);
    return n;
  }
  int constant(T x) {
    const int n = fresh();
    for (int i = 0; i < kLanes; ++i)
      tw.set_lane(n, i, wide ? bits64(x) : bits32(static_cast<float>(x)), wide);
    return n;
  }

  void mode(uint32_t m) {
    tw.wave().mode = m;
    apply_float_mode(tw.wave());
  }

  // The sequence for a / b, from rows.
  int divide(int a, int b) {
    const unsigned host_csr = _mm_getcsr();
    next = 60;
    mode(flushes ? kFlushFloatMode : kDefaultFloatMode);
    const int one = constant(1);
    const int den = run("v_div_scale", {b, b, a}, 90);
    const int num = run("v_div_scale", {a, b, a}, kVcc);
    mode(kDefaultFloatMode);
    const int minus = negated(den);
    const int r0 = run("v_rcp", {den});
    const int e0 = run("v_fma", {minus, r0, one});
    int r = run("v_fma", {e0, r0, r0});
    if (wide) {
      const int e1 = run("v_fma", {minus, r, one});
      r = run("v_fma", {r, e1, r});
    }
    int q = run("v_mul", {num, r});
    if (!wide) {
      const int e = run("v_fma", {minus, q, num});
      q = run("v_fma", {e, r, q});
    }
    const int rest = run("v_fma", {minus, q, num});
    mode(flushes ? kFlushFloatMode : kDefaultFloatMode);
    const int quotient = run("v_div_fmas", {rest, r, q});
    const int result = run("v_div_fixup", {quotient, b, a});
    _mm_setcsr(host_csr);
    return result;
  }
};

// Divides a by b and compares with the IEEE quotient.
template <class T> void expect_quotients(Machine<T>& machine, const uint64_t (&a)[kLanes], const uint64_t (&b)[kLanes]) {
  constexpr Format f = sizeof(T) == 8 ? kF64 : kF32;
  for (int i = 0; i < kLanes; ++i) {
    machine.tw.set_lane(4, i, a[i], machine.wide);
    machine.tw.set_lane(6, i, b[i], machine.wide);
  }
  const int r = machine.divide(4, 6);
  for (int i = 0; i < kLanes; ++i) {
    auto flushed = [&](uint64_t x) { return machine.flushes ? f.flush(x) : x; };
    const uint64_t quotient = machine.wide ? bits64(f64(flushed(a[i])) / f64(flushed(b[i]))) : bits32(f32(flushed(a[i])) / f32(flushed(b[i])));
    const uint64_t want = flushed(quotient);
    ASSERT_TRUE(same_in(f)(want, machine.tw.lane(r, i, machine.wide)))
        << std::hex << a[i] << " / " << b[i] << " = " << want << ", got " << machine.tw.lane(r, i, machine.wide);
  }
}

// Operands whose exponents, and those of their quotient, lie anywhere, often at the ends; some quotients are
// exact. In each third round all lie around 1, in half of these up to where scaling is looked at lane by lane and in the
// other half a little beyond.
template <class T> void check_division(bool flushes = false) {
  constexpr Format f = sizeof(T) == 8 ? kF64 : kF32;
  std::mt19937_64 rng(5);
  const auto largest = static_cast<uint64_t>(2 * f.bias());
  constexpr int kOrdinary = sizeof(T) == 8 ? 300 : 47;
  int spread = 0;   // of the exponents around 0; 0: anywhere
  auto operand = [&]() -> uint64_t {
    uint64_t e = 0;
    if (spread) e = static_cast<uint64_t>(f.bias() - spread) + rng() % static_cast<uint64_t>(2 * spread);
    else switch (rng() % 6) {
    case 0:
      e = rng() % 4;
      break;
    case 1:
      e = largest - rng() % 4;
      break;
    case 2:
      e = static_cast<uint64_t>(f.bias()) + rng() % 8;
      break;
    case 3:
      e = rng() % (static_cast<uint64_t>(f.mantissa) + 4);
      break;
    default:
      e = rng() % (largest + 2);
      break;
    }
    uint64_t m = rng() & (f.inf() ^ (f.sign() - 1));
    if (rng() % 3 == 0) m &= ~0ull << (rng() % static_cast<uint64_t>(f.mantissa + 1));
    return (rng() % 2 ? f.sign() : 0) | e << f.mantissa | (m & ((1ull << f.mantissa) - 1));
  };
  for (int round = 0; round < 300; ++round) {
    Machine<T> machine;
    machine.flushes = flushes;
    uint64_t a[kLanes], b[kLanes];
    spread = round % 3 ? 0 : kOrdinary + round % 2;
    for (int i = 0; i < kLanes; ++i) {
      a[i] = operand(), b[i] = operand();
      if (!spread && i % 4 == 0) {
        // A quotient at the lower end of the range.
        const int e =
            f.field(a[i]) + f.bias() - 1 + static_cast<int>(rng() % static_cast<uint64_t>(f.mantissa + 4));
        b[i] = (b[i] & ~f.inf()) | std::min<uint64_t>(static_cast<uint64_t>(e), largest) << f.mantissa;
      }
    }
    expect_quotients(machine, a, b);
  }
}
TEST(Division, Single) { check_division<float>(); }
TEST(Division, Double) { check_division<double>(); }
TEST(Division, SingleFlushed) { check_division<float>(true); }

// Quotients that are k halves of the smallest number, and their neighbours: a tie below the smallest number, too, goes to
// the even side, which is zero. The sequence for doubles corrects the quotient once, that for singles twice: an exact tie of
// doubles goes where the error of the reciprocal points, and only the neighbours are looked at.
template <class T> void check_ties() {
  constexpr Format f = sizeof(T) == 8 ? kF64 : kF32;
  std::mt19937_64 rng(6);
  const T smallest = std::numeric_limits<T>::denorm_min();
  auto bits_of = [](T x) -> uint64_t {
    if constexpr (sizeof(T) == 8) return bits64(x);
    else return bits32(x);
  };
  for (int round = 0; round < 100; ++round) {
    Machine<T> machine;
    uint64_t a[kLanes], b[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      const auto k = static_cast<T>(1 + rng() % 8), j = static_cast<T>(1 + (rng() % (1ull << (f.mantissa - 3)) >> rng() % 16));
      const T scale = std::ldexp(T(1), static_cast<int>(rng() % 40));
      a[i] = bits_of(k * j * smallest * scale);
      b[i] = bits_of(2 * j * scale);
      b[i] += sizeof(T) == 8 ? 1 - 2 * (rng() % 2) : rng() % 3 - 1;
      if (rng() % 2) a[i] |= f.sign();
    }
    expect_quotients(machine, a, b);
  }
}
TEST(Division, TiesSingle) { check_ties<float>(); }
TEST(Division, TiesDouble) { check_ties<double>(); }

// What v_div_scale does to operand and mask, from the manual's list of cases; and only lanes of EXEC have a
// mask bit.
template <class T> void check_scale(const char* mnemonic) {
  constexpr bool wide = sizeof(T) == 8;
  constexpr Format f = wide ? kF64 : kF32;
  const int up = wide ? 128 : 64, far = wide ? 768 : 96, tiny = wide ? 53 : 23;
  struct Result {
    uint64_t value;
    bool flag;
  };
  auto scale = [=](const Args& x) -> Result {
    const bool of_denominator = x.a == x.b, of_numerator = x.a == x.c;
    auto by = [&](int n) { return scaled_by(f, x.a, n); };
    if (f.is_zero(x.b) || f.is_zero(x.c)) return {f.inf() | f.quiet(), false};
    if (f.field(x.c) - f.field(x.b) >= far) return {of_denominator ? by(up) : by(0), true};
    if (f.is_denormal(x.b)) return {by(up), false};
    const bool finite = f.magnitude(x.b) < f.inf(), number = finite && !f.is_nan(x.c);
    const Quad n = number ? value(f, f.magnitude(x.c)) : 0, d = finite ? value(f, f.magnitude(x.b)) : 0, normal = pow2(1 - f.bias());
    const bool small_reciprocal = finite && 1 / d < normal, small_quotient = number && n / d < normal;
    if (small_reciprocal && small_quotient) return {of_denominator ? by(-up) : by(0), true};
    if (small_reciprocal) return {by(-up), false};
    if (small_quotient) return {of_numerator ? by(up) : by(0), true};
    if (f.field(x.c) <= tiny) return {by(up), false};
    return {by(0), false};
  };
  const Draw X = wide ? Draw::f64 : Draw::f32;
  LaneCase c{.mnemonic = mnemonic,
             .sources = {X, X, X},
             .oracle = [=](const Args& x) { return scale(x).value; },
             .wide_result = wide,
             .same = same_in(f),
             .bit = [=](const Args& x) { return scale(x).flag; }};
  check_lanes(wide ? vop_f64_table() : vop_f32_table(), c, 40);
}
TEST(Division, ScaleSingle) { check_scale<float>("v_div_scale_f32"); }
TEST(Division, ScaleDouble) { check_scale<double>("v_div_scale_f64"); }

// v_div_fmas: plain where VCC is clear; where it is set scaled up or down by the size of the quotient,
// rounded once.
template <class T> void check_fmas(const char* mnemonic) {
  constexpr bool wide = sizeof(T) == 8;
  constexpr Format f = wide ? kF64 : kF32;
  const Semantics* row = find_row(wide ? vop_f64_table() : vop_f32_table(), mnemonic);
  ASSERT_TRUE(row);
  Values values(9);
  for (int round = 0; round < 60; ++round) {
    TestWave tw;
    const uint64_t exec = round % 2 ? values.bits() : ~0ull, vcc = round % 3 ? values.bits() : 0;
    tw.set_exec(exec);
    tw.wave().set_s64(kVcc, vcc);
    Op op;
    op.dst = kDstRow;
    Src* src[] = {&op.a, &op.b, &op.c};
    for (int k = 0; k < 3; ++k) {
      for (int i = 0; i < kLanes; ++i)
        tw.set_lane(4 + 2 * k, i, values.draw(wide ? Draw::f64 : Draw::f32), wide);
      *src[k] = TestWave::vector(4 + 2 * k, wide);
    }
    const auto before = tw.snapshot();
    tw.run(row->fn, op);
    if (wide)
      tw.expect_unchanged_but(before, {kDstRow, kDstRow + 1}, exec);
    else
      tw.expect_unchanged_but(before, {kDstRow}, exec);
    for (int i = 0; i < kLanes; ++i) {
      if (!(exec >> i & 1)) continue;
      const Args x{tw.lane(4, i, wide), tw.lane(6, i, wide), tw.lane(8, i, wide), 0, i};
      const int n = !(vcc >> i & 1) ? 0 : (f.field(x.c) > f.bias() ? 1 : -1) * (wide ? 128 : 64);
      const uint64_t want =
          rounded(f, 3, [=](Quad a, Quad b, Quad c) { return add_odd(a * b, c) * pow2(n); })(x);
      const uint64_t got = tw.lane(kDstRow, i, wide);
      ASSERT_TRUE(same_in(f)(want, got))
          << std::hex << x.a << " " << x.b << " " << x.c << " want " << want << " got " << got;
    }
  }
}
TEST(Division, FmasSingle) { check_fmas<float>("v_div_fmas_f32"); }
TEST(Division, FmasDouble) { check_fmas<double>("v_div_fmas_f64"); }

} // namespace
} // namespace wavelift::soft::test
