// Which rule each instruction follows, by its mnemonic.
#include "soft/observe/wave/init_shadow.h"

namespace wavelift::soft::WAVE {

namespace {

using std::string_view;
using enum Rule;

struct Row {
  string_view name;    // "v_and_b32", or the beginning of a name when it ends in '*'
  Rule rule;
};

// The first that fits counts.
constexpr Row kVector[] = {
    {"v_nop", none}, {"v_clrexcp", none}, {"v_pipeflush", none},
    {"v_mov_b*", move}, {"v_accvgpr_*", move},
    {"v_and_b*", bit_and}, {"v_or_b*", bit_or}, {"v_xor_b*", bit_xor}, {"v_xnor_b*", bit_xor}, {"v_not_b*", bit_xor},
    {"v_and_or_b32", and_or}, {"v_or3_b32", or3}, {"v_xor3_b32", bit_xor}, {"v_bfi_b32", bit_select},
    {"v_lshlrev_*", shift_left}, {"v_lshrrev_*", shift_right}, {"v_ashrrev_*", shift_arithmetic},
    {"v_lshl_b64", shift_left}, {"v_lshr_b64", shift_right}, {"v_ashr_i64", shift_arithmetic},
    {"v_lshl_or_b32", shift_left_or}, {"v_lshl_add_*", shift_left_add}, {"v_add_lshl_u32", add_shift_left},
    {"v_bfe_u32", field}, {"v_bfe_i32", field_signed}, {"v_alignbit_b32", align_bit}, {"v_alignbyte_b32", align_byte},
    {"v_perm_b32", permute_bytes}, {"v_cndmask_*", select},
    {"v_pack_b32_*", pack}, {"v_cvt_pkrtz_*", pack}, {"v_cvt_pknorm_*", pack}, {"v_cvt_pk_u16_u32", pack},
    {"v_cvt_pk_i16_*", pack}, {"v_cvt_pk_rtz_*", pack}, {"v_cvt_pk_norm_*", pack}, {"v_cvt_pk_f16_*", pack},
    {"v_cvt_pk_bf16_*", pack}, {"v_cvt_pk_u16_*", pack},
    {"v_readlane_b32", read_lane}, {"v_readfirstlane_b32", read_first_lane}, {"v_writelane_b32", write_lane},
    {"v_movrel*", moves_relative}, {"v_permlane*", moves_lanes}, {"v_swap_*", moves_lanes},
    {"v_mfma_*", matrix}, {"v_smfmac_*", matrix}, {"v_wmma_*", matrix},
    {"v_pk_fma_f32", packed_wide}, {"v_pk_mul_f32", packed_wide}, {"v_pk_add_f32", packed_wide}, {"v_pk_mov_b32", packed_wide},
    {"v_pk_*", packed},
    {"v_div_fmas_*", fmas},
    {"v_add_u*", left}, {"v_add_i*", left}, {"v_add_nc_*", left}, {"v_add_co*", left}, {"v_addc_co*", left},
    {"v_add3_*", left}, {"v_sub_u*", left}, {"v_sub_i*", left}, {"v_sub_nc_*", left}, {"v_sub_co*", left},
    {"v_subb_co*", left}, {"v_subrev_u*", left}, {"v_subrev_nc*", left}, {"v_subrev_co*", left}, {"v_subbrev_co*", left},
    {"v_mul_lo_*", left}, {"v_mad_u64_*", left}, {"v_mad_i64_*", left}, {"v_mul_u32_u24", left}, {"v_mul_i32_i24", left},
    {"v_mad_u32_*", left}, {"v_mad_i32_*", left}, {"v_xad_u32", left},
    {"v_*", smear},
};

constexpr Row kScalar[] = {
    {"s_cbranch_scc*", branch_scc}, {"s_cbranch_vcc*", branch_vcc}, {"s_setpc_b64", jump}, {"s_swappc_b64", jump},
    {"s_mov_b*", move}, {"s_movk_*", move}, {"s_cmov*", scalar_select}, {"s_cselect_*", scalar_select},
    {"s_getpc*", scalar_defined}, {"s_getreg*", scalar_defined}, {"s_memtime", scalar_defined},
    {"s_memrealtime", scalar_defined}, {"s_call_b64", scalar_defined}, {"s_get_*", scalar_defined},
    {"s_andn2_b*", and_not}, {"s_and_not1_b*", and_not}, {"s_orn2_b*", or_not}, {"s_or_not1_b*", or_not},
    {"s_and_b*", bit_and}, {"s_or_b*", bit_or}, {"s_xor_b*", bit_xor}, {"s_xnor_b*", bit_xor}, {"s_not_b*", bit_xor},
    {"s_nand_b*", nand}, {"s_nor_b*", nor},
    {"s_lshl_b*", shift_left}, {"s_lshr_b*", shift_right}, {"s_ashr_i*", shift_arithmetic},
    {"s_bfe_u*", field}, {"s_bfe_i*", field_signed},
    {"s_cmp_eq*", equal}, {"s_cmp_lg*", equal}, {"s_cmpk_eq*", equal}, {"s_cmpk_lg*", equal},
    {"s_cmp*", Rule::compare}, {"s_bitcmp*", Rule::compare},
    {"s_add*", left}, {"s_sub*", left}, {"s_mul_i32", left}, {"s_mulk_i32", left}, {"s_lshl*_add*", left},
    {"s_setreg*", none}, {"s_wait*", none}, {"s_nop", none}, {"s_sleep*", none}, {"s_barrier", none}, {"s_branch", none},
    {"s_end*", none}, {"s_send*", none}, {"s_set*", none}, {"s_trap", none}, {"s_cbranch_*", none}, {"s_dcache*", none},
    {"s_gl1*", none}, {"s_icache*", none}, {"s_inc*", none}, {"s_dec*", none}, {"s_ttrace*", none}, {"s_delay*", none},
    {"s_clause", none}, {"s_inst_prefetch", none}, {"s_round*", none}, {"s_denorm*", none}, {"s_version", none},
    {"s_atc*", none}, {"s_code_end", none}, {"s_rfe*", none}, {"s_movrel*", none},
    {"s_*", smear},
};

Rule find(std::span<const Row> rows, string_view m) {
  for (const Row& r : rows)
    if (r.name.ends_with('*') ? m.starts_with(r.name.substr(0, r.name.size() - 1)) : m == r.name) return r.rule;
  return none;
}

// Where the second operation of a VOPD instruction finds what the first one has overwritten (isa/lower.cpp).
constexpr uint16_t kDualTemp = kTempBase + 10;
// Where lowering puts a result that is only a part of its register.
constexpr uint16_t kResultTemp = kTempBase + 8;

bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }
bool ends_in_16(string_view m) {
  return m.ends_with("_f16") || m.ends_with("_i16") || m.ends_with("_u16") || m.ends_with("_b16") || m.ends_with("_bf16");
}

// Sources that are read in part, results that are narrower than a register.
void widths(InitSite& s) {
  const string_view m = s.name;
  auto reads = [&](uint32_t a, uint32_t b, uint32_t c) { s.reads[0] = a, s.reads[1] = b, s.reads[2] = c; };
  if (has(m, "_mix")) {
    for (int k = 0; k < 3; ++k)
      if (s.inst.op_sel_hi >> k & 1) s.reads[k] = s.inst.op_sel >> k & 1 ? 0xffff0000u : 0xffffu;
    if (has(m, "mixlo")) s.writes = 0xffff, s.keeps = 0xffff0000u;
    if (has(m, "mixhi")) s.writes = 0xffff0000u, s.keeps = 0xffff;
  } else if (m.starts_with("v_cvt_f32_ubyte")) {
    reads(0xffu << 8 * (m.back() - '0'), ~0u, ~0u);
  } else if (has(m, "_u24") || has(m, "_i24")) {
    reads(0xffffff, 0xffffff, ~0u);
  } else if (m == "v_mad_u32_u16" || m == "v_mad_i32_i16") {
    reads(0xffff, 0xffff, ~0u);
  } else if (m.starts_with("s_sext_i32_i")) {
    reads(m.ends_with("i8") ? 0xff : 0xffff, ~0u, ~0u);
  } else if (m.starts_with("v_cvt_")) {
    if (ends_in_16(m)) reads(0xffff, 0xffff, ~0u);
    if (m.starts_with("v_cvt_f16_") || m.starts_with("v_cvt_i16_") || m.starts_with("v_cvt_u16_")) s.writes = 0xffff;
  } else if (ends_in_16(m) && s.rule != packed && !has(m, "_b32_") && !has(m, "dot")) {
    reads(0xffff, 0xffff, 0xffff);
    s.writes = 0xffff;
  }
}

}  // namespace

bool choose_rule(InitSite& s) {
  const Semantics* row = find_semantics(s.inst.lds ? s.inst.mnemonic + "_lds" : s.inst.mnemonic, s.inst.generation);
  if (!row) return false;
  s.name = row->mnemonic;
  const string_view m = s.name;
  s.access = access_of(s.inst);
  if (s.access) return true;
  if (m == "ds_bpermute_b32") s.rule = bpermute;
  else if (m == "ds_permute_b32") s.rule = permute;
  else if (m == "ds_swizzle_b32") s.rule = moves_lanes;
  else if (m.starts_with("v_cmp")) s.rule = has(m, "_eq_") || has(m, "_ne_") ? (has(m, "_f") ? Rule::compare : equal) : Rule::compare;
  else if (m.starts_with("v_")) s.rule = find(kVector, m);
  else if (m.starts_with("s_")) s.rule = has(m, "saveexec") || has(m, "wrexec") ? saveexec : find(kScalar, m);
  if (s.rule == none) return false;
  s.scalar = m.starts_with("s_");
  s.reversed = has(m, "rev_") && (s.rule == shift_left || s.rule == shift_right || s.rule == shift_arithmetic);
  s.reads_dst = has(m, "mac_") || has(m, "fmac") || (has(m, "dot") && m.ends_with("c_i32_i8")) || m.starts_with("s_addk") ||
                m.starts_with("s_mulk") || m.starts_with("s_cmov") || has(m, "dot2c") || has(m, "dot4c") || has(m, "dot8c") ||
                m.starts_with("s_bitset");
  if (m.starts_with("v_cndmask") || has(m, "addc") || has(m, "subb") || has(m, "_ci_")) s.mask_source = 2;
  s.writes_scc = s.scalar && !has(m, "mov") && !m.starts_with("s_cselect") && !m.starts_with("s_mul") && !has(m, "pack") &&
                 !m.starts_with("s_bfm") && !m.starts_with("s_bitset") && !m.starts_with("s_brev") && !m.starts_with("s_ff") &&
                 !m.starts_with("s_flbit") && !m.starts_with("s_sext") && s.rule != scalar_defined && s.rule != branch_scc &&
                 s.rule != branch_vcc && s.rule != jump;
  const size_t defs = m.starts_with("v_cmpx") && s.inst.generation >= Generation::gfx10 ? 0 : row->defs;
  size_t at = 0;
  for (; at < defs && at < s.inst.ops.size(); ++at) {
    const Operand& o = s.inst.ops[at];
    if (o.kind == Operand::Kind::none) continue;   // null
    if (o.kind == Operand::Kind::sgpr) {
      s.scalar_dwords = o.dwords;
      s.writes_exec |= o.index <= kExec + 1 && o.index + o.dwords > kExec;
    } else {
      s.dst_dwords = o.dwords;
      s.dst = static_cast<uint16_t>(o.kind == Operand::Kind::agpr ? kAgprBase + o.index : o.index);
    }
  }
  if (m.starts_with("v_cmpx")) s.writes_exec = true;
  s.mask_result = m.starts_with("v_cmp") || (m.starts_with("v_") && s.dst_dwords && s.scalar_dwords);
  const Src* main[] = {&s.main.a, &s.main.b, &s.main.c};
  for (size_t k = 0; at < s.inst.ops.size() && k < 3; ++at, ++k) {
    const Operand& o = s.inst.ops[at];
    s.high[k] = o.high || (s.inst.op_sel >> k & 1);
    if (main[k]->kind == Src::Kind::vector && main[k]->index == kDualTemp) s.source[k] = {Src::Kind::constant, 1, 0};
    else if (o.kind == Operand::Kind::vgpr) s.source[k] = {Src::Kind::vector, o.dwords, o.index};
    else if (o.kind == Operand::Kind::agpr) s.source[k] = {Src::Kind::vector, o.dwords, static_cast<uint16_t>(kAgprBase + o.index)};
    else s.source[k] = *main[k];
  }
  widths(s);
  if (s.main.dst == kResultTemp && s.inst.form != Form::sdwa) {
    const int sources = (s.main.a.kind != Src::Kind::none) + (s.main.b.kind != Src::Kind::none) + (s.main.c.kind != Src::Kind::none);
    const bool high = s.inst.op_sel >> sources & 1 || (!s.inst.ops.empty() && s.inst.ops[0].high);
    s.writes = high ? 0xffff0000u : 0xffffu;
    s.keeps = ~s.writes;
  }
  switch (s.rule) {
  case write_lane: case bpermute: case permute: case moves_lanes: case moves_relative: case matrix: case fmas: break;
  default:
    s.overwrites = !s.scalar && !s.reads_dst && s.keeps == 0 && !(s.inst.form == Form::sdwa && s.inst.sdwa.dst_unused == 2);
  }
  return true;
}

}  // namespace wavelift::soft::WAVE
