#include "soft/isa/lower.h"
#include <algorithm>

namespace wavelift::soft::WAVE {

namespace {

using std::string_view;
bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }

constexpr uint16_t kScc = 253, kVccz = 251, kExecz = 252, kNoSlot = 0xffff;
constexpr uint16_t kNullSlot = 240;               // what is written to "null": eight encodings that no register has
constexpr uint16_t kResultTemp = kTempBase + 8;   // a result before it is merged into its destination
constexpr uint16_t kDualTemp = kTempBase + 10;    // what the second half of a VOPD instruction reads of the first one's destination

enum Select : int32_t { kLowHalf = 4, kHighHalf = 5, kDword = 6 };   // as SDWA encodes them
constexpr int32_t kPreserve = 2 << 3;

// Whether a vector operation's result is 16 bits wide: the first type in its name is. (v_sad_u16 sums into 32 bits.)
bool has_half_result(string_view m) {
  if (!m.starts_with("v_") || m.starts_with("v_cmp") || m == "v_sad_u16") return false;
  if (m == "v_sat_pk_u8_i16") return true;
  for (size_t at = 2; at < m.size();) {
    const size_t end = std::min(m.find('_', at), m.size());
    const string_view word = m.substr(at, end - at);
    at = end + 1;
    if (word.starts_with("pk") || word.starts_with("mix") || word == "wmma" || word == "interp") return false;
    if (word == "bf16") return true;
    if (word.size() >= 2 && string_view("fiub").find(word[0]) != string_view::npos && word[1] >= '0' && word[1] <= '9')
      return word.substr(1) == "16";
  }
  return false;
}
// Whether it also reads its destination.
bool accumulates(string_view m) { return m.starts_with("v_fmac_") || m.starts_with("v_mac_"); }

// What the reports call it when an instruction has no row in the tables.
const Op* unsupported(Wave& w, const Op* op) { return stop_with_fault(w, op, "unsupported instruction", op->address); }

const Op* pool_full(Wave& w, const Op* op) { return stop_with_fault(w, op, "too many distinct constants", op->address); }

// SCC, VCCZ and EXECZ as source operands.
const Op* read_status(Wave& w, const Op* op) {
  w.s[kScc] = w.scc;
  w.s[kVccz] = w.mask(kVcc) == 0;
  w.s[kExecz] = w.exec() == 0;
  WL_NEXT(w, op);
}

struct ModOps {
  Handler modify, clamp, omod;
};
ModOps ops_of(Mod m) {
  switch (m) {
  case Mod::f16: return {MicroOps::modify_f16, MicroOps::clamp_f16, MicroOps::omod_f16};
  case Mod::f32: return {MicroOps::modify_f32, MicroOps::clamp_f32, MicroOps::omod_f32};
  case Mod::f64: return {MicroOps::modify_f64, MicroOps::clamp_f64, MicroOps::omod_f64};
  default: return {};
  }
}

// The type of the result; that of the sources except where an instruction converts.
Mod result_mod(const Inst& inst, Mod source) {
  string_view m = inst.mnemonic;
  if (m.starts_with("v_cvt_f64")) return Mod::f64;
  if (m.starts_with("v_cvt_f32")) return Mod::f32;
  if (m.starts_with("v_cvt_f16")) return Mod::f16;
  return source;
}

class Lower {
public:
  Lower(const Inst& inst, const Semantics& row, uint32_t ordinal, const ConstantPool& pool,
        std::span<Observer* const> observers, std::vector<Op>& out)
      : inst_(inst), row_(row), ordinal_(ordinal), pool_(pool), observers_(observers), out_(out) {}

  // Sources read `by` where the instruction says `row`.
  void redirect(uint16_t row, uint16_t by) { redirected_ = row, redirect_to_ = by; }

  void run() {
    Op op = blank(row_.fn);
    op.imm = inst_.offset;
    op.imm1 = inst_.offset1;
    if (string_view m = inst_.mnemonic; m.starts_with("v_mfma_") || m.starts_with("v_smfmac_")) op.imm = inst_.cbsz | inst_.abid << 4 | inst_.blgp << 8;
    op.flags = flags();
    operands(op);
    if (inst_.form == Form::dpp) dpp(op);
    if (inst_.form == Form::sdwa) select_sources(op);
    else if (row_.mod != Mod::packed) select_halves(op);
    modify_sources(op);

    uint16_t dst = op.dst;
    bool merged = inst_.form == Form::sdwa && inst_.sdwa.dst_sel != 6 && writes_vector_;
    const int32_t half = merged ? 0 : result_half(op);
    if (merged || half) op.dst = kResultTemp;
    if (half && accumulates(inst_.mnemonic)) emit(MicroOps::select, kResultTemp, vector(dst), half);
    for (Src s : {op.a, op.b, op.c})
      if (s.kind == Src::Kind::constant && s.index == kNoConstant) op.fn = pool_full;
    if (op.fn == row_.fn.any) op.fn = row_.fn.for_sources_of(op);
    for (Observer* o : observers_) o->before(inst_, op, out_);
    out_.push_back(op);
    for (Observer* o : observers_) o->after(inst_, op, out_);
    if (polls()) emit(MicroOps::polled, 0, {}, 0);
    finish(op.dst);
    if (merged) emit(MicroOps::merge, dst, vector(kResultTemp), inst_.sdwa.dst_sel | inst_.sdwa.dst_unused << 3);
    if (half) emit(MicroOps::merge, dst, vector(kResultTemp), half | kPreserve);
    if (inst_.form == Form::dpp && !inst_.dpp.eight && !writes_exec()) emit(MicroOps::dpp_end, 0, {}, 0);
    if (writes_exec()) emit(MicroOps::refresh_exec, 0, {}, 0);
  }

private:
  Op blank(Handler fn) const {
    Op op;
    op.fn = fn;
    op.ordinal = ordinal_;
    op.address = inst_.address;
    return op;
  }
  void emit(Handler fn, uint16_t dst, Src a, int32_t imm) {
    Op op = blank(fn);
    op.dst = dst;
    op.a = a;
    op.imm = imm;
    out_.push_back(op);
  }
  static Src vector(uint16_t row, uint8_t dwords = 1) { return {Src::Kind::vector, dwords, row}; }

  uint32_t flags() const {
    uint32_t f = (inst_.op_sel & 7u) | (inst_.op_sel_hi & 7u) << 3 | (inst_.neg_lo & 7u) << 6 | (inst_.neg_hi & 7u) << 9;
    if (inst_.op_sel & 8) f |= kOpSelDst;
    if (inst_.glc) f |= kGlc;
    if (inst_.offen) f |= kOffen;
    if (inst_.idxen) f |= kIdxen;
    if (inst_.clamp && row_.clamps) f |= kClamp;
    return f;
  }

  bool is_memory() const {
    string_view m = inst_.mnemonic;
    return has(m, "_load_") || has(m, "_store_") || has(m, "_atomic_");
  }

  // Which half of its destination the result goes to, the other one being kept; 0 when it takes the whole register, as
  // 16-bit results do on gfx9.
  int32_t result_half(const Op& op) const {
    if (!writes_vector_ || row_.mod == Mod::packed || inst_.form == Form::sdwa) return 0;
    int sources = (op.a.kind != Src::Kind::none) + (op.b.kind != Src::Kind::none) + (op.c.kind != Src::Kind::none);
    if (high_destination_ || inst_.op_sel >> sources & 1) return kHighHalf;
    return inst_.generation >= Generation::gfx10 && has_half_result(inst_.mnemonic) ? kLowHalf : 0;
  }

  Src source(const Operand& o) {
    switch (o.kind) {
    case Operand::Kind::vgpr: return vector(o.index == redirected_ ? redirect_to_ : o.index, o.dwords);
    case Operand::Kind::agpr: return vector(static_cast<uint16_t>(kAgprBase + o.index), o.dwords);
    case Operand::Kind::imm:
    case Operand::Kind::symbol: return {Src::Kind::constant, 2, pool_(o.imm)};
    case Operand::Kind::none: return o.null && !is_memory() ? Src{Src::Kind::constant, 2, pool_(0)} : Src{};
    case Operand::Kind::sgpr: break;
    }
    // Apertures: as 64 bits the base is the high dword, as 32 bits it is the low one (which is 0).
    if (o.index == 235) return {Src::Kind::constant, 2, pool_(static_cast<uint64_t>(kSharedApertureHi) << 32)};
    if (o.index == 237) return {Src::Kind::constant, 2, pool_(static_cast<uint64_t>(kPrivateApertureHi) << 32)};
    if (o.index >= kVccz && o.index <= kScc) emit(read_status, 0, {}, 0);
    return {Src::Kind::scalar, o.dwords, o.index};
  }

  void operands(Op& op) {
    const auto& ops = inst_.ops;
    string_view m = inst_.mnemonic;
    size_t at = 0;
    size_t defs = row_.defs;
    bool buffer = m.starts_with("buffer_");
    if (has(m, "_atomic_") && inst_.glc && !buffer) defs = 1;
    // From gfx10 on v_cmpx writes EXEC and nothing else.
    if (m.starts_with("v_cmpx") && inst_.generation >= Generation::gfx10) defs = 0, op.sdst = kExec;
    for (; at < defs && at < ops.size(); ++at) {
      const Operand& o = ops[at];
      if (o.kind == Operand::Kind::none) op.sdst = kNullSlot;
      else if (o.kind == Operand::Kind::sgpr) op.sdst = o.index, note_scalar(o);
      else op.dst = static_cast<uint16_t>(o.kind == Operand::Kind::agpr ? kAgprBase + o.index : o.index), writes_vector_ = true, high_destination_ = o.high;
    }
    Src* src[] = {&op.a, &op.b, &op.c};
    for (size_t k = 0; at < ops.size() && k < 3; ++at, ++k) {
      *src[k] = source(ops[at]);
      operand_[k] = &ops[at];
      // The 16-bit field of SOPK and SOPP, the offset of a scalar load.
      bool constant = ops[at].kind == Operand::Kind::imm || ops[at].kind == Operand::Kind::symbol;
      if (constant && m.starts_with("s_"))
        op.imm = static_cast<int32_t>(ops[at].imm);
    }
    if (row_.mod == Mod::packed && high_destination_) op.flags |= kOpSelDst;
    if (row_.mod == Mod::packed)
      for (int k = 0; k < 3; ++k)
        if (operand_[k]) op.flags |= operand_[k]->high ? 1u << k : 0;
    if (row_.mod == Mod::packed)
      for (int k = 0; k < 3; ++k)
        if (operand_[k]) op.flags |= (operand_[k]->neg ? 1u << (6 + k) : 0) | (operand_[k]->abs ? 1u << (9 + k) : 0);
    if (buffer && at < ops.size()) {   // a store or an atomic: the fourth source is soffset
      const Operand& o = ops[at];
      op.sdst = kNoSlot;
      if (o.kind == Operand::Kind::sgpr) op.sdst = o.index;
      else op.imm += static_cast<int32_t>(o.imm);
      if (inst_.glc && has(m, "_atomic_")) op.dst = op.a.index;
    }
  }

  // Atomics and coherent loads of memory that other workgroups see.
  bool polls() const {
    string_view m = inst_.mnemonic;
    if (!m.starts_with("global_") && !m.starts_with("flat_") && !m.starts_with("buffer_") && !m.starts_with("s_load")) return false;
    return has(m, "_atomic_") || (has(m, "_load_") && (inst_.glc || inst_.slc || inst_.dlc));
  }

  void note_scalar(const Operand& o) { exec_written_ |= o.index <= kExec + 1 && o.index + o.dwords > kExec; }
  bool writes_exec() const {
    string_view m = inst_.mnemonic;
    return exec_written_ || m.starts_with("v_cmpx") || has(m, "saveexec") || has(m, "wrexec");
  }

  void dpp(Op& op) {
    const Dpp& d = inst_.dpp;
    // Before gfx10 lanes that are off are read like the others.
    const bool active_only = inst_.generation >= Generation::gfx10 && !d.fetch_inactive;
    if (d.eight)
      emit(MicroOps::dpp8, kTempBase, op.a, static_cast<int32_t>(d.lanes) | (active_only ? 0 : 1 << 24));
    else
      emit(MicroOps::dpp_begin, kTempBase, op.a,
           d.ctrl | d.row_mask << 16 | d.bank_mask << 20 | (d.bound_ctrl ? 1 << 24 : 0) | (active_only ? 1 << 25 : 0));
    op.a = vector(kTempBase, op.a.dwords);
  }

  void select_sources(Op& op) {
    Src* src[] = {&op.a, &op.b};
    uint8_t sel[] = {inst_.sdwa.src0_sel, inst_.sdwa.src1_sel};
    for (uint16_t k = 0; k < 2; ++k) {
      bool sext = operand_[k] && operand_[k]->sext;
      if (src[k]->kind == Src::Kind::none || (sel[k] == 6 && !sext)) continue;
      uint16_t temp = static_cast<uint16_t>(kTempBase + 2 * k);
      emit(MicroOps::select, temp, *src[k], sel[k] | (sext ? 8 : 0));
      *src[k] = vector(temp);
    }
  }

  // The upper half of a 16-bit source, by op_sel or by name.
  void select_halves(Op& op) {
    Src* src[] = {&op.a, &op.b, &op.c};
    for (uint16_t k = 0; k < 3; ++k) {
      if (src[k]->kind == Src::Kind::none || !(inst_.op_sel >> k & 1 || (operand_[k] && operand_[k]->high))) continue;
      uint16_t temp = static_cast<uint16_t>(kTempBase + 2 * k);
      emit(MicroOps::select, temp, *src[k], kHighHalf);
      *src[k] = vector(temp);
    }
  }

  void modify_sources(Op& op) {
    ModOps mod = ops_of(row_.mod);
    if (!mod.modify) return;
    Src* src[] = {&op.a, &op.b, &op.c};
    for (uint16_t k = 0; k < 3; ++k) {
      if (!operand_[k] || !(operand_[k]->neg || operand_[k]->abs)) continue;
      uint16_t temp = static_cast<uint16_t>(kTempBase + 2 * k);
      emit(mod.modify, temp, *src[k], (operand_[k]->abs ? 1 : 0) | (operand_[k]->neg ? 2 : 0));
      *src[k] = vector(temp, src[k]->dwords);
    }
  }

  // Output modifiers, on the row where the result is now.
  void finish(uint16_t dst) {
    if (!writes_vector_ || row_.mod == Mod::packed || row_.clamps) return;
    ModOps mod = ops_of(result_mod(inst_, row_.mod));
    if (!mod.clamp) return;
    if (inst_.omod) emit(mod.omod, dst, {}, inst_.omod);
    if (inst_.clamp) emit(mod.clamp, dst, {}, 0);
  }

  const Inst& inst_;
  const Semantics& row_;
  uint32_t ordinal_;
  const ConstantPool& pool_;
  std::span<Observer* const> observers_;
  std::vector<Op>& out_;
  const Operand* operand_[3] = {};   // of op.a, op.b, op.c
  bool writes_vector_ = false, high_destination_ = false, exec_written_ = false;
  uint16_t redirected_ = 0xffff, redirect_to_ = 0;
};

bool reads(const Inst& inst, uint16_t row) {
  return std::any_of(inst.ops.begin() + 1, inst.ops.end(),
                     [&](const Operand& o) { return o.kind == Operand::Kind::vgpr && o.index == row; });
}

}  // namespace

// Loads that write LDS are operations of their own; the global data share is not there.
const Semantics* row_of(const Inst& inst) {
  if (inst.size == 0 || inst.gds) return nullptr;
  return find_semantics(inst.lds ? inst.mnemonic + "_lds" : inst.mnemonic, inst.generation);
}

namespace {

// Both halves read their sources before either writes.
bool lower_dual(const Inst& inst, uint32_t ordinal, const ConstantPool& pool, std::span<Observer* const> observers,
                std::vector<Op>& ops) {
  const Inst *first = &inst.dual[0], *second = &inst.dual[1];
  if (!row_of(*first) || !row_of(*second) || first->ops.empty() || second->ops.empty()) return false;
  if (reads(*second, first->ops[0].index) && !reads(*first, second->ops[0].index)) std::swap(first, second);
  const uint16_t written = first->ops[0].index;
  const bool conflict = reads(*second, written);
  if (conflict) {
    Op copy;
    copy.fn = MicroOps::select;
    copy.dst = kDualTemp;
    copy.a = {Src::Kind::vector, 1, written};
    copy.imm = kDword;
    copy.ordinal = ordinal;
    copy.address = inst.address;
    ops.push_back(copy);
  }
  Lower(*first, *row_of(*first), ordinal, pool, observers, ops).run();
  Lower then(*second, *row_of(*second), ordinal, pool, observers, ops);
  if (conflict) then.redirect(written, kDualTemp);
  then.run();
  return true;
}

}  // namespace

bool has_semantics(const Inst& inst) {
  return inst.dual.empty() ? row_of(inst) != nullptr : row_of(inst.dual[0]) && row_of(inst.dual[1]);
}

void lower(const Inst& inst, uint32_t ordinal, const ConstantPool& pool, std::span<Observer* const> observers,
           std::vector<Op>& ops) {
  if (!inst.dual.empty() && lower_dual(inst, ordinal, pool, observers, ops)) return;
  const Semantics* row = row_of(inst);
  if (!row) {
    Op op;
    op.fn = unsupported;
    op.ordinal = ordinal;
    op.address = inst.address;
    ops.push_back(op);
    return;
  }
  Lower(inst, *row, ordinal, pool, observers, ops).run();
}

uint64_t branch_target(const Inst& inst) {
  string_view m = inst.mnemonic;
  if (!m.starts_with("s_branch") && !m.starts_with("s_cbranch_") && m != "s_call_b64") return 0;
  if (inst.ops.empty()) return 0;
  int64_t words = static_cast<int16_t>(inst.ops.back().imm);
  return inst.address + 4 + static_cast<uint64_t>(words * 4);
}

} // namespace wavelift::soft::WAVE
