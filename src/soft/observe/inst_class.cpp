#include "soft/observe/inst_class.h"
#include <algorithm>
#include <charconv>

namespace wavelift::soft {

namespace {

using std::string_view;
bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }

struct TypeName {
  string_view token;
  Number number;
};
constexpr TypeName types[] = {{"f16", Number::f16}, {"bf16", Number::bf16}, {"f32", Number::f32}, {"f64", Number::f64},
                              {"u64", Number::i64}, {"i64", Number::i64},   {"b64", Number::i64}, {"u32", Number::i32},
                              {"i32", Number::i32}, {"b32", Number::i32},   {"u16", Number::i32}, {"i16", Number::i32},
                              {"b16", Number::i32}, {"i24", Number::i32},   {"u24", Number::i32}, {"u8", Number::i8},
                              {"i8", Number::i8},   {"iu8", Number::i8},    {"fp8", Number::f8},  {"bf8", Number::f8}};
Number type_of(string_view token) {
  for (const auto& t : types)
    if (token == t.token) return t.number;
  return Number::none;
}

// The first type that the name tells, which is that of the result.
Number first_type(string_view m) {
  while (!m.empty()) {
    size_t end = std::min(m.find('_'), m.size());
    if (Number n = type_of(m.substr(0, end)); n != Number::none) return n;
    m.remove_prefix(std::min(end + 1, m.size()));
  }
  return Number::none;
}

struct Operation {
  string_view name;      // the mnemonic without v_, pk_ or dual_ starts with it
  Arithmetic arithmetic;
  uint32_t flops;        // a lane
};
// Longer names come before their beginnings.
constexpr Operation operations[] = {
    {"fma_mix", Arithmetic::fma, 2},  {"fma", Arithmetic::fma, 2},      {"mad_mix", Arithmetic::fma, 2},
    {"mad_f", Arithmetic::fma, 2},    {"mad_legacy_f", Arithmetic::fma, 2}, {"mac_f", Arithmetic::fma, 2},
    {"madak_f", Arithmetic::fma, 2},  {"madmk_f", Arithmetic::fma, 2},  {"div_fmas_f", Arithmetic::fma, 2},
    {"add_f", Arithmetic::add, 1},    {"sub_f", Arithmetic::add, 1},    {"subrev_f", Arithmetic::add, 1},
    {"mul_f", Arithmetic::mul, 1},    {"mul_legacy_f", Arithmetic::mul, 1}, {"mul_dx9_zero_f", Arithmetic::mul, 1},
    {"rcp", Arithmetic::trans, 1},    {"rsq", Arithmetic::trans, 1},    {"sqrt", Arithmetic::trans, 1},
    {"exp", Arithmetic::trans, 1},    {"log", Arithmetic::trans, 1},    {"sin", Arithmetic::trans, 1},
    {"cos", Arithmetic::trans, 1},    {"dot2_f", Arithmetic::dot, 4},   {"dot2c_f", Arithmetic::dot, 4},
    {"dot2_bf", Arithmetic::dot, 4},  {"dot2acc_f", Arithmetic::dot, 4}, {"dot4_f", Arithmetic::dot, 8},
    {"dot", Arithmetic::dot, 0},      {"cvt", Arithmetic::convert, 0},
};

// Names of moves and selections: neither integer nor floating-point arithmetic.
constexpr string_view moves[] = {"mov", "cndmask", "swap", "read", "write", "accvgpr", "nop", "perm"};

void valu(string_view m, InstClass& c) {
  c.unit = Unit::valu;
  m.remove_prefix(2);   // v_
  if (m.starts_with("pk_")) {
    c.packed = true;
    m.remove_prefix(3);
  }
  c.number = first_type(m);
  for (const auto& o : operations)
    if (m.starts_with(o.name)) {
      c.arithmetic = o.arithmetic;
      c.lane_flops = o.flops * (c.packed ? 2 : 1);
      return;
    }
  const bool is_move = std::ranges::any_of(moves, [&](string_view name) { return m.starts_with(name); });
  const bool integer = c.number == Number::i32 || c.number == Number::i64 || c.number == Number::i8;
  if (integer && !is_move && !m.starts_with("cmp")) c.arithmetic = Arithmetic::integer;
}

// Two operations of gfx11 in one instruction count as what the first is, with the floating-point operations of both.
void dual(const Inst& inst, InstClass& c) {
  for (size_t k = 0; k < inst.dual.size(); ++k) {
    InstClass half;
    valu(inst.dual[k].mnemonic, half);
    half.lane_flops += c.lane_flops;
    if (k == 0) c = half;
    else c.lane_flops = half.lane_flops;
  }
  c.packed = true;
}

// v_mfma_f32_32x32x8f16, v_mfma_f32_16x16x4_4b_f32, v_wmma_f32_16x16x16_f16: the shape, then the type of the sources.
void matrix(const Inst& inst, InstClass& c) {
  c.unit = Unit::matrix;
  c.arithmetic = Arithmetic::fma;
  string_view m = inst.mnemonic;
  uint64_t shape[3] = {};
  size_t at = 0;
  for (size_t x = m.find('x'); x != m.npos && x > 0; x = m.find('x', x + 1)) {
    size_t begin = x;
    while (begin > 0 && m[begin - 1] >= '0' && m[begin - 1] <= '9') --begin;
    const char* p = m.data() + begin;
    const char* end = m.data() + m.size();
    for (at = 0; at < 3; ++at) {
      auto [next, error] = std::from_chars(p, end, shape[at]);
      if (error != std::errc()) break;
      p = next;
      if (at < 2) {
        if (p == end || *p != 'x') break;
        ++p;
      }
    }
    if (at == 3) {
      m = string_view(p, static_cast<size_t>(end - p));
      break;
    }
  }
  if (at != 3) return;
  for (string_view t : {"bf16", "f16", "f32", "f64", "iu8", "i8", "fp8", "bf8", "xf32"})
    if (has(m, t)) {
      c.number = t == "xf32" ? Number::f32 : type_of(t);
      break;
    }
  // Small shapes do several blocks at once: as many as fill the destination.
  const uint64_t results = shape[0] * shape[1];
  uint64_t blocks = 1;
  if (!inst.ops.empty() && inst.mnemonic.starts_with("v_mfma")) {
    const uint64_t dwords = inst.ops[0].dwords * 64u / (inst.mnemonic.starts_with("v_mfma_f64") ? 2u : 1u);
    blocks = std::max<uint64_t>(1, results ? dwords / results : 1);
  }
  c.wave_flops = 2 * results * shape[2] * blocks;
}

Unit scalar_unit(string_view m) {
  for (string_view p : {"s_load", "s_store", "s_buffer", "s_scratch", "s_dcache", "s_atomic", "s_memtime", "s_memrealtime"})
    if (m.starts_with(p)) return Unit::smem;
  for (string_view p : {"s_branch", "s_cbranch", "s_setpc", "s_swappc", "s_call"})
    if (m.starts_with(p)) return Unit::branch;
  if (m == "s_barrier") return Unit::barrier;
  for (string_view p : {"s_wait", "s_sleep", "s_delay_alu", "s_nop", "s_clause"})
    if (m.starts_with(p)) return Unit::wait;
  if (m.starts_with("s_sendmsg")) return Unit::message;
  for (string_view p : {"s_endpgm", "s_icache", "s_inst_prefetch", "s_setprio", "s_trap", "s_sethalt"})
    if (m.starts_with(p)) return Unit::other;
  return Unit::salu;
}

}  // namespace

InstClass classify(const Inst& inst) {
  InstClass c;
  string_view m = inst.mnemonic;
  if (m.starts_with("v_mfma") || m.starts_with("v_smfma") || m.starts_with("v_wmma") || m.starts_with("v_swmma"))
    matrix(inst, c);
  else if (!inst.dual.empty()) dual(inst, c);
  else if (m.starts_with("v_")) valu(m, c);
  else if (m.starts_with("s_")) c.unit = scalar_unit(m);
  else if (m.starts_with("ds_")) c.unit = Unit::lds;
  else if (m.starts_with("flat_")) c.unit = Unit::flat;
  else if (access_of(inst)) c.unit = Unit::vmem;
  return c;
}

string_view name_of(Unit u) {
  constexpr string_view names[] = {"valu", "matrix", "salu", "smem", "vmem", "flat", "lds", "branch", "barrier", "wait",
                                   "message", "other"};
  return names[static_cast<size_t>(u)];
}
string_view name_of(Arithmetic a) {
  constexpr string_view names[] = {"none", "add", "mul", "fma", "trans", "dot", "int", "cvt"};
  return names[static_cast<size_t>(a)];
}
string_view name_of(Number n) {
  constexpr string_view names[] = {"none", "f16", "bf16", "f32", "f64", "i8", "i32", "i64", "f8"};
  return names[static_cast<size_t>(n)];
}

}  // namespace wavelift::soft
