// Half precision, single and packed, mixed precision and dot products, against exact arithmetic.
#include "float_oracle.h"

namespace wavelift::soft::test {
namespace {

constexpr Format F = kF16;
constexpr Draw H = Draw::f16, N = Draw::none;
using A = const Args&;

// The result is zero-extended; `keeps`: the destination's upper half stays.
LaneCase half(const char* name, std::array<Draw, 3> sources, std::function<uint64_t(A)> f,
              bool keeps = false) {
  auto low = [=](A x) {
    const Args y{.a = x.a & 0xffff, .b = x.b & 0xffff, .c = x.c & 0xffff, .old = x.old & 0xffff};
    return f(y) | (keeps ? x.old & 0xffff0000 : 0);
  };
  return {.mnemonic = name, .sources = sources, .oracle = low, .same = [](uint64_t want, uint64_t got) {
            return want >> 16 == got >> 16 && same_in(F)(want & 0xffff, got & 0xffff);
          }};
}
LaneCase one(const char* name, std::function<uint64_t(A)> f) { return half(name, {H, N, N}, f); }
LaneCase two(const char* name, std::function<uint64_t(A)> f) { return half(name, {H, H, N}, f); }
LaneCase three(const char* name, std::function<uint64_t(A)> f) { return half(name, {H, H, H}, f); }
LaneCase keeping(const char* name, std::function<uint64_t(A)> f) { return half(name, {H, H, H}, f, true); }

const auto kAdd = rounded(F, 2, [](Quad a, Quad b, Quad) { return a + b; });
const auto kMul = rounded(F, 2, [](Quad a, Quad b, Quad) { return a * b; });
const auto kFma = rounded(F, 3, [](Quad a, Quad b, Quad c) { return a * b + c; }); // exact: 80 bits at most
uint64_t mad(A x) {
  const uint64_t p = F.flush(kMul({.a = F.flush(x.a), .b = F.flush(x.b)}));
  return F.flush(kAdd({.a = p, .b = F.flush(x.c)}));
}
uint64_t max2(A x) { return max_of(F, x.a, x.b); }
uint64_t min2(A x) { return min_of(F, x.a, x.b); }

std::function<uint64_t(A)> host(long double (*f)(long double)) {
  return [=](A x) -> uint64_t {
    if (F.is_nan(x.a)) return x.a | F.quiet();
    return round_to(F, static_cast<Quad>(f(static_cast<long double>(value(F, x.a)))));
  };
}
std::function<uint64_t(A)> integral(char mode) {
  return [=](A x) { return integral_of(F, x.a, mode); };
}

// Functions of one half, for every half there is.
const std::vector<LaneCase>& functions() {
  static const std::vector<LaneCase> cases = {
      one("v_rcp_f16", host([](long double x) { return 1 / x; })),
      one("v_sqrt_f16", host([](long double x) { return sqrtl(x); })),
      one("v_rsq_f16", host([](long double x) { return 1 / sqrtl(x); })),
      one("v_exp_f16", host([](long double x) { return exp2l(x); })),
      one("v_log_f16", host([](long double x) { return log2l(x); })),
      one("v_sin_f16", host(sin_hardware)),
      one("v_cos_f16", host(cos_hardware)),
      one("v_floor_f16", integral('f')),
      one("v_ceil_f16", integral('c')),
      one("v_trunc_f16", integral('t')),
      one("v_rndne_f16", integral('n')),
      one("v_fract_f16", [](A x) { return fract_of(F, x.a); }),
      one("v_frexp_mant_f16", [](A x) { return mantissa_of(F, x.a); }),
      one("v_frexp_exp_i16_f16", [](A x) -> uint64_t { return static_cast<uint16_t>(exponent_of(F, x.a)); }),
  };
  return cases;
}
TEST(VopF16, FunctionsOfEveryHalf) {
  for (const LaneCase& c : functions()) {
    if (unwanted(c.mnemonic)) continue;
    SCOPED_TRACE(c.mnemonic);
    const Semantics* row = find_row(vop_f16_table(), c.mnemonic);
    ASSERT_TRUE(row);
    TestWave tw;
    Op op;
    op.dst = kDstRow;
    op.a = TestWave::vector(4);
    for (uint64_t x = 0; x < 0x10000; x += kLanes) {
      for (int i = 0; i < kLanes; ++i) tw.set_lane(4, i, x + static_cast<uint64_t>(i));
      tw.run(row->fn, op);
      for (int i = 0; i < kLanes; ++i) {
        const uint64_t want = c.oracle({.a = x + static_cast<uint64_t>(i)}), got = tw.lane(kDstRow, i);
        ASSERT_TRUE(c.same(want, got))
            << std::hex << x + static_cast<uint64_t>(i) << " want " << want << " got " << got;
      }
    }
  }
}

uint64_t part(uint64_t x, bool high) { return (high ? x >> 16 : x) & 0xffff; }

// Dot products: the products are exact, each sum is rounded to float.
uint64_t dot2(uint64_t a_lo, uint64_t b_lo, uint64_t a_hi, uint64_t b_hi, uint64_t c, Format from) {
  const uint64_t in[] = {a_lo, b_lo, a_hi, b_hi};
  for (uint64_t x : in)
    if (from.is_nan(x)) return kF32.inf() | kF32.quiet();
  if (kF32.is_nan(c)) return c | kF32.quiet();
  const Quad low = value(from, a_lo) * value(from, b_lo), high = value(from, a_hi) * value(from, b_hi);
  const uint64_t sum = round_to(kF32, add_odd(low, value(kF32, c)));
  return kF32.is_nan(sum) ? sum : round_to(kF32, add_odd(high, value(kF32, sum)));
}
constexpr Format kBf16{8, 7};
std::function<uint64_t(A)> dot2c(Format from) {
  return [=](A x) {
    return dot2(part(x.a, false), part(x.b, false), part(x.a, true), part(x.b, true), x.old, from);
  };
}

TEST(VopF16, EveryRow) {
  auto with_old = [](auto f) { return [=](A x) { return f({.a = x.a, .b = x.b, .c = x.old}); }; };
  auto max3 = [](A x) { return max_of(F, max_of(F, x.a, x.b), x.c); };
  auto min3 = [](A x) { return min_of(F, min_of(F, x.a, x.b), x.c); };
  auto med3 = [](A x) { return median_of(F, x.a, x.b, x.c); };
  // Underflow is left to the quotient.
  auto fixup = [](A x) { return fixup_of(F, x.a, x.b, x.c, -1000); };
  std::vector<LaneCase> cases = {
      two("v_add_f16", kAdd),
      two("v_sub_f16", rounded(F, 2, [](Quad a, Quad b, Quad) { return a - b; })),
      two("v_subrev_f16", rounded(F, 2, [](Quad a, Quad b, Quad) { return b - a; })),
      two("v_mul_f16", kMul),
      two("v_max_f16", max2),
      two("v_min_f16", min2),
      half("v_ldexp_f16", {H, Draw::b16, N},
           [](A x) { return scaled_by(F, x.a, static_cast<int16_t>(x.b)); }),
      two("v_mac_f16", with_old(mad)),
      three("v_madak_f16", mad),
      three("v_madmk_f16", mad),
      three("v_mad_legacy_f16", mad),
      three("v_fma_legacy_f16", kFma),
      three("v_div_fixup_legacy_f16", fixup),
      keeping("v_mad_f16", mad),
      keeping("v_fma_f16", kFma),
      keeping("v_div_fixup_f16", fixup),
      keeping("v_max3_f16", max3),
      keeping("v_min3_f16", min3),
      keeping("v_med3_f16", med3),
      {.mnemonic = "v_pack_b32_f16",
       .sources = {H, H, N},
       .oracle = [](A x) { return part(x.a, false) | part(x.b, false) << 16; }},
      {.mnemonic = "v_dot2c_f32_f16", .sources = {H, H, N}, .oracle = dot2c(F), .same = same_in(kF32)},
      {.mnemonic = "v_dot2c_f32_bf16",
       .sources = {Draw::f32, Draw::f32, N},
       .oracle = dot2c(kBf16),
       .same = same_in(kF32)},
  };
  std::set<std::string, std::less<>> elsewhere = {
      "v_pk_add_f16",    "v_pk_mul_f16",    "v_pk_fma_f16",    "v_pk_max_f16",    "v_pk_min_f16",
      "v_pk_fmac_f16",   "v_fma_mix_f32",   "v_fma_mixlo_f16", "v_fma_mixhi_f16", "v_mad_mix_f32",
      "v_mad_mixlo_f16", "v_mad_mixhi_f16", "v_dot2_f32_f16",  "v_dot2_f32_bf16"};
  for (const LaneCase& c : functions()) cases.push_back(c);
  check_table(vop_f16_table(), cases, elsewhere);
}

// Operations that read op_sel, neg and clamp themselves: random flags, EXEC, and destinations on a source.
// `want` sees the sources and the old destination of a lane.
struct Flagged {
  const char* mnemonic;
  int arity;
  std::function<uint64_t(A, uint32_t flags)> want;
  std::function<bool(uint64_t, uint64_t)> same;
  bool mixed = false; // some sources are floats
};
void check_flagged(const Flagged& t) {
  if (unwanted(t.mnemonic)) return;
  SCOPED_TRACE(t.mnemonic);
  const Semantics* row = find_row(vop_f16_table(), t.mnemonic);
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->clamps);
  EXPECT_EQ(row->mod, Mod::packed);
  Values values(13);
  auto draw = [&](int k) -> uint64_t {
    if (t.mixed && (values.bits() & 1 || k == 2)) return values.draw(Draw::f32);
    return (values.draw(H) & 0xffff) | (values.draw(H) & 0xffff) << 16;
  };
  for (int round = 0; round < 80; ++round) {
    TestWave tw(static_cast<uint64_t>(round));
    const uint64_t exec = kExecPatterns[static_cast<size_t>(round) % std::size(kExecPatterns)];
    tw.set_exec(exec);
    Op op;
    op.dst = kDstRow;
    op.flags = round < 5
                   ? uint32_t{kOpSelDefault}
                   : static_cast<uint32_t>(values.bits()) & (kOpSel | kOpSelHi | kNegLo | kNegHi | kClamp);
    for (int i = 0; i < kLanes; ++i) tw.set_lane(kDstRow, i, draw(0));
    Src* src[] = {&op.a, &op.b, &op.c};
    for (int k = 0; k < t.arity; ++k) {
      const int r = round % 4 == k + 1 ? kDstRow : 4 + 2 * k;
      for (int i = 0; i < kLanes; ++i) tw.set_lane(r, i, draw(k));
      *src[k] = TestWave::vector(r);
      if (round % 5 == 4 && k == 1) *src[k] = tw.constant(draw(k));
    }
    uint64_t want[kLanes];
    for (int i = 0; i < kLanes; ++i)
      want[i] = t.want({tw.value(op.a, i, false), tw.value(op.b, i, false), tw.value(op.c, i, false),
                        tw.lane(kDstRow, i), i},
                       op.flags);
    const auto before = tw.snapshot();
    tw.run(row->fn, op);
    tw.expect_unchanged_but(before, {kDstRow}, exec);
    for (int i = 0; i < kLanes; ++i)
      if (exec >> i & 1) {
        ASSERT_TRUE(t.same(want[i], tw.lane(kDstRow, i)))
            << std::hex << "want " << want[i] << " got " << tw.lane(kDstRow, i) << " flags " << op.flags
            << " lane " << i;
      }
  }
}

bool same_halves(uint64_t want, uint64_t got) {
  return same_in(F)(want & 0xffff, got & 0xffff) && same_in(F)(want >> 16, got >> 16);
}
uint64_t clamped(Format f, uint64_t r) {
  const uint64_t one = static_cast<uint64_t>(f.bias()) << f.mantissa;
  return f.is_nan(r) || (r & f.sign()) ? 0 : std::min(r, one);
}
Flagged packed(const char* name, int arity, std::function<uint64_t(A)> f) {
  auto want = [=](A x, uint32_t flags) {
    uint64_t both = 0;
    for (int h = 0; h < 2; ++h) {
      const uint64_t in[] = {x.a, x.b, x.c};
      uint64_t y[3];
      for (int k = 0; k < 3; ++k)
        y[k] = part(in[k], flags >> (3 * h + k) & 1) ^ (flags >> (6 + 3 * h + k) & 1 ? F.sign() : 0);
      uint64_t r = f({.a = y[0], .b = y[1], .c = y[2]});
      if (flags & kClamp) r = clamped(F, r);
      both |= r << (16 * h);
    }
    return both;
  };
  return {name, arity, want, same_halves};
}
TEST(VopF16, Packed) {
  check_flagged(packed("v_pk_add_f16", 2, kAdd));
  check_flagged(packed("v_pk_mul_f16", 2, kMul));
  check_flagged(packed("v_pk_fma_f16", 3, kFma));
  check_flagged(packed("v_pk_max_f16", 2, max2));
  check_flagged(packed("v_pk_min_f16", 2, min2));
  // VOP2: no op_sel, no neg; the destination is the third source.
  auto fmac = [](A x, uint32_t flags) {
    uint64_t both = 0;
    for (int h = 0; h < 2; ++h) {
      const uint64_t r = kFma({.a = part(x.a, h), .b = part(x.b, h), .c = part(x.old, h)});
      both |= (flags & kClamp ? clamped(F, r) : r) << (16 * h);
    }
    return both;
  };
  check_flagged({"v_pk_fmac_f16", 2, fmac, same_halves});
}

// A source of v_fma_mix: a float, or a half by op_sel; then abs, then neg.
uint64_t mix_source(uint64_t x, int k, uint32_t flags) {
  uint64_t r = x;
  if (flags >> (3 + k) & 1) {
    const uint64_t h = part(x, flags >> k & 1);
    r = F.is_nan(h) ? (h & F.sign()) << 16 | kF32.inf() | kF32.quiet() : round_to(kF32, value(F, h));
  }
  if (flags >> (9 + k) & 1) r &= ~kF32.sign();
  return flags >> (6 + k) & 1 ? r ^ kF32.sign() : r;
}
enum class To { f32, low, high };
Flagged mix(const char* name, bool fused, To to) {
  auto want = [=](A x, uint32_t flags) -> uint64_t {
    const Args y{
        .a = mix_source(x.a, 0, flags), .b = mix_source(x.b, 1, flags), .c = mix_source(x.c, 2, flags)};
    uint64_t r;
    if (fused) {
      r = rounded(kF32, 3, [](Quad a, Quad b, Quad c) { return add_odd(a * b, c); })(y);
    } else {
      auto mul = rounded(kF32, 2, [](Quad a, Quad b, Quad) { return a * b; });
      auto add = rounded(kF32, 2, [](Quad a, Quad b, Quad) { return add_odd(a, b); });
      const uint64_t p = kF32.flush(mul({.a = kF32.flush(y.a), .b = kF32.flush(y.b)}));
      r = kF32.flush(add({.a = p, .b = kF32.flush(y.c)}));
    }
    if (flags & kClamp) r = clamped(kF32, r);
    if (to == To::f32) return r;
    const uint64_t h = kF32.is_nan(r) ? F.inf() | F.quiet() : round_to(F, value(kF32, r));
    return to == To::low ? h | (x.old & 0xffff0000) : h << 16 | (x.old & 0xffff);
  };
  auto same = [=](uint64_t w, uint64_t g) {
    if (to == To::f32) return same_in(kF32)(w, g);
    // The other half is only copied.
    const int here = to == To::low ? 0 : 16, there = 16 - here;
    return part(w >> there, false) == part(g >> there, false) &&
           same_in(F)(part(w >> here, false), part(g >> here, false));
  };
  return {name, 3, want, same, true};
}
TEST(VopF16, Mixed) {
  check_flagged(mix("v_fma_mix_f32", true, To::f32));
  check_flagged(mix("v_fma_mixlo_f16", true, To::low));
  check_flagged(mix("v_fma_mixhi_f16", true, To::high));
  check_flagged(mix("v_mad_mix_f32", false, To::f32));
  check_flagged(mix("v_mad_mixlo_f16", false, To::low));
  check_flagged(mix("v_mad_mixhi_f16", false, To::high));
}

TEST(VopF16, DotProducts) {
  for (Format from : {F, kBf16}) {
    auto want = [=](A x, uint32_t flags) {
      auto in = [&](uint64_t v, int k, int h) {
        return part(v, flags >> (3 * h + k) & 1) ^ (flags >> (6 + 3 * h + k) & 1 ? from.sign() : 0);
      };
      const uint64_t c = x.c ^ (flags >> 8 & 1 ? kF32.sign() : 0);
      const uint64_t r = dot2(in(x.a, 0, 0), in(x.b, 1, 0), in(x.a, 0, 1), in(x.b, 1, 1), c, from);
      return flags & kClamp ? clamped(kF32, r) : r;
    };
    check_flagged({from.exponent == 5 ? "v_dot2_f32_f16" : "v_dot2_f32_bf16", 3, want, same_in(kF32), true});
  }
}

} // namespace
} // namespace wavelift::soft::test
