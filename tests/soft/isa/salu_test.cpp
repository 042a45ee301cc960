// Scalar operations: results and SCC against oracles in wide arithmetic and bit by bit.
#include "harness.h"
#include <optional>

namespace wavelift::soft::test {
namespace {

using enum Draw;
using Int128 = __int128;

struct Outcome {
  uint64_t value;
  std::optional<bool> scc = {}; // unset: SCC stays
};
// What an oracle sees: sources (32 or 64 bits), the old destination, SCC and EXEC before.
struct In {
  uint64_t a, b, old;
  bool scc;
  uint64_t exec;
};
struct ScalarCase {
  const char* mnemonic;
  Draw a, b;
  int dst_dwords; // 0: only SCC is written
  Outcome (*oracle)(const In&);
};

uint32_t u32(uint64_t x) { return static_cast<uint32_t>(x); }
int64_t s32(uint64_t x) { return static_cast<int32_t>(u32(x)); }
bool bit(uint64_t x, uint64_t i) { return i < 64 && (x >> i & 1); }
uint64_t count(uint64_t x, int width, bool value) {
  uint64_t n = 0;
  for (int i = 0; i < width; ++i) n += bit(x, uint64_t(i)) == value;
  return n;
}
uint64_t find(uint64_t x, int width, bool value, bool from_top) {
  for (int i = 0; i < width; ++i)
    if (bit(x, uint64_t(from_top ? width - 1 - i : i)) == value) return uint64_t(i);
  return 0xffffffff;
}
uint64_t mirror(uint64_t x, int width) {
  uint64_t r = 0;
  for (int i = 0; i < width; ++i) r |= uint64_t(bit(x, uint64_t(i))) << (width - 1 - i);
  return r;
}
uint64_t field(uint64_t x, uint64_t how, int bits, bool is_signed) {
  const int offset = int(how % uint64_t(bits)), width = int(how >> 16 & 0x7f);
  uint64_t r = 0;
  bool last = false;
  for (int i = 0; i < bits; ++i) {
    if (i < width)
      last = offset + i < bits ? bit(x, uint64_t(offset + i)) : is_signed && bit(x, uint64_t(bits - 1));
    if (i < width ? last : is_signed && width > 0 && last) r |= 1ull << i;
  }
  return r;
}
Outcome nz(uint64_t x) { return {x, x != 0}; }
Outcome nz32(uint64_t x) { return nz(u32(x)); }
Outcome flag(bool scc) { return {0, scc}; }
Outcome signed_sum(Int128 x) { return {u32(uint64_t(x)), x < INT32_MIN || x > INT32_MAX}; }
Outcome unsigned_sum(Int128 x) { return {u32(uint64_t(x)), x < 0 || x > 0xffffffffll}; }
uint64_t quads(uint64_t x, int width, bool whole) {
  uint64_t r = 0;
  for (int i = 0; i < width / 4; ++i)
    if (x >> (4 * i) & 15) r |= whole ? 15ull << (4 * i) : 1ull << i;
  return r;
}
uint64_t sign_from(uint64_t x, int width) { // distance from the top to the first bit unlike the sign
  for (int i = 1; i < width; ++i)
    if (bit(x, uint64_t(width - 1 - i)) != bit(x, uint64_t(width - 1))) return uint64_t(i);
  return 0xffffffff;
}

using I = const In&;
const ScalarCase kCases[] = {
    {"s_add_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) + x.b); }},
    {"s_addc_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) + x.b + x.scc); }},
    {"s_sub_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) - x.b); }},
    {"s_subb_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) - x.b - x.scc); }},
    {"s_add_i32", b32, b32, 1, [](I x) { return signed_sum(s32(x.a) + s32(x.b)); }},
    {"s_sub_i32", b32, b32, 1, [](I x) { return signed_sum(s32(x.a) - s32(x.b)); }},
    {"s_min_i32", b32, b32, 1,
     [](I x) { return Outcome{s32(x.a) < s32(x.b) ? x.a : x.b, s32(x.a) < s32(x.b)}; }},
    {"s_min_u32", b32, b32, 1, [](I x) { return Outcome{x.a < x.b ? x.a : x.b, x.a < x.b}; }},
    {"s_max_i32", b32, b32, 1,
     [](I x) { return Outcome{s32(x.a) > s32(x.b) ? x.a : x.b, s32(x.a) > s32(x.b)}; }},
    {"s_max_u32", b32, b32, 1, [](I x) { return Outcome{x.a > x.b ? x.a : x.b, x.a > x.b}; }},
    {"s_cselect_b32", b32, b32, 1, [](I x) { return Outcome{x.scc ? x.a : x.b}; }},
    {"s_cselect_b64", b64, b64, 2, [](I x) { return Outcome{x.scc ? x.a : x.b}; }},
    {"s_mul_i32", b32, b32, 1, [](I x) { return Outcome{u32(x.a * x.b)}; }},
    {"s_mul_hi_u32", b32, b32, 1, [](I x) { return Outcome{x.a * x.b >> 32}; }},
    {"s_mul_hi_i32", b32, b32, 1, [](I x) { return Outcome{u32(uint64_t(s32(x.a) * s32(x.b)) >> 32)}; }},
    {"s_lshl1_add_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) * 2 + x.b); }},
    {"s_lshl2_add_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) * 4 + x.b); }},
    {"s_lshl3_add_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) * 8 + x.b); }},
    {"s_lshl4_add_u32", b32, b32, 1, [](I x) { return unsigned_sum(Int128(x.a) * 16 + x.b); }},
    {"s_absdiff_i32", b32, b32, 1,
     [](I x) { return nz32(uint64_t(std::abs(int64_t{int32_t(u32(x.a - x.b))}))); }},
    {"s_and_b32", b32, b32, 1, [](I x) { return nz(x.a & x.b); }},
    {"s_and_b64", b64, b64, 2, [](I x) { return nz(x.a & x.b); }},
    {"s_or_b32", b32, b32, 1, [](I x) { return nz(x.a | x.b); }},
    {"s_or_b64", b64, b64, 2, [](I x) { return nz(x.a | x.b); }},
    {"s_xor_b32", b32, b32, 1, [](I x) { return nz((x.a | x.b) - (x.a & x.b)); }},
    {"s_xor_b64", b64, b64, 2, [](I x) { return nz((x.a | x.b) - (x.a & x.b)); }},
    {"s_andn2_b32", b32, b32, 1, [](I x) { return nz(x.a - (x.a & x.b)); }},
    {"s_andn2_b64", b64, b64, 2, [](I x) { return nz(x.a - (x.a & x.b)); }},
    {"s_orn2_b32", b32, b32, 1, [](I x) { return nz32(x.a | ~x.b); }},
    {"s_orn2_b64", b64, b64, 2, [](I x) { return nz(x.a | ~x.b); }},
    {"s_nand_b32", b32, b32, 1, [](I x) { return nz32(~x.a | ~x.b); }},
    {"s_nand_b64", b64, b64, 2, [](I x) { return nz(~x.a | ~x.b); }},
    {"s_nor_b32", b32, b32, 1, [](I x) { return nz32(~x.a & ~x.b); }},
    {"s_nor_b64", b64, b64, 2, [](I x) { return nz(~x.a & ~x.b); }},
    {"s_xnor_b32", b32, b32, 1, [](I x) { return nz32((x.a & x.b) | (~x.a & ~x.b)); }},
    {"s_xnor_b64", b64, b64, 2, [](I x) { return nz((x.a & x.b) | (~x.a & ~x.b)); }},
    {"s_lshl_b32", b32, shift, 1, [](I x) { return nz32(x.a << x.b % 32); }},
    {"s_lshl_b64", b64, shift, 2, [](I x) { return nz(x.a * (1ull << x.b % 64)); }},
    {"s_lshr_b32", b32, shift, 1, [](I x) { return nz(x.a >> x.b % 32); }},
    {"s_lshr_b64", b64, shift, 2, [](I x) { return nz(x.a / (1ull << x.b % 64)); }},
    {"s_ashr_i32", b32, shift, 1, [](I x) { return nz32(uint64_t(s32(x.a) >> x.b % 32)); }},
    {"s_ashr_i64", b64, shift, 2, [](I x) { return nz(uint64_t(Int128(int64_t(x.a)) >> x.b % 64)); }},
    {"s_bfe_u32", b32, b32, 1, [](I x) { return nz(field(x.a, x.b, 32, false)); }},
    {"s_bfe_i32", b32, b32, 1, [](I x) { return nz(field(x.a, x.b, 32, true)); }},
    {"s_bfe_u64", b64, b32, 2, [](I x) { return nz(field(x.a, x.b, 64, false)); }},
    {"s_bfe_i64", b64, b32, 2, [](I x) { return nz(field(x.a, x.b, 64, true)); }},
    {"s_bfm_b32", shift, shift, 1, [](I x) { return Outcome{u32(((1ull << x.a % 32) - 1) << x.b % 32)}; }},
    {"s_bfm_b64", shift, shift, 2, [](I x) { return Outcome{((1ull << x.a % 64) - 1) << x.b % 64}; }},
    {"s_pack_ll_b32_b16", b32, b32, 1, [](I x) { return Outcome{x.b % 65536 * 65536 + x.a % 65536}; }},
    {"s_pack_lh_b32_b16", b32, b32, 1, [](I x) { return Outcome{x.b / 65536 * 65536 + x.a % 65536}; }},
    {"s_pack_hl_b32_b16", b32, b32, 1, [](I x) { return Outcome{x.a / 65536 + x.b % 65536 * 65536}; }},
    {"s_pack_hh_b32_b16", b32, b32, 1, [](I x) { return Outcome{x.b / 65536 * 65536 + x.a / 65536}; }},
    {"s_mov_b32", b32, none, 1, [](I x) { return Outcome{x.a}; }},
    {"s_mov_b64", b64, none, 2, [](I x) { return Outcome{x.a}; }},
    {"s_cmov_b32", b32, none, 1, [](I x) { return Outcome{x.scc ? x.a : u32(x.old)}; }},
    {"s_cmov_b64", b64, none, 2, [](I x) { return Outcome{x.scc ? x.a : x.old}; }},
    {"s_not_b32", b32, none, 1, [](I x) { return nz(0xffffffff - x.a); }},
    {"s_not_b64", b64, none, 2, [](I x) { return nz(~0ull - x.a); }},
    {"s_wqm_b32", b32, none, 1, [](I x) { return nz(quads(x.a, 32, true)); }},
    {"s_wqm_b64", b64, none, 2, [](I x) { return nz(quads(x.a, 64, true)); }},
    {"s_quadmask_b32", b32, none, 1, [](I x) { return nz(quads(x.a, 32, false)); }},
    {"s_quadmask_b64", b64, none, 2, [](I x) { return nz(quads(x.a, 64, false)); }},
    {"s_brev_b32", b32, none, 1, [](I x) { return Outcome{mirror(x.a, 32)}; }},
    {"s_brev_b64", b64, none, 2, [](I x) { return Outcome{mirror(x.a, 64)}; }},
    {"s_bcnt0_i32_b32", b32, none, 1, [](I x) { return nz(count(x.a, 32, false)); }},
    {"s_bcnt0_i32_b64", b64, none, 1, [](I x) { return nz(count(x.a, 64, false)); }},
    {"s_bcnt1_i32_b32", b32, none, 1, [](I x) { return nz(count(x.a, 32, true)); }},
    {"s_bcnt1_i32_b64", b64, none, 1, [](I x) { return nz(count(x.a, 64, true)); }},
    {"s_ff0_i32_b32", b32, none, 1, [](I x) { return Outcome{find(x.a, 32, false, false)}; }},
    {"s_ff0_i32_b64", b64, none, 1, [](I x) { return Outcome{find(x.a, 64, false, false)}; }},
    {"s_ff1_i32_b32", b32, none, 1, [](I x) { return Outcome{find(x.a, 32, true, false)}; }},
    {"s_ff1_i32_b64", b64, none, 1, [](I x) { return Outcome{find(x.a, 64, true, false)}; }},
    {"s_flbit_i32_b32", b32, none, 1, [](I x) { return Outcome{find(x.a, 32, true, true)}; }},
    {"s_flbit_i32_b64", b64, none, 1, [](I x) { return Outcome{find(x.a, 64, true, true)}; }},
    {"s_flbit_i32", b32, none, 1, [](I x) { return Outcome{sign_from(x.a, 32)}; }},
    {"s_flbit_i32_i64", b64, none, 1, [](I x) { return Outcome{sign_from(x.a, 64)}; }},
    {"s_sext_i32_i8", b32, none, 1,
     [](I x) { return Outcome{x.a % 256 + (bit(x.a, 7) ? 0xffffff00u : 0u)}; }},
    {"s_sext_i32_i16", b32, none, 1,
     [](I x) { return Outcome{x.a % 65536 + (bit(x.a, 15) ? 0xffff0000u : 0u)}; }},
    {"s_bitset0_b32", shift, none, 1, [](I x) { return Outcome{u32(x.old) & ~(1ull << x.a % 32)}; }},
    {"s_bitset0_b64", shift, none, 2, [](I x) { return Outcome{x.old & ~(1ull << x.a % 64)}; }},
    {"s_bitset1_b32", shift, none, 1, [](I x) { return Outcome{u32(x.old) | 1ull << x.a % 32}; }},
    {"s_bitset1_b64", shift, none, 2, [](I x) { return Outcome{x.old | 1ull << x.a % 64}; }},
    {"s_abs_i32", b32, none, 1, [](I x) { return nz(uint64_t(std::abs(s32(x.a)))); }},
    {"s_bitreplicate_b64_b32", b32, none, 2,
     [](I x) {
       uint64_t r = 0;
       for (uint64_t i = 0; i < 64; ++i) r |= uint64_t(bit(x.a, i / 2)) << i;
       return Outcome{r};
     }},
    {"s_cmp_eq_i32", b32, b32, 0, [](I x) { return flag(x.a == x.b); }},
    {"s_cmp_lg_i32", b32, b32, 0, [](I x) { return flag(x.a != x.b); }},
    {"s_cmp_gt_i32", b32, b32, 0, [](I x) { return flag(s32(x.a) > s32(x.b)); }},
    {"s_cmp_ge_i32", b32, b32, 0, [](I x) { return flag(s32(x.a) >= s32(x.b)); }},
    {"s_cmp_lt_i32", b32, b32, 0, [](I x) { return flag(s32(x.a) < s32(x.b)); }},
    {"s_cmp_le_i32", b32, b32, 0, [](I x) { return flag(s32(x.a) <= s32(x.b)); }},
    {"s_cmp_eq_u32", b32, b32, 0, [](I x) { return flag(x.a == x.b); }},
    {"s_cmp_lg_u32", b32, b32, 0, [](I x) { return flag(x.a != x.b); }},
    {"s_cmp_gt_u32", b32, b32, 0, [](I x) { return flag(x.a > x.b); }},
    {"s_cmp_ge_u32", b32, b32, 0, [](I x) { return flag(x.a >= x.b); }},
    {"s_cmp_lt_u32", b32, b32, 0, [](I x) { return flag(x.a < x.b); }},
    {"s_cmp_le_u32", b32, b32, 0, [](I x) { return flag(x.a <= x.b); }},
    {"s_cmp_eq_u64", b64, b64, 0, [](I x) { return flag(x.a == x.b); }},
    {"s_cmp_lg_u64", b64, b64, 0, [](I x) { return flag(x.a != x.b); }},
    {"s_bitcmp0_b32", b32, shift, 0, [](I x) { return flag(!bit(x.a, x.b % 32)); }},
    {"s_bitcmp1_b32", b32, shift, 0, [](I x) { return flag(bit(x.a, x.b % 32)); }},
    {"s_bitcmp0_b64", b64, shift, 0, [](I x) { return flag(!bit(x.a, x.b % 64)); }},
    {"s_bitcmp1_b64", b64, shift, 0, [](I x) { return flag(bit(x.a, x.b % 64)); }},
};

constexpr int kDst = 60, kA = 62, kB = 64;

Src scalar_or_constant(TestWave& tw, int slot, uint64_t value, bool wide, bool constant) {
  if (constant) return tw.constant(value);
  tw.wave().set_s64(slot, value);
  return TestWave::scalar(slot, wide);
}

TEST(Salu, ResultsAndScc) {
  for (const ScalarCase& c : kCases) {
    if (unwanted(c.mnemonic)) continue;
    SCOPED_TRACE(c.mnemonic);
    const Semantics* row = find_row(salu_table(), c.mnemonic);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->defs, c.dst_dwords == 0 ? 0 : 1);
    Values values(std::hash<std::string_view>{}(c.mnemonic));
    TestWave tw;
    for (int round = 0; round < 400; ++round) {
      In in{values.draw(c.a), values.draw(c.b), values.bits(), (round & 1) != 0, tw.wave().exec()};
      if (round % 10 == 9 && c.b != none) in.b = is_wide_draw(c.b) ? in.a : u32(in.a);
      if (!is_wide_draw(c.a)) in.a = u32(in.a);
      Op op;
      op.sdst = kDst;
      op.a = scalar_or_constant(tw, kA, in.a, is_wide_draw(c.a), round % 7 == 3);
      if (c.b != none) op.b = scalar_or_constant(tw, kB, in.b, is_wide_draw(c.b), round % 7 == 5);
      tw.wave().set_s64(kDst, in.old);
      if (round % 5 == 1 && c.a != none && op.a.kind == Src::Kind::scalar) { // destination is a source
        op.sdst = kA;
        in.old = tw.wave().s64(kA);
      }
      tw.wave().scc = in.scc;
      const auto before = tw.snapshot();
      tw.run(row->fn, op);
      const Outcome want = c.oracle(in);
      if (c.dst_dwords == 2) EXPECT_EQ(tw.wave().s64(op.sdst), want.value) << std::hex << in.a << ' ' << in.b;
      if (c.dst_dwords == 1) EXPECT_EQ(tw.wave().s[op.sdst], want.value) << std::hex << in.a << ' ' << in.b;
      EXPECT_EQ(tw.wave().scc, want.scc.value_or(in.scc)) << std::hex << in.a << ' ' << in.b;
      if (c.dst_dwords == 2)
        tw.expect_unchanged_but(before, {}, 0, {op.sdst, op.sdst + 1}, true);
      else if (c.dst_dwords == 1)
        tw.expect_unchanged_but(before, {}, 0, {op.sdst}, true);
      else
        tw.expect_unchanged_but(before, {}, 0, {}, true);
      if (HasFailure()) return;
    }
  }
}

// EXEC = f(S0, EXEC); the destination is the old EXEC, or for wrexec the new one.
struct ExecCase {
  const char* mnemonic;
  uint64_t (*f)(uint64_t s, uint64_t e);
  bool new_in_dst = false;
};
// Each in a 32-bit form, which takes the lower half of EXEC, and a 64-bit one.
const ExecCase kExecCases[] = {
    {"s_and_saveexec", [](uint64_t s, uint64_t e) { return s & e; }},
    {"s_or_saveexec", [](uint64_t s, uint64_t e) { return s | e; }},
    {"s_xor_saveexec", [](uint64_t s, uint64_t e) { return s ^ e; }},
    {"s_andn2_saveexec", [](uint64_t s, uint64_t e) { return s & ~e; }},
    {"s_orn2_saveexec", [](uint64_t s, uint64_t e) { return s | ~e; }},
    {"s_nand_saveexec", [](uint64_t s, uint64_t e) { return ~(s & e); }},
    {"s_nor_saveexec", [](uint64_t s, uint64_t e) { return ~(s | e); }},
    {"s_xnor_saveexec", [](uint64_t s, uint64_t e) { return ~(s ^ e); }},
    {"s_andn1_saveexec", [](uint64_t s, uint64_t e) { return ~s & e; }},
    {"s_orn1_saveexec", [](uint64_t s, uint64_t e) { return ~s | e; }},
    {"s_andn2_wrexec", [](uint64_t s, uint64_t e) { return s & ~e; }, true},
    {"s_andn1_wrexec", [](uint64_t s, uint64_t e) { return ~s & e; }, true},
};
TEST(Salu, ExecMasks) {
  for (const ExecCase& c : kExecCases)
    for (bool wide : {false, true}) {
      const std::string name = std::string(c.mnemonic) + (wide ? "_b64" : "_b32");
      if (unwanted(name)) continue;
      SCOPED_TRACE(name);
      const Semantics* row = find_row(salu_table(), name);
      ASSERT_TRUE(row);
      const uint64_t bits = wide ? ~0ull : 0xffffffffull;
      const auto value = [&](const Wave& w, int slot) { return wide ? w.s64(slot) : w.s[slot]; };
      Values values(3);
      for (int round = 0; round < 60; ++round) {
        TestWave tw;
        const uint64_t e = kExecPatterns[size_t(round) % std::size(kExecPatterns)];
        tw.wave().set_s64(kExec, e);
        const uint64_t s = round % 4 == 0 ? e : round % 4 == 1 ? ~e : values.draw(b64);
        Op op;
        op.a = scalar_or_constant(tw, kA, s, wide, false);
        op.sdst = round % 3 ? kDst : kA;
        const auto before = tw.snapshot();
        tw.run(row->fn, op);
        const uint64_t want = c.f(s, e) & bits;
        EXPECT_EQ(value(tw.wave(), kExec), want);
        EXPECT_EQ(value(tw.wave(), op.sdst), c.new_in_dst ? want : e & bits);
        EXPECT_EQ(tw.wave().scc, want != 0);
        const int last = wide ? 1 : 0;
        tw.expect_unchanged_but(before, {}, 0, {op.sdst, op.sdst + last, kExec, kExec + last}, true);
      }
    }
}

// SOPK: the immediate is a constant source.
struct ImmediateCase {
  const char* mnemonic;
  int defs;
  Outcome (*oracle)(uint64_t s, uint16_t k, bool scc);
};
int64_t signed_k(uint16_t k) { return k >= 0x8000 ? int64_t{k} - 0x10000 : int64_t{k}; }
const ImmediateCase kImmediates[] = {
    {"s_movk_i32", 1, [](uint64_t, uint16_t k, bool) { return Outcome{u32(uint64_t(signed_k(k)))}; }},
    {"s_cmovk_i32", 1,
     [](uint64_t s, uint16_t k, bool c) { return Outcome{c ? u32(uint64_t(signed_k(k))) : s}; }},
    {"s_addk_i32", 1, [](uint64_t s, uint16_t k, bool) { return signed_sum(s32(s) + signed_k(k)); }},
    {"s_mulk_i32", 1,
     [](uint64_t s, uint16_t k, bool) { return Outcome{u32(uint64_t(s32(s) * signed_k(k)))}; }},
    {"s_cmpk_eq_i32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s32(s) == signed_k(k)); }},
    {"s_cmpk_lg_i32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s32(s) != signed_k(k)); }},
    {"s_cmpk_gt_i32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s32(s) > signed_k(k)); }},
    {"s_cmpk_ge_i32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s32(s) >= signed_k(k)); }},
    {"s_cmpk_lt_i32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s32(s) < signed_k(k)); }},
    {"s_cmpk_le_i32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s32(s) <= signed_k(k)); }},
    {"s_cmpk_eq_u32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s == k); }},
    {"s_cmpk_lg_u32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s != k); }},
    {"s_cmpk_gt_u32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s > k); }},
    {"s_cmpk_ge_u32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s >= k); }},
    {"s_cmpk_lt_u32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s < k); }},
    {"s_cmpk_le_u32", 0, [](uint64_t s, uint16_t k, bool) { return flag(s <= k); }},
};
TEST(Salu, Immediates) {
  for (const ImmediateCase& c : kImmediates) {
    if (unwanted(c.mnemonic)) continue;
    SCOPED_TRACE(c.mnemonic);
    const Semantics* row = find_row(salu_table(), c.mnemonic);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->defs, c.defs);
    Values values(5);
    TestWave tw;
    for (int round = 0; round < 400; ++round) {
      const auto k = static_cast<uint16_t>(values.draw(b16));
      const uint64_t s = round % 5 == 0 ? k : round % 5 == 1 ? u32(uint64_t(signed_k(k))) : values.draw(b32);
      const bool scc = round & 1;
      tw.wave().s[kDst] = u32(s);
      tw.wave().scc = scc;
      Op op;
      op.sdst = kDst;
      (c.defs ? op.a : op.b) = tw.constant(k);
      if (!c.defs) op.a = TestWave::scalar(kDst);
      tw.run(row->fn, op);
      const Outcome want = c.oracle(s, k, scc);
      EXPECT_EQ(tw.wave().s[kDst], c.defs ? want.value : s) << std::hex << s << ' ' << k;
      EXPECT_EQ(tw.wave().scc, want.scc.value_or(scc)) << std::hex << s << ' ' << k;
    }
  }
}

void run(TestWave& tw, const char* mnemonic, int sdst, Src a, Src b = {}) {
  Op op;
  op.sdst = static_cast<uint16_t>(sdst);
  op.a = a;
  op.b = b;
  tw.run(find_row(salu_table(), mnemonic)->fn, op);
}

TEST(Salu, RelativeMovesAddM0) {
  TestWave tw;
  Wave& w = tw.wave();
  w.s[kM0] = 6;
  w.set_s64(kA + 6, 0x1122334455667788);
  run(tw, "s_movrels_b32", kDst, TestWave::scalar(kA));
  EXPECT_EQ(w.s[kDst], 0x55667788u);
  run(tw, "s_movrels_b64", kDst, TestWave::scalar(kA, true));
  EXPECT_EQ(w.s64(kDst), 0x1122334455667788u);
  w.set_s64(kA, 0xaabbccdd00112233);
  run(tw, "s_movreld_b64", kDst, TestWave::scalar(kA, true));
  EXPECT_EQ(w.s64(kDst + 6), 0xaabbccdd00112233u);
  w.s[kM0] = 9;
  run(tw, "s_movreld_b32", kDst, TestWave::scalar(kA));
  EXPECT_EQ(w.s[kDst + 9], 0x00112233u);
  w.s[kM0] = 9 << 16 | 3;   // both at once, each by its own half
  w.s[kA + 3] = 77;
  run(tw, "s_movrelsd_2_b32", kDst, TestWave::scalar(kA));
  EXPECT_EQ(w.s[kDst + 9], 77u);
}

uint32_t hwreg(uint32_t id, uint32_t offset, uint32_t width) { return id | offset << 6 | (width - 1) << 11; }
TEST(Salu, ModeRegister) {
  TestWave tw;
  Wave& w = tw.wave();
  w.mode = 0x2f0;
  run(tw, "s_getreg_b32", kDst, tw.constant(hwreg(1, 4, 4)));
  EXPECT_EQ(w.s[kDst], 0xfu);
  run(tw, "s_getreg_b32", kDst, tw.constant(hwreg(1, 0, 32)));
  EXPECT_EQ(w.s[kDst], 0x2f0u);
  w.s[kA] = 0xffff0003;
  run(tw, "s_setreg_b32", 0, tw.constant(hwreg(1, 4, 2)), TestWave::scalar(kA));
  EXPECT_EQ(w.mode, 0x2f0u);
  run(tw, "s_setreg_imm32_b32", 0, tw.constant(hwreg(1, 8, 2)), tw.constant(1));
  EXPECT_EQ(w.mode, 0x1f0u);
  // f32 denormals flushed and kept again; modes that are not modelled stop the wave.
  w.mode = 0x2f0;
  run(tw, "s_setreg_imm32_b32", 0, tw.constant(hwreg(1, 4, 2)), tw.constant(0));
  EXPECT_EQ(w.mode, 0x2c0u);
  run(tw, "s_setreg_imm32_b32", 0, tw.constant(hwreg(1, 4, 2)), tw.constant(3));
  EXPECT_EQ(w.mode, 0x2f0u);
  Op field;
  field.imm = 12;
  tw.run(find_row(salu_table(), "s_denorm_mode")->fn, field);
  EXPECT_EQ(w.mode, 0x2c0u);
  field.imm = 15;
  tw.run(find_row(salu_table(), "s_denorm_mode")->fn, field);
  EXPECT_EQ(w.mode, 0x2f0u);
  field.imm = 0;
  tw.run(find_row(salu_table(), "s_round_mode")->fn, field);
  EXPECT_EQ(w.mode, 0x2f0u);
  field.imm = 1;
  EXPECT_EQ(find_row(salu_table(), "s_round_mode")->fn(w, &field), nullptr);
  for (uint32_t field : {hwreg(1, 4, 2), hwreg(1, 0, 4)}) {
    w.mode = 0x2f0;
    Op op;
    op.a = tw.constant(field);
    op.b = tw.constant(1);
    EXPECT_EQ(find_row(salu_table(), "s_setreg_b32")->fn(w, &op), nullptr);
    EXPECT_EQ(w.state, WaveState::faulted);
    EXPECT_STREQ(w.fault, "unsupported rounding or denormal mode");
  }
  // The bases of the apertures are the upper halves of the flat addresses' high dwords.
  run(tw, "s_getreg_b32", kDst, tw.constant(hwreg(15, 16, 16)));
  EXPECT_EQ(w.s[kDst] << 16, kSharedApertureHi);
  run(tw, "s_getreg_b32", kDst, tw.constant(hwreg(15, 0, 16)));
  EXPECT_EQ(w.s[kDst] << 16, kPrivateApertureHi);
}

// s_set_gpr_idx_on with a program after it: vector moves whose register numbers move by M0.
Op vector_move(int dst, int src) {
  Op op;
  op.fn = find_row(vop_int_table(), "v_mov_b32")->fn;
  op.dst = static_cast<uint16_t>(dst);
  op.a = TestWave::vector(src);
  return op;
}
struct Indexing {
  TestWave tw;
  Op program[5];
  Indexing(uint32_t index, uint32_t choice, int dst, int src) {
    tw.wave().s[kA] = index;
    program[0].fn = find_row(salu_table(), "s_set_gpr_idx_on")->fn;
    program[0].a = TestWave::scalar(kA);
    program[0].b = tw.constant(choice);
    program[1] = vector_move(dst, src);
    program[2].fn = find_row(salu_table(), "s_set_gpr_idx_off")->fn;
    program[3] = vector_move(30, 31);
  }
};
TEST(Salu, IndexedSourceAndDestination) {
  for (uint32_t choice : {1u, 8u, 9u}) {
    Indexing t(7, choice, 10, 20);
    const auto before = t.tw.snapshot();
    Wave& w = t.tw.wave();
    const Op* next = t.program[0].fn(w, t.program);
    ASSERT_EQ(next, t.program + 2);
    EXPECT_EQ(w.s[kM0] & 0xf0ff, choice << 12 | 7);
    ASSERT_EQ(next->fn(w, next), t.program + 3);
    t.program[3].fn(w, t.program + 3); // no longer indexed
    const int dst = choice & 8 ? 17 : 10, src = choice & 1 ? 27 : 20;
    t.tw.expect_unchanged_but(before, {dst, 30}, ~0ull, {kM0});
    for (int i = 0; i < kLanes; ++i) {
      EXPECT_EQ(t.tw.lane(dst, i), before.rows[size_t(src)].lane[i]);
      EXPECT_EQ(t.tw.lane(30, i), before.rows[31].lane[i]);
    }
  }
}
TEST(Salu, IndexChangesWhileIndexing) {
  Indexing t(1, 1, 10, 20);
  t.program[2] = {};
  t.program[2].fn = find_row(salu_table(), "s_set_gpr_idx_idx")->fn;
  t.program[2].a = t.tw.constant(4);
  t.program[4].fn = find_row(salu_table(), "s_set_gpr_idx_off")->fn;
  const auto before = t.tw.snapshot();
  ASSERT_EQ(t.program[0].fn(t.tw.wave(), t.program), t.program + 4);
  for (int i = 0; i < kLanes; ++i) {
    EXPECT_EQ(t.tw.lane(10, i), before.rows[21].lane[i]);
    EXPECT_EQ(t.tw.lane(30, i), before.rows[35].lane[i]);
  }
}
TEST(Salu, ModeOfIndexingChanges) {
  Indexing t(3, 1, 10, 20);
  t.program[2] = {};
  t.program[2].fn = find_row(salu_table(), "s_set_gpr_idx_mode")->fn;
  t.program[2].a = t.tw.constant(8);
  t.program[4].fn = find_row(salu_table(), "s_set_gpr_idx_off")->fn;
  const auto before = t.tw.snapshot();
  ASSERT_EQ(t.program[0].fn(t.tw.wave(), t.program), t.program + 4);
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(t.tw.lane(33, i), before.rows[31].lane[i]);
}
TEST(Salu, IndexOutsideTheFileFaults) {
  Indexing t(255, 1, 10, 300);
  EXPECT_EQ(t.program[0].fn(t.tw.wave(), t.program), nullptr);
  EXPECT_EQ(t.tw.wave().state, WaveState::faulted);
}

TEST(Salu, EveryRowIsTested) {
  for (const Semantics& s : salu_table()) {
    const auto same = [&](const auto& c) { return c.mnemonic == s.mnemonic; };
    bool tested = std::ranges::any_of(kCases, same) ||
                  std::ranges::any_of(kImmediates, same);
    tested |= s.mnemonic.starts_with("s_movrel") || s.mnemonic.starts_with("s_set_gpr_idx") ||
              s.mnemonic.starts_with("s_getreg") || s.mnemonic.starts_with("s_setreg") ||
              s.mnemonic == "s_round_mode" || s.mnemonic == "s_denorm_mode";
    for (const ExecCase& c : kExecCases) tested |= s.mnemonic.starts_with(c.mnemonic);
    EXPECT_TRUE(tested) << s.mnemonic;
  }
}

} // namespace
} // namespace wavelift::soft::test
