// Scalar ALU: SOP1, SOP2, SOPK and SOPC. An operation is a function of its sources and SCC.
#include "soft/isa/gpr_index.h"
#include "soft/isa/lanes.h"
#include <algorithm>

namespace wavelift::soft::WAVE {
namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

template <class T> T read(const Wave& w, const Src& s) {
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(scalar64(w, s));
  else
    return static_cast<T>(scalar32(w, s));
}
template <class T> T read_dst(const Wave& w, const Op* op) {
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(w.s64(op->sdst));
  else
    return static_cast<T>(w.s[op->sdst]);
}
template <class T> void write(Wave& w, const Op* op, T x) {
  if constexpr (sizeof(T) == 8)
    w.set_s64(op->sdst, static_cast<u64>(x));
  else
    w.s[op->sdst] = static_cast<u32>(x);
}
// The 16-bit immediate of SOPK: in the immediate field or as a constant source.
u32 sopk(const Wave& w, const Op* op, const Src& s) {
  return s.kind == Src::Kind::none ? static_cast<u32>(op->imm) : scalar32(w, s);
}
i32 sopk_signed(const Wave& w, const Op* op, const Src& s) { return static_cast<int16_t>(sopk(w, op, s)); }

// D = F(a, b, scc); F may change SCC.
template <class T, auto F, class U = T> const Op* sop2(Wave& w, const Op* op) {
  write(w, op, F(read<T>(w, op->a), read<U>(w, op->b), w.scc));
  WL_NEXT(w, op);
}
// D = F(a, b); SCC = D != 0.
template <class T, auto F, class U = T> const Op* sop2_nz(Wave& w, const Op* op) {
  auto r = F(read<T>(w, op->a), read<U>(w, op->b));
  write(w, op, r);
  w.scc = r != 0;
  WL_NEXT(w, op);
}
template <class T, auto F> const Op* sop1(Wave& w, const Op* op) {
  write(w, op, F(read<T>(w, op->a)));
  WL_NEXT(w, op);
}
template <class T, auto F> const Op* sop1_nz(Wave& w, const Op* op) {
  auto r = F(read<T>(w, op->a));
  write(w, op, r);
  w.scc = r != 0;
  WL_NEXT(w, op);
}
template <class T, auto F, class U = T> const Op* sopc(Wave& w, const Op* op) {
  w.scc = F(read<T>(w, op->a), read<U>(w, op->b));
  WL_NEXT(w, op);
}
template <class T, auto F> const Op* cmpk(Wave& w, const Op* op) {
  T k = std::is_signed_v<T> ? static_cast<T>(sopk_signed(w, op, op->b))
                            : static_cast<T>(sopk(w, op, op->b) & 0xffff);
  w.scc = F(read<T>(w, op->a), k);
  WL_NEXT(w, op);
}

constexpr auto kAnd = [](auto a, auto b) { return a & b; };
constexpr auto kOr = [](auto a, auto b) { return a | b; };
constexpr auto kXor = [](auto a, auto b) { return a ^ b; };
constexpr auto kAndNot2 = [](auto a, auto b) { return a & ~b; };
constexpr auto kOrNot2 = [](auto a, auto b) { return a | ~b; };
constexpr auto kAndNot1 = [](auto a, auto b) { return ~a & b; };
constexpr auto kOrNot1 = [](auto a, auto b) { return ~a | b; };
constexpr auto kNand = [](auto a, auto b) { return ~(a & b); };
constexpr auto kNor = [](auto a, auto b) { return ~(a | b); };
constexpr auto kXnor = [](auto a, auto b) { return ~(a ^ b); };

constexpr auto kEq = [](auto a, auto b) { return a == b; };
constexpr auto kLg = [](auto a, auto b) { return a != b; };
constexpr auto kGt = [](auto a, auto b) { return a > b; };
constexpr auto kGe = [](auto a, auto b) { return a >= b; };
constexpr auto kLt = [](auto a, auto b) { return a < b; };
constexpr auto kLe = [](auto a, auto b) { return a <= b; };

u32 add_carry(u32 a, u32 b, u32 carry, u32& scc) {
  u64 r = u64{a} + b + carry;
  scc = static_cast<u32>(r >> 32);
  return static_cast<u32>(r);
}
u32 sub_borrow(u32 a, u32 b, u32 borrow, u32& scc) {
  u64 r = u64{a} - b - borrow;
  scc = (r >> 32) != 0;
  return static_cast<u32>(r);
}
i32 add_overflow(i32 a, i32 b, u32& scc) {
  i32 r;
  scc = __builtin_add_overflow(a, b, &r);
  return r;
}
i32 sub_overflow(i32 a, i32 b, u32& scc) {
  i32 r;
  scc = __builtin_sub_overflow(a, b, &r);
  return r;
}
template <int N> u32 shift_add(u32 a, u32 b, u32& scc) {
  u64 r = (u64{a} << N) + b;
  scc = (r >> 32) != 0;
  return static_cast<u32>(r);
}

// Bit field: offset in the low bits of `field`, width in bits 22:16. A field that reaches past the top ends
// there.
template <class T> T extract(T x, u32 field) {
  constexpr int kBits = sizeof(T) * 8;
  const int offset = static_cast<int>(field & (kBits - 1)), width = static_cast<int>(field >> 16 & 0x7f);
  if (width == 0) return 0;
  const int top = std::min(kBits, offset + width); // one past the field's last bit
  return static_cast<T>(x << (kBits - top)) >> (kBits - top + offset);
}
template <class T> T bit_mask(T width, T offset) {
  constexpr T kBits = sizeof(T) * 8 - 1;
  return ((T{1} << (width & kBits)) - 1) << (offset & kBits);
}

template <class T> u32 first_one(T x) { return x == 0 ? ~0u : static_cast<u32>(std::countr_zero(x)); }
template <class T> u32 leading_zeros(T x) { return x == 0 ? ~0u : static_cast<u32>(std::countl_zero(x)); }
// Distance from the top to the first bit that differs from the sign.
template <class T> u32 leading_sign(T x) {
  using U = std::make_unsigned_t<T>;
  return leading_zeros(static_cast<U>(x ^ (x >> (sizeof(T) * 8 - 1))));
}
template <class T> T reverse(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_bitreverse64(x);
  else
    return __builtin_bitreverse32(x);
}
// One bit for each group of four lanes that has any bit set, in the group's lowest place.
template <class T> T quads(T x) {
  x |= x >> 1;
  x |= x >> 2;
  return x & static_cast<T>(0x1111111111111111ull);
}
template <class T> T whole_quads(T x) { return quads(x) * 15; }
template <class T> T quad_mask(T x) {
  x = quads(x);
  T r = 0;
  for (unsigned i = 0; i < sizeof(T) * 2; ++i) r |= (x >> (4 * i) & 1) << i;
  return r;
}
u64 replicate(u32 x) {
  u64 r = 0;
  for (int i = 0; i < 32; ++i) r |= u64{x >> i & 1} * 3 << (2 * i);
  return r;
}

template <class T> const Op* cmov(Wave& w, const Op* op) {
  if (w.scc) write(w, op, read<T>(w, op->a));
  WL_NEXT(w, op);
}
template <class T, bool Set> const Op* bitset(Wave& w, const Op* op) {
  const T bit = T{1} << (scalar32(w, op->a) & (sizeof(T) * 8 - 1));
  const T old = read_dst<T>(w, op);
  write(w, op, Set ? old | bit : old & ~bit);
  WL_NEXT(w, op);
}

// EXEC as one register or a pair.
template <class T> T exec_as(const Wave& w) {
  if constexpr (sizeof(T) == 8) return w.s64(kExec);
  else return w.s[kExec];
}
template <class T> void write_exec_as(Wave& w, T x) {
  if constexpr (sizeof(T) == 8) w.set_s64(kExec, x);
  else w.s[kExec] = x;
}
// D = EXEC, then EXEC = F(S0, EXEC).
template <class T, auto F> const Op* save_exec(Wave& w, const Op* op) {
  const T a = read<T>(w, op->a), e = exec_as<T>(w), r = F(a, e);
  write(w, op, e);
  write_exec_as(w, r);
  w.scc = r != 0;
  WL_NEXT(w, op);
}
// D = EXEC = F(S0, EXEC).
template <class T, auto F> const Op* write_exec(Wave& w, const Op* op) {
  const T r = F(read<T>(w, op->a), exec_as<T>(w));
  write(w, op, r);
  write_exec_as(w, r);
  w.scc = r != 0;
  WL_NEXT(w, op);
}

// Relative moves: the register number of source or destination is offset by M0.
template <class T, bool Source> const Op* movrel(Wave& w, const Op* op) {
  Op x = *op;
  const u32 m0 = w.s[kM0];
  if (Source) x.a.index = static_cast<uint16_t>((x.a.index + m0) & 0xff);
  const T value = read<T>(w, x.a);
  if (!Source) x.sdst = static_cast<uint16_t>((x.sdst + m0) & 0xff);
  write(w, &x, value);
  WL_NEXT(w, op);
}

// Source by M0[9:0], destination by M0[25:16].
const Op* movrelsd_2(Wave& w, const Op* op) {
  const u32 m0 = w.s[kM0];
  w.s[(op->sdst + (m0 >> 16 & 0x3ff)) & 0xff] = w.s[(op->a.index + (m0 & 0x3ff)) & 0xff];
  return op + 1;
}

const Op* movk(Wave& w, const Op* op) {
  write(w, op, sopk_signed(w, op, op->a));
  WL_NEXT(w, op);
}
const Op* cmovk(Wave& w, const Op* op) {
  if (w.scc) write(w, op, sopk_signed(w, op, op->a));
  WL_NEXT(w, op);
}
const Op* addk(Wave& w, const Op* op) {
  write(w, op, add_overflow(read_dst<i32>(w, op), sopk_signed(w, op, op->a), w.scc));
  WL_NEXT(w, op);
}
const Op* mulk(Wave& w, const Op* op) {
  write(w, op, read_dst<u32>(w, op) * static_cast<u32>(sopk_signed(w, op, op->a)));
  WL_NEXT(w, op);
}

// Hardware registers. The operand holds the register in bits 5:0, the first bit in 10:6, the width less one
// in 15:11.
enum HardwareRegister : u32 {
  kMode = 1, kStatus = 2, kHwId = 4, kLdsAlloc = 6, kShMemBases = 15, kHwId1 = 23, kShaderCycles = 29
};

u32 hardware_register(const Wave& w, u32 id) {
  switch (id) {
  case kMode:
    return w.mode;
  case kStatus:
    return w.scc | (w.exec() == 0 ? 1u << 9 : 0u) | (w.mask(kVcc) == 0 ? 1u << 10 : 0u);
  case kHwId:
    return w.id_in_group & 0xf;
  case kHwId1:
    return w.id_in_group & 0x1f;
  case kShaderCycles:
    return static_cast<u32>(__rdtsc()) & 0xfffff;
  case kLdsAlloc:
    return (w.lds_size + 511) / 512 << 12;
  case kShMemBases:
    return (kSharedApertureHi & 0xffff0000u) | kPrivateApertureHi >> 16;
  default:
    return 0;
  }
}
struct RegisterField {
  u32 id, offset, mask;
  explicit RegisterField(u32 x) : id(x & 0x3f), offset(x >> 6 & 0x1f), mask(~0u >> (31 - (x >> 11 & 0x1f))) {}
};
const Op* getreg(Wave& w, const Op* op) {
  const RegisterField f(sopk(w, op, op->a));
  write(w, op, hardware_register(w, f.id) >> f.offset & f.mask);
  WL_NEXT(w, op);
}
// A program that asks for a mode that is not modelled stops here, rather than to get results that are a little wrong.
const Op* set_mode(Wave& w, const Op* op, u32 mask, u32 value) {
  w.mode = (w.mode & ~mask) | value;
  if (!is_modelled_float_mode(w.mode)) return stop_with_fault(w, op, "unsupported rounding or denormal mode", op->address);
  apply_float_mode(w);
  return op + 1;
}
// Only MODE can be written; the other registers keep their value.
const Op* setreg(Wave& w, const Op* op) {
  const bool as_source = op->b.kind != Src::Kind::none;
  const RegisterField f(as_source ? scalar32(w, op->a) : static_cast<u32>(op->imm));
  const u32 value = scalar32(w, as_source ? op->b : op->a);
  return f.id == kMode ? set_mode(w, op, f.mask << f.offset, (value & f.mask) << f.offset) : op + 1;
}
// The same for one field, of four bits.
template <int Offset> const Op* set_mode_field(Wave& w, const Op* op) {
  return set_mode(w, op, 0xfu << Offset, (static_cast<u32>(op->imm) & 0xf) << Offset);
}

constexpr Semantics kTable[] = {
    // SOP2: arithmetic. SCC is carry, borrow or signed overflow; minimum and maximum tell whether S0 was
    // taken.
    {"s_add_u32", sop2<u32, [](u32 a, u32 b, u32& scc) { return add_carry(a, b, 0, scc); }>},
    {"s_addc_u32", sop2<u32, [](u32 a, u32 b, u32& scc) { return add_carry(a, b, scc, scc); }>},
    {"s_sub_u32", sop2<u32, [](u32 a, u32 b, u32& scc) { return sub_borrow(a, b, 0, scc); }>},
    {"s_subb_u32", sop2<u32, [](u32 a, u32 b, u32& scc) { return sub_borrow(a, b, scc, scc); }>},
    {"s_add_i32", sop2<i32, add_overflow>},
    {"s_sub_i32", sop2<i32, sub_overflow>},
    {"s_min_i32", sop2<i32,
                       [](i32 a, i32 b, u32& scc) {
                         scc = a < b;
                         return scc ? a : b;
                       }>},
    {"s_min_u32", sop2<u32,
                       [](u32 a, u32 b, u32& scc) {
                         scc = a < b;
                         return scc ? a : b;
                       }>},
    {"s_max_i32", sop2<i32,
                       [](i32 a, i32 b, u32& scc) {
                         scc = a > b;
                         return scc ? a : b;
                       }>},
    {"s_max_u32", sop2<u32,
                       [](u32 a, u32 b, u32& scc) {
                         scc = a > b;
                         return scc ? a : b;
                       }>},
    {"s_cselect_b32", sop2<u32, [](u32 a, u32 b, u32& scc) { return scc ? a : b; }>},
    {"s_cselect_b64", sop2<u64, [](u64 a, u64 b, u32& scc) { return scc ? a : b; }>},
    {"s_mul_i32", sop2<u32, [](u32 a, u32 b, u32&) { return a * b; }>},
    {"s_mul_hi_u32", sop2<u32, [](u32 a, u32 b, u32&) { return static_cast<u32>(u64{a} * b >> 32); }>},
    {"s_mul_hi_i32", sop2<i32, [](i32 a, i32 b, u32&) { return static_cast<i32>(i64{a} * b >> 32); }>},
    {"s_lshl1_add_u32", sop2<u32, shift_add<1>>},
    {"s_lshl2_add_u32", sop2<u32, shift_add<2>>},
    {"s_lshl3_add_u32", sop2<u32, shift_add<3>>},
    {"s_lshl4_add_u32", sop2<u32, shift_add<4>>},
    {"s_absdiff_i32", sop2_nz<u32,
                              [](u32 a, u32 b) {
                                const u32 d = a - b;
                                return static_cast<i32>(d) < 0 ? 0u - d : d;
                              }>},
    // SOP2: bits. SCC is "not zero".
    {"s_and_b32", sop2_nz<u32, kAnd>},
    {"s_and_b64", sop2_nz<u64, kAnd>},
    {"s_or_b32", sop2_nz<u32, kOr>},
    {"s_or_b64", sop2_nz<u64, kOr>},
    {"s_xor_b32", sop2_nz<u32, kXor>},
    {"s_xor_b64", sop2_nz<u64, kXor>},
    {"s_andn2_b32", sop2_nz<u32, kAndNot2>},
    {"s_andn2_b64", sop2_nz<u64, kAndNot2>},
    {"s_orn2_b32", sop2_nz<u32, kOrNot2>},
    {"s_orn2_b64", sop2_nz<u64, kOrNot2>},
    {"s_nand_b32", sop2_nz<u32, kNand>},
    {"s_nand_b64", sop2_nz<u64, kNand>},
    {"s_nor_b32", sop2_nz<u32, kNor>},
    {"s_nor_b64", sop2_nz<u64, kNor>},
    {"s_xnor_b32", sop2_nz<u32, kXnor>},
    {"s_xnor_b64", sop2_nz<u64, kXnor>},
    {"s_lshl_b32", sop2_nz<u32, [](u32 a, u32 b) { return a << (b & 31); }>},
    {"s_lshl_b64", sop2_nz<u64, [](u64 a, u32 b) { return a << (b & 63); }, u32>},
    {"s_lshr_b32", sop2_nz<u32, [](u32 a, u32 b) { return a >> (b & 31); }>},
    {"s_lshr_b64", sop2_nz<u64, [](u64 a, u32 b) { return a >> (b & 63); }, u32>},
    {"s_ashr_i32", sop2_nz<i32, [](i32 a, u32 b) { return a >> (b & 31); }, u32>},
    {"s_ashr_i64", sop2_nz<i64, [](i64 a, u32 b) { return a >> (b & 63); }, u32>},
    {"s_bfe_u32", sop2_nz<u32, extract<u32>>},
    {"s_bfe_i32", sop2_nz<i32, extract<i32>, u32>},
    {"s_bfe_u64", sop2_nz<u64, extract<u64>, u32>},
    {"s_bfe_i64", sop2_nz<i64, extract<i64>, u32>},
    {"s_bfm_b32", sop2<u32, [](u32 a, u32 b, u32&) { return bit_mask<u32>(a, b); }>},
    {"s_bfm_b64", sop2<u32, [](u32 a, u32 b, u32&) { return bit_mask<u64>(a, b); }>},
    {"s_pack_ll_b32_b16", sop2<u32, [](u32 a, u32 b, u32&) { return (a & 0xffff) | b << 16; }>},
    {"s_pack_lh_b32_b16", sop2<u32, [](u32 a, u32 b, u32&) { return (a & 0xffff) | (b & 0xffff0000u); }>},
    {"s_pack_hl_b32_b16", sop2<u32, [](u32 a, u32 b, u32&) { return a >> 16 | b << 16; }>},
    {"s_pack_hh_b32_b16", sop2<u32, [](u32 a, u32 b, u32&) { return a >> 16 | (b & 0xffff0000u); }>},
    // SOP1
    {"s_mov_b32", sop1<u32, [](u32 a) { return a; }>},
    {"s_mov_b64", sop1<u64, [](u64 a) { return a; }>},
    {"s_cmov_b32", cmov<u32>},
    {"s_cmov_b64", cmov<u64>},
    {"s_not_b32", sop1_nz<u32, [](u32 a) { return ~a; }>},
    {"s_not_b64", sop1_nz<u64, [](u64 a) { return ~a; }>},
    {"s_wqm_b32", sop1_nz<u32, whole_quads<u32>>},
    {"s_wqm_b64", sop1_nz<u64, whole_quads<u64>>},
    {"s_quadmask_b32", sop1_nz<u32, quad_mask<u32>>},
    {"s_quadmask_b64", sop1_nz<u64, quad_mask<u64>>},
    {"s_brev_b32", sop1<u32, reverse<u32>>},
    {"s_brev_b64", sop1<u64, reverse<u64>>},
    {"s_bcnt0_i32_b32", sop1_nz<u32, [](u32 a) { return static_cast<u32>(std::popcount(~a)); }>},
    {"s_bcnt0_i32_b64", sop1_nz<u64, [](u64 a) { return static_cast<u32>(std::popcount(~a)); }>},
    {"s_bcnt1_i32_b32", sop1_nz<u32, [](u32 a) { return static_cast<u32>(std::popcount(a)); }>},
    {"s_bcnt1_i32_b64", sop1_nz<u64, [](u64 a) { return static_cast<u32>(std::popcount(a)); }>},
    {"s_ff0_i32_b32", sop1<u32, [](u32 a) { return first_one(~a); }>},
    {"s_ff0_i32_b64", sop1<u64, [](u64 a) { return first_one(~a); }>},
    {"s_ff1_i32_b32", sop1<u32, first_one<u32>>},
    {"s_ff1_i32_b64", sop1<u64, first_one<u64>>},
    {"s_flbit_i32_b32", sop1<u32, leading_zeros<u32>>},
    {"s_flbit_i32_b64", sop1<u64, leading_zeros<u64>>},
    {"s_flbit_i32", sop1<i32, leading_sign<i32>>},
    {"s_flbit_i32_i64", sop1<i64, leading_sign<i64>>},
    {"s_sext_i32_i8", sop1<u32, [](u32 a) { return i32{static_cast<int8_t>(a)}; }>},
    {"s_sext_i32_i16", sop1<u32, [](u32 a) { return i32{static_cast<int16_t>(a)}; }>},
    {"s_bitset0_b32", bitset<u32, false>},
    {"s_bitset0_b64", bitset<u64, false>},
    {"s_bitset1_b32", bitset<u32, true>},
    {"s_bitset1_b64", bitset<u64, true>},
    {"s_abs_i32", sop1_nz<u32, [](u32 a) { return static_cast<i32>(a) < 0 ? 0u - a : a; }>},
    {"s_bitreplicate_b64_b32", sop1<u32, replicate>},
    {"s_movrels_b32", movrel<u32, true>},
    {"s_movrels_b64", movrel<u64, true>},
    {"s_movreld_b32", movrel<u32, false>},
    {"s_movreld_b64", movrel<u64, false>},
    {"s_movrelsd_2_b32", movrelsd_2},
    {"s_and_saveexec_b32", save_exec<u32, kAnd>},
    {"s_and_saveexec_b64", save_exec<u64, kAnd>},
    {"s_or_saveexec_b32", save_exec<u32, kOr>},
    {"s_or_saveexec_b64", save_exec<u64, kOr>},
    {"s_xor_saveexec_b32", save_exec<u32, kXor>},
    {"s_xor_saveexec_b64", save_exec<u64, kXor>},
    {"s_andn2_saveexec_b32", save_exec<u32, kAndNot2>},
    {"s_andn2_saveexec_b64", save_exec<u64, kAndNot2>},
    {"s_orn2_saveexec_b32", save_exec<u32, kOrNot2>},
    {"s_orn2_saveexec_b64", save_exec<u64, kOrNot2>},
    {"s_nand_saveexec_b32", save_exec<u32, kNand>},
    {"s_nand_saveexec_b64", save_exec<u64, kNand>},
    {"s_nor_saveexec_b32", save_exec<u32, kNor>},
    {"s_nor_saveexec_b64", save_exec<u64, kNor>},
    {"s_xnor_saveexec_b32", save_exec<u32, kXnor>},
    {"s_xnor_saveexec_b64", save_exec<u64, kXnor>},
    {"s_andn1_saveexec_b32", save_exec<u32, kAndNot1>},
    {"s_andn1_saveexec_b64", save_exec<u64, kAndNot1>},
    {"s_orn1_saveexec_b32", save_exec<u32, kOrNot1>},
    {"s_orn1_saveexec_b64", save_exec<u64, kOrNot1>},
    {"s_andn1_wrexec_b32", write_exec<u32, kAndNot1>},
    {"s_andn1_wrexec_b64", write_exec<u64, kAndNot1>},
    {"s_andn2_wrexec_b32", write_exec<u32, kAndNot2>},
    {"s_andn2_wrexec_b64", write_exec<u64, kAndNot2>},
    // SOPC
    {"s_cmp_eq_i32", sopc<i32, kEq>, 0},
    {"s_cmp_lg_i32", sopc<i32, kLg>, 0},
    {"s_cmp_gt_i32", sopc<i32, kGt>, 0},
    {"s_cmp_ge_i32", sopc<i32, kGe>, 0},
    {"s_cmp_lt_i32", sopc<i32, kLt>, 0},
    {"s_cmp_le_i32", sopc<i32, kLe>, 0},
    {"s_cmp_eq_u32", sopc<u32, kEq>, 0},
    {"s_cmp_lg_u32", sopc<u32, kLg>, 0},
    {"s_cmp_gt_u32", sopc<u32, kGt>, 0},
    {"s_cmp_ge_u32", sopc<u32, kGe>, 0},
    {"s_cmp_lt_u32", sopc<u32, kLt>, 0},
    {"s_cmp_le_u32", sopc<u32, kLe>, 0},
    {"s_cmp_eq_u64", sopc<u64, kEq>, 0},
    {"s_cmp_lg_u64", sopc<u64, kLg>, 0},
    {"s_bitcmp0_b32", sopc<u32, [](u32 a, u32 b) { return (a >> (b & 31) & 1) == 0; }>, 0},
    {"s_bitcmp1_b32", sopc<u32, [](u32 a, u32 b) { return (a >> (b & 31) & 1) == 1; }>, 0},
    {"s_bitcmp0_b64", sopc<u64, [](u64 a, u32 b) { return (a >> (b & 63) & 1) == 0; }, u32>, 0},
    {"s_bitcmp1_b64", sopc<u64, [](u64 a, u32 b) { return (a >> (b & 63) & 1) == 1; }, u32>, 0},
    // SOPK
    {"s_movk_i32", movk},
    {"s_cmovk_i32", cmovk},
    {"s_addk_i32", addk},
    {"s_mulk_i32", mulk},
    {"s_cmpk_eq_i32", cmpk<i32, kEq>, 0},
    {"s_cmpk_lg_i32", cmpk<i32, kLg>, 0},
    {"s_cmpk_gt_i32", cmpk<i32, kGt>, 0},
    {"s_cmpk_ge_i32", cmpk<i32, kGe>, 0},
    {"s_cmpk_lt_i32", cmpk<i32, kLt>, 0},
    {"s_cmpk_le_i32", cmpk<i32, kLe>, 0},
    {"s_cmpk_eq_u32", cmpk<u32, kEq>, 0},
    {"s_cmpk_lg_u32", cmpk<u32, kLg>, 0},
    {"s_cmpk_gt_u32", cmpk<u32, kGt>, 0},
    {"s_cmpk_ge_u32", cmpk<u32, kGe>, 0},
    {"s_cmpk_lt_u32", cmpk<u32, kLt>, 0},
    {"s_cmpk_le_u32", cmpk<u32, kLe>, 0},
    {"s_getreg_b32", getreg},
    {"s_setreg_b32", setreg, 0},
    {"s_setreg_imm32_b32", setreg, 0},
    {"s_round_mode", set_mode_field<0>, 0},
    {"s_denorm_mode", set_mode_field<4>, 0},
    // Vector register indexing (gpr_index.cpp)
    {"s_set_gpr_idx_on", gpr_index_on, 0},
    {"s_set_gpr_idx_idx", gpr_index_idx, 0},
    {"s_set_gpr_idx_mode", gpr_index_mode, 0},
    {"s_set_gpr_idx_off", gpr_index_off, 0},
};

} // namespace

std::span<const Semantics> salu_table() { return kTable; }

} // namespace wavelift::soft::WAVE
