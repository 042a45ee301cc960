// Single precision against exact arithmetic.
#include "float_oracle.h"
#include "soft/isa/float_math.h"

namespace wavelift::soft::test {
namespace {

constexpr Format F = kF32;
constexpr Draw X = Draw::f32, N = Draw::none;
using A = const Args&;

LaneCase one(const char* name, std::function<uint64_t(A)> f) {
  return {.mnemonic = name, .sources = {X, N, N}, .oracle = f, .same = same_in(F)};
}
LaneCase two(const char* name, std::function<uint64_t(A)> f) {
  return {.mnemonic = name, .sources = {X, X, N}, .oracle = f, .same = same_in(F)};
}
LaneCase three(const char* name, std::function<uint64_t(A)> f) {
  return {.mnemonic = name, .sources = {X, X, X}, .oracle = f, .same = same_in(F)};
}

std::function<uint64_t(A)> fma_exact() {
  return rounded(F, 3, [](Quad a, Quad b, Quad c) { return add_odd(a * b, c); });
}
std::function<uint64_t(A)> with_old(std::function<uint64_t(A)> f) {
  return [=](A x) { return f({.a = x.a, .b = x.b, .c = x.old}); };
}
// Rounded after the product and after the sum; denormals in and out are zeros.
uint64_t mad(A x, bool legacy) {
  const uint64_t a = F.flush(x.a), b = F.flush(x.b), c = F.flush(x.c);
  auto mul = rounded(F, 2, [](Quad p, Quad q, Quad) { return p * q; });
  const uint64_t p = legacy && (F.is_zero(a) || F.is_zero(b)) ? 0 : F.flush(mul({.a = a, .b = b}));
  return F.flush(rounded(F, 2, [](Quad s, Quad t, Quad) { return add_odd(s, t); })({.a = p, .b = c}));
}
// A function of the host's long double, rounded to float; NaN operands give NaN.
std::function<uint64_t(A)> host(long double (*f)(long double), bool flush_in, bool flush_out) {
  return [=](A x) -> uint64_t {
    if (F.is_nan(x.a)) return x.a | F.quiet();
    const long double v = static_cast<long double>(f32(flush_in ? F.flush(x.a) : x.a));
    const uint64_t r = round_to(F, static_cast<Quad>(f(v)));
    return flush_out ? F.flush(r) : r;
  };
}

struct Cube {
  float id, sc, tc, ma;
};
Cube cube(A v) {
  const float x = f32(v.a), y = f32(v.b), z = f32(v.c);
  if (fabsf(z) >= fabsf(x) && fabsf(z) >= fabsf(y)) return {z < 0 ? 5.0f : 4.0f, z < 0 ? -x : x, -y, 2 * z};
  if (fabsf(y) >= fabsf(x)) return {y < 0 ? 3.0f : 2.0f, x, y < 0 ? -z : z, 2 * y};
  return {x < 0 ? 1.0f : 0.0f, x < 0 ? z : -z, -y, 2 * x};
}

LaneCase flushing(LaneCase c) {
  c.mode = kFlushFloatMode;
  return c;
}

std::vector<LaneCase> cases() {
  auto integral = [](char mode) { return [=](A x) { return integral_of(F, x.a, mode); }; };
  auto legacy_mul = [](A x) -> uint64_t {
    if (F.is_zero(x.a) || F.is_zero(x.b)) return 0;
    return rounded(F, 2, [](Quad a, Quad b, Quad) { return a * b; })(x);
  };
  auto mad_plain = [](A x) { return mad(x, false); };
  std::vector<LaneCase> t = {
      two("v_add_f32", rounded(F, 2, [](Quad a, Quad b, Quad) { return add_odd(a, b); })),
      two("v_sub_f32", rounded(F, 2, [](Quad a, Quad b, Quad) { return add_odd(a, -b); })),
      two("v_subrev_f32", rounded(F, 2, [](Quad a, Quad b, Quad) { return add_odd(b, -a); })),
      two("v_mul_f32", rounded(F, 2, [](Quad a, Quad b, Quad) { return a * b; })),
      two("v_mul_legacy_f32", legacy_mul),
      two("v_min_f32", [](A x) { return min_of(F, x.a, x.b); }),
      two("v_max_f32", [](A x) { return max_of(F, x.a, x.b); }),
      three("v_min3_f32", [](A x) { return min_of(F, min_of(F, x.a, x.b), x.c); }),
      three("v_max3_f32", [](A x) { return max_of(F, max_of(F, x.a, x.b), x.c); }),
      three("v_maxmin_f32", [](A x) { return min_of(F, max_of(F, x.a, x.b), x.c); }),
      three("v_minmax_f32", [](A x) { return max_of(F, min_of(F, x.a, x.b), x.c); }),
      three("v_med3_f32", [](A x) { return median_of(F, x.a, x.b, x.c); }),
      three("v_fma_f32", fma_exact()),
      three("v_fmaak_f32", fma_exact()),
      three("v_fmamk_f32", fma_exact()),
      two("v_fmac_f32", with_old(fma_exact())),
      three("v_fma_legacy_f32",
            [](A x) {
              return F.is_zero(x.a) || F.is_zero(x.b) ? (x.c == F.sign() ? 0 : x.c) : fma_exact()(x);
            }),
      two("v_fmac_legacy_f32", with_old([](A x) {
            return F.is_zero(x.a) || F.is_zero(x.b) ? (x.c == F.sign() ? 0 : x.c) : fma_exact()(x);
          })),
      three("v_mad_f32", mad_plain),
      flushing(three("v_mad_f32", mad_plain)),
      flushing(two("v_mac_f32", with_old(mad_plain))),
      three("v_madak_f32", mad_plain),
      three("v_madmk_f32", mad_plain),
      two("v_mac_f32", with_old(mad_plain)),
      three("v_mad_legacy_f32", [](A x) { return mad(x, true); }),
      one("v_rcp_f32", host([](long double x) { return 1 / x; }, true, true)),
      one("v_rcp_iflag_f32", host([](long double x) { return 1 / x; }, true, true)),
      one("v_rsq_f32", host([](long double x) { return 1 / sqrtl(x); }, true, true)),
      one("v_sqrt_f32", host([](long double x) { return sqrtl(x); }, true, true)),
      one("v_exp_f32", host([](long double x) { return exp2l(x); }, false, true)),
      one("v_exp_legacy_f32", host([](long double x) { return exp2l(x); }, false, true)),
      one("v_log_f32", host([](long double x) { return log2l(x); }, true, false)),
      one("v_log_legacy_f32", host([](long double x) { return log2l(x); }, true, false)),
      one("v_sin_f32", host(sin_hardware, false, false)),
      one("v_cos_f32", host(cos_hardware, false, false)),
      one("v_fract_f32", [](A x) { return fract_of(F, x.a); }),
      one("v_trunc_f32", integral('t')),
      one("v_ceil_f32", integral('c')),
      one("v_floor_f32", integral('f')),
      one("v_rndne_f32", integral('n')),
      one("v_frexp_mant_f32", [](A x) { return mantissa_of(F, x.a); }),
      {.mnemonic = "v_frexp_exp_i32_f32",
       .sources = {X, N, N},
       .oracle = [](A x) -> uint64_t { return static_cast<uint32_t>(exponent_of(F, x.a)); }},
      {.mnemonic = "v_ldexp_f32",
       .sources = {X, Draw::b32, N},
       .oracle = [](A x) { return scaled_by(F, x.a, static_cast<int32_t>(x.b)); },
       .same = same_in(F)},
      three("v_div_fixup_f32", [](A x) { return fixup_of(F, x.a, x.b, x.c, -150); }),
      three("v_cubeid_f32", [](A x) { return bits32(cube(x).id); }),
      three("v_cubesc_f32", [](A x) { return bits32(cube(x).sc); }),
      three("v_cubetc_f32", [](A x) { return bits32(cube(x).tc); }),
      three("v_cubema_f32", [](A x) { return bits32(cube(x).ma); }),
  };
  // A negated NaN stays what it is, signalling or not.
  for (LaneCase& c : t)
    if (c.mnemonic.starts_with("v_cube"))
      c.same = [](uint64_t want, uint64_t got) { return want == got || (F.is_nan(want) && F.is_nan(got)); };
  return t;
}

TEST(VopF32, EveryRow) {
  check_table(vop_f32_table(), cases(),
              {"v_div_scale_f32", "v_div_fmas_f32", "v_pk_fma_f32", "v_pk_mul_f32", "v_pk_add_f32"});
}

// Draws where the functions have their structure: near whole and quarter turns, near one, at the ends of the
// range.
TEST(VopF32, TranscendentalsAreCorrectlyRounded) {
  struct Range {
    const char* mnemonic;
    float low, high;
    std::function<uint64_t(A)> want;
  };
  const Range ranges[] = {
      {"v_exp_f32", -126, 128, host([](long double x) { return exp2l(x); }, false, true)},
      {"v_exp_f32", -1e-3f, 1e-3f, host([](long double x) { return exp2l(x); }, false, true)},
      {"v_log_f32", 0.5f, 2, host([](long double x) { return log2l(x); }, true, false)},
      {"v_log_f32", 0.9999f, 1.0001f, host([](long double x) { return log2l(x); }, true, false)},
      {"v_log_f32", 0, 3e38f, host([](long double x) { return log2l(x); }, true, false)},
      {"v_sin_f32", -1, 1, host(sin_hardware, false, false)},
      {"v_sin_f32", -256, 256, host(sin_hardware, false, false)},
      {"v_cos_f32", -1, 1, host(cos_hardware, false, false)},
      {"v_cos_f32", 0.2499f, 0.2501f, host(cos_hardware, false, false)},
      {"v_rsq_f32", 0.25f, 4, host([](long double x) { return 1 / sqrtl(x); }, true, true)},
      {"v_rcp_f32", 0.5f, 2, host([](long double x) { return 1 / x; }, true, true)},
  };
  std::mt19937_64 rng(7);
  for (const Range& r : ranges) {
    if (unwanted(r.mnemonic)) continue;
    SCOPED_TRACE(r.mnemonic);
    const Semantics* row = find_row(vop_f32_table(), r.mnemonic);
    ASSERT_TRUE(row);
    std::uniform_real_distribution<float> in(r.low, r.high);
    TestWave tw;
    for (int round = 0; round < 40; ++round) {
      uint64_t x[kLanes];
      for (int i = 0; i < kLanes; ++i) tw.set_lane(4, i, x[i] = bits32(in(rng)));
      Op op;
      op.dst = kDstRow;
      op.a = TestWave::vector(4);
      tw.run(row->fn, op);
      for (int i = 0; i < kLanes; ++i)
        ASSERT_EQ(tw.lane(kDstRow, i), r.want({.a = x[i]})) << std::hex << x[i];
    }
  }
}

// The series must be well inside the window in which their rounding is decided anew: 8 units of 2^-52.
TEST(VopF32, SeriesAreAccurate) {
  struct Series {
    const char* name;
    float low, high;
    F64 (*series)(F64);
    long double (*exact)(long double);
  };
  const Series all[] = {
      {"exp2", -126, 128, [](F64 x) { return exp2_of(x); }, exp2l},
      {"log2", 0.25f, 4, [](F64 x) { return log2_of(x); }, log2l},
      {"log2 near one", 0.99f, 1.01f, [](F64 x) { return log2_of(x); }, log2l},
      {"sin", -2, 2, [](F64 x) { return sin_revolutions(x); }, sin_turns},
      {"cos", -2, 2, [](F64 x) { return cos_revolutions(x); }, cos_turns},
  };
  std::mt19937_64 rng(17);
  for (const Series& s : all) {
    SCOPED_TRACE(s.name);
    std::uniform_real_distribution<float> in(s.low, s.high);
    for (int round = 0; round < 2000; ++round) {
      F64 x;
      for (int j = 0; j < kBlock; ++j) x[j] = static_cast<double>(in(rng));
      const F64 y = s.series(x);
      for (int j = 0; j < kBlock; ++j) {
        const long double want = s.exact(static_cast<long double>(x[j])),
                          error = fabsl(static_cast<long double>(y[j]) - want);
        ASSERT_LE(error, fabsl(want) * 0x1p-50L) << x[j];
      }
    }
  }
}

// Every setting of op_sel, op_sel_hi, neg_lo, neg_hi and clamp, with destination and sources apart and
// overlapping.
void check_packed(const char* mnemonic, int arity, std::function<uint64_t(A)> half) {
  if (unwanted(mnemonic)) return;
  SCOPED_TRACE(mnemonic);
  const Semantics* row = find_row(vop_f32_table(), mnemonic);
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->clamps);
  EXPECT_EQ(row->mod, Mod::packed);
  Values values(11);
  for (int round = 0; round < 60; ++round) {
    TestWave tw(static_cast<uint64_t>(round));
    const uint64_t exec = kExecPatterns[static_cast<size_t>(round) % std::size(kExecPatterns)];
    tw.set_exec(exec);
    Op op;
    op.dst = kDstRow;
    op.flags = round < 5
                   ? uint32_t{kOpSelDefault}
                   : static_cast<uint32_t>(values.bits()) & (kOpSel | kOpSelHi | kNegLo | kNegHi | kClamp);
    Src* src[] = {&op.a, &op.b, &op.c};
    for (int k = 0; k < arity; ++k) {
      const int r = round % 4 == k + 1 ? kDstRow : 4 + 2 * k;
      for (int i = 0; i < kLanes; ++i) tw.set_lane(r, i, values.draw(X) | values.draw(X) << 32, true);
      *src[k] = TestWave::vector(r, true);
      if (round % 5 == 4 && k == 1) {
        tw.wave().set_s64(30, values.draw(X) | values.draw(X) << 32);
        *src[k] = TestWave::scalar(30, true);
      }
    }
    uint64_t want[kLanes];
    for (int i = 0; i < kLanes; ++i) {
      want[i] = 0;
      for (int h = 0; h < 2; ++h) {
        uint64_t in[3] = {};
        for (int k = 0; k < arity; ++k) {
          const bool high = op.flags >> (3 * h + k) & 1, negate = op.flags >> (6 + 3 * h + k) & 1;
          in[k] = (tw.value(*src[k], i, true) >> (high ? 32 : 0) & 0xffffffff) ^ (negate ? F.sign() : 0);
        }
        uint64_t r = half({.a = in[0], .b = in[1], .c = in[2]});
        if (op.flags & kClamp) r = F.is_nan(r) || (r & F.sign()) ? 0 : std::min<uint64_t>(r, bits32(1));
        want[i] |= r << (32 * h);
      }
    }
    const auto before = tw.snapshot();
    tw.run(row->fn, op);
    tw.expect_unchanged_but(before, {kDstRow, kDstRow + 1}, exec);
    for (int i = 0; i < kLanes; ++i)
      if (exec >> i & 1) {
        const uint64_t got = tw.lane(kDstRow, i, true);
        ASSERT_TRUE(same_in(F)(want[i] & 0xffffffff, got & 0xffffffff) &&
                    same_in(F)(want[i] >> 32, got >> 32))
            << std::hex << want[i] << " " << got << " flags " << op.flags;
      }
  }
}
TEST(VopF32, Packed) {
  check_packed("v_pk_fma_f32", 3, fma_exact());
  check_packed("v_pk_mul_f32", 2, rounded(F, 2, [](Quad a, Quad b, Quad) { return a * b; }));
  check_packed("v_pk_add_f32", 2, rounded(F, 2, [](Quad a, Quad b, Quad) { return add_odd(a, b); }));
}

} // namespace
} // namespace wavelift::soft::test
