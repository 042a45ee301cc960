// Structure (operands and their order, modifiers, attributes) is read from LLVM's assembly text, which is stable over
// releases and lists implicit operands too; the values of immediates come from the MCInst, where LLVM has already
// expanded inline constants and literals to the operand's type.
#include "soft/isa/decode.h"
#include "soft/machine/fault.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCExpr.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <mutex>

namespace wavelift::soft {

namespace {

using std::string_view;

struct NamedScalar {
  const char* name;
  uint16_t index;
  uint8_t dwords;
};
constexpr NamedScalar named_scalars[] = {
    {"vcc", 106, 2}, {"vcc_lo", 106, 1}, {"vcc_hi", 107, 1}, {"exec", 126, 2}, {"exec_lo", 126, 1}, {"exec_hi", 127, 1},
    {"m0", 124, 1}, {"scc", 253, 1}, {"src_scc", 253, 1}, {"vccz", 251, 1}, {"src_vccz", 251, 1}, {"execz", 252, 1},
    {"src_execz", 252, 1}, {"flat_scratch", 102, 2}, {"flat_scratch_lo", 102, 1}, {"flat_scratch_hi", 103, 1},
    {"xnack_mask", 104, 2}, {"xnack_mask_lo", 104, 1}, {"xnack_mask_hi", 105, 1}, {"src_shared_base", 235, 2},
    {"src_shared_limit", 236, 2}, {"src_private_base", 237, 2}, {"src_private_limit", 238, 2},
    {"src_pops_exiting_wave_id", 239, 1},
};

int number_at(string_view s, size_t& at) {
  int n = 0;
  while (at < s.size() && s[at] >= '0' && s[at] <= '9') n = n * 10 + (s[at++] - '0');
  return n;
}

// "v12", "s[4:7]", "a[0:15]", "ttmp3", "vcc".
bool parse_register(string_view t, Operand& o) {
  for (const auto& n : named_scalars)
    if (t == n.name) {
      o.kind = Operand::Kind::sgpr;
      o.index = n.index;
      o.dwords = n.dwords;
      return true;
    }
  int base = 0;
  size_t at = 1;
  if (t.starts_with("ttmp")) {
    base = 108;
    at = 4;
    o.kind = Operand::Kind::sgpr;
  } else if (t.starts_with('v')) {
    o.kind = Operand::Kind::vgpr;
  } else if (t.starts_with('s')) {
    o.kind = Operand::Kind::sgpr;
  } else if (t.starts_with('a')) {
    o.kind = Operand::Kind::agpr;
  } else {
    return false;
  }
  if (at >= t.size()) return false;
  if (t.ends_with(".h") || t.ends_with(".l")) {   // a half of a vector register
    o.high = t.ends_with(".h");
    t.remove_suffix(2);
  }
  if (t[at] == '[') {
    ++at;
    int first = number_at(t, at), last = first;
    if (at < t.size() && t[at] == ':') last = number_at(t, ++at);
    if (at >= t.size() || t[at] != ']' || last < first) return false;
    o.index = static_cast<uint16_t>(base + first);
    o.dwords = static_cast<uint8_t>(last - first + 1);
    return true;
  }
  if (t[at] < '0' || t[at] > '9') return false;
  o.index = static_cast<uint16_t>(base + number_at(t, at));
  o.dwords = 1;
  return at == t.size();
}

int64_t value_of(string_view s) {
  bool negative = s.starts_with('-');
  if (negative) s.remove_prefix(1);
  int base = 10;
  if (s.starts_with("0x")) s.remove_prefix(2), base = 16;
  uint64_t n = 0;
  std::from_chars(s.data(), s.data() + s.size(), n, base);
  return negative ? -static_cast<int64_t>(n) : static_cast<int64_t>(n);
}

// "[1,0,1]" to bits, first entry in bit 0.
uint8_t bits_of(string_view list) {
  uint8_t bits = 0;
  int i = 0;
  for (char c : list)
    if (c == '0' || c == '1') bits |= static_cast<uint8_t>((c - '0') << i++);
  return bits;
}

uint8_t select_of(string_view s) {
  if (s.starts_with("BYTE_")) return static_cast<uint8_t>(s[5] - '0');
  if (s.starts_with("WORD_")) return static_cast<uint8_t>(4 + (s[5] - '0'));
  return 6;
}

bool dpp_attribute(string_view key, string_view value, Dpp& d) {
  struct Control {
    const char* name;
    int base;        // added to the value
  };
  // gfx9's row_newbcast and gfx10's row_share are one control.
  constexpr Control controls[] = {{"row_shl", 0x100}, {"row_shr", 0x110}, {"row_ror", 0x120}, {"wave_shl", 0x12f},
                                  {"wave_rol", 0x133}, {"wave_shr", 0x137}, {"wave_ror", 0x13b},
                                  {"row_newbcast", 0x150}, {"row_share", 0x150}, {"row_xmask", 0x160}};
  for (auto& c : controls)
    if (key == c.name) return d.ctrl = static_cast<uint16_t>(c.base + value_of(value)), true;
  if (key == "quad_perm") {
    int at = 0;
    d.ctrl = 0;
    for (char c : value)
      if (c >= '0' && c <= '3') d.ctrl |= static_cast<uint16_t>((c - '0') << at), at += 2;
  } else if (key == "row_mirror") {
    d.ctrl = 0x140;
  } else if (key == "row_half_mirror") {
    d.ctrl = 0x141;
  } else if (key == "row_bcast") {
    d.ctrl = value == "15" ? 0x142 : 0x143;
  } else if (key == "row_mask") {
    d.row_mask = static_cast<uint8_t>(value_of(value));
  } else if (key == "bank_mask") {
    d.bank_mask = static_cast<uint8_t>(value_of(value));
  } else if (key == "bound_ctrl") {
    d.bound_ctrl = true;
  } else if (key == "fi") {
    d.fetch_inactive = value_of(value) != 0;
  } else if (key == "dpp8") {
    int at = 0;
    d.eight = true;
    for (char c : value)
      if (c >= '0' && c <= '7') d.lanes |= static_cast<uint32_t>(c - '0') << at, at += 3;
  } else {
    return false;
  }
  return true;
}

void attribute(string_view word, Inst& inst) {
  size_t colon = word.find(':');
  string_view key = word.substr(0, colon), value = colon == string_view::npos ? string_view() : word.substr(colon + 1);
  if (key == "offset") inst.offset = static_cast<int32_t>(value_of(value));
  else if (key == "offset0") inst.offset = static_cast<int32_t>(value_of(value));
  else if (key == "offset1") inst.offset1 = static_cast<int32_t>(value_of(value));
  else if (key == "op_sel") inst.op_sel = bits_of(value);
  else if (key == "op_sel_hi") inst.op_sel_hi = bits_of(value);
  else if (key == "neg_lo") inst.neg_lo = bits_of(value);
  else if (key == "neg_hi") inst.neg_hi = bits_of(value);
  else if (key == "clamp") inst.clamp = true;
  else if (key == "mul") inst.omod = value == "2" ? 1 : 2;
  else if (key == "div") inst.omod = 3;
  else if (key == "glc" || key == "sc0") inst.glc = true;
  else if (key == "slc" || key == "sc1" || key == "nt") inst.slc = true;
  else if (key == "dlc") inst.dlc = true;
  else if (key == "offen") inst.offen = true;
  else if (key == "idxen") inst.idxen = true;
  else if (key == "lds") inst.lds = true;
  else if (key == "gds") inst.gds = true;
  else if (key == "cbsz") inst.cbsz = static_cast<uint8_t>(value_of(value));
  else if (key == "abid") inst.abid = static_cast<uint8_t>(value_of(value));
  else if (key == "blgp") inst.blgp = static_cast<uint8_t>(value_of(value));
  else if (key == "neg") inst.blgp = bits_of(value);   // f64 MFMA prints blgp as neg:[a,b,c]
  else if (key == "dst_sel") inst.sdwa.dst_sel = select_of(value);
  else if (key == "src0_sel") inst.sdwa.src0_sel = select_of(value);
  else if (key == "src1_sel") inst.sdwa.src1_sel = select_of(value);
  else if (key == "dst_unused") inst.sdwa.dst_unused = value == "UNUSED_SEXT" ? 1 : value == "UNUSED_PRESERVE" ? 2 : 0;
  else if (dpp_attribute(key, value, inst.dpp)) inst.form = Form::dpp;   // v_cmp has no suffix that says so
}

constexpr std::pair<const char*, Form> suffixes[] = {
    {"_e64_dpp", Form::dpp}, {"_sdwa", Form::sdwa}, {"_dpp", Form::dpp}, {"_e32", Form::e32}, {"_e64", Form::e64}};

class McDecoder final : public Decoder {
public:
  Status init(const std::string& arch, int wave_size) {
    install_fault_handlers();   // for disassemble
    static std::once_flag once;
    std::call_once(once, [] {
      LLVMInitializeAMDGPUTargetInfo();
      LLVMInitializeAMDGPUTargetMC();
      LLVMInitializeAMDGPUDisassembler();
    });
    std::string error;
    llvm::Triple triple("amdgcn-amd-amdhsa");
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
    if (!target) return fail(Exit::tool_missing, "this LLVM has no AMDGPU target", "install libllvm22");
    registers_.reset(target->createMCRegInfo(triple));
    asm_.reset(target->createMCAsmInfo(*registers_, triple, llvm::MCTargetOptions()));
    instructions_.reset(target->createMCInstrInfo());
    generation_ = generation_of(arch);
    const char* features = generation_ == Generation::gfx9 || !wave_size ? "" : wave_size == 32 ? "+wavefrontsize32" : "+wavefrontsize64";
    subtarget_.reset(target->createMCSubtargetInfo(triple, arch, features));
    if (!subtarget_ || !subtarget_->isCPUStringValid(arch))
      return fail(Exit::unsupported, "LLVM does not know the GPU " + arch);
    context_ = std::make_unique<llvm::MCContext>(triple, asm_.get(), registers_.get(), subtarget_.get());
    disassembler_.reset(target->createMCDisassembler(*subtarget_, *context_));
    printer_.reset(target->createMCInstPrinter(triple, asm_->getAssemblerDialect(), *asm_, *instructions_, *registers_));
    learn_modifier_type();
    return {};
  }

  Inst decode(std::span<const std::byte> bytes, uint64_t address) override {
    Inst inst;
    inst.address = address;
    inst.generation = generation_;
    llvm::MCInst mc;
    uint64_t size = 0;
    // LLVM 22 crashes where a literal is cut off by the end of the bytes: behind them it sees zeros.
    constexpr size_t kLongest = 20;   // bytes of an instruction
    uint8_t in[2 * kLongest] = {};
    std::memcpy(in, bytes.data(), std::min(bytes.size(), kLongest));
    if (!disassemble(mc, size, in, inst) || size > bytes.size()) {
      inst.text.clear();
      return inst;
    }
    inst.size = static_cast<uint32_t>(size);
    read_text(inst, mc);
    return inst;
  }

private:
  // The instruction and its text; false for what is none. LLVM 22 words its complaint about some operands that cannot be (a
  // literal of a gfx9 VOP3, an SDWA source that is no register) from a dangling reference, decodes others to what its printer
  // does not survive, and faults on either sometimes: those are no instructions either.
  bool disassemble(llvm::MCInst& mc, uint64_t& size, std::span<const uint8_t> in, Inst& inst) {
    const FaultGuard outer = fault_guard;   // lowering may be done for a wave that runs
    volatile bool fine = false;
    if (sigsetjmp(fault_guard.jump, 0) == 0) {
      fault_guard.armed = true;
      if (disassembler_->getInstruction(mc, size, {in.data(), in.size()}, inst.address, llvm::nulls()) == llvm::MCDisassembler::Success) {
        llvm::raw_string_ostream os(inst.text);
        printer_->printInst(&mc, inst.address, "", *subtarget_, os);
        fine = true;
      }
    }
    fault_guard = outer;
    return fine;
  }

  // The OperandType of source modifiers is private to the target and changes with releases: v_fma_f32 v0, -v1, |v2|, v3
  // has one as its second operand.
  void learn_modifier_type() {
    constexpr uint8_t opcodes[][2] = {{0xcb, 0xd1}, {0x4b, 0xd5}, {0x13, 0xd6}};   // of gfx9, gfx10, gfx11
    const auto& opcode = opcodes[static_cast<int>(generation_)];
    const uint8_t word[8] = {0x00, 0x02, opcode[0], opcode[1], 0x01, 0x05, 0x0e, 0x24};
    llvm::MCInst mc;
    uint64_t size = 0;
    if (disassembler_->getInstruction(mc, size, word, 0, llvm::nulls()) != llvm::MCDisassembler::Success) return;
    const auto& d = instructions_->get(mc.getOpcode());
    if (d.getNumOperands() > 2 && mc.getOperand(1).isImm() && mc.getOperand(1).getImm() == 1)
      modifier_type_ = d.operands()[1].OperandType;
  }

  // The name, without what says the encoding; returns the rest of the text.
  static string_view read_name(string_view t, Inst& inst) {
    while (!t.empty() && (t.front() == '\t' || t.front() == ' ')) t.remove_prefix(1);
    size_t end = t.find_first_of(" \t");
    string_view name = t.substr(0, end);
    t = end == string_view::npos ? string_view() : t.substr(end + 1);
    for (auto [suffix, form] : suffixes)
      if (name.ends_with(suffix)) {
        name.remove_suffix(string_view(suffix).size());
        inst.form = form;
        break;
      }
    inst.mnemonic = name;
    return t;
  }

  void read_text(Inst& inst, const llvm::MCInst& mc) {
    // Immediates of the MCInst that are not source modifiers, in order.
    std::vector<uint64_t> imms;
    const auto& desc = instructions_->get(mc.getOpcode());
    for (unsigned i = 0; i < mc.getNumOperands(); ++i) {
      const auto& o = mc.getOperand(i);
      bool modifier = i < desc.getNumOperands() && desc.operands()[i].OperandType == modifier_type_;
      int64_t value = 0;
      if (o.isImm() && !modifier) imms.push_back(static_cast<uint64_t>(o.getImm()));
      else if (o.isExpr() && o.getExpr()->evaluateAsAbsolute(value)) imms.push_back(static_cast<uint64_t>(value));   // lit(0x..)
    }
    size_t next_imm = 0;
    string_view text = inst.text;
    if (size_t pair = text.find(" :: "); pair != string_view::npos) {
      read_dual(text.substr(0, pair), inst, imms, next_imm);
      read_dual(text.substr(pair + 4), inst, imms, next_imm);
      inst.mnemonic = inst.dual[0].mnemonic + "::" + inst.dual[1].mnemonic;
      return;
    }

    string_view t = read_name(text, inst);
    if (inst.mnemonic.find("_mix") != std::string::npos) inst.op_sel_hi = 0;   // what is not printed is 0 there, 1 elsewhere
    read_operands(t, inst, imms, next_imm);
    if (inst.mnemonic == "ds_swizzle_b32" && !imms.empty()) inst.offset = static_cast<int32_t>(imms[0] & 0xffff);
    // s_setreg_imm32 prints the register first, the MCInst has the value first.
    if (inst.mnemonic == "s_setreg_imm32_b32" && inst.ops.size() == 2) std::swap(inst.ops[0].imm, inst.ops[1].imm);
  }

  // One of the two operations of a VOPD instruction: an instruction of its own, named without "dual".
  static void read_dual(string_view text, Inst& inst, const std::vector<uint64_t>& imms, size_t& next_imm) {
    Inst& half = inst.dual.emplace_back();
    half.address = inst.address;
    half.size = inst.size;
    half.generation = inst.generation;
    half.text = inst.text;
    string_view t = read_name(text, half);
    half.form = Form::e32;
    if (half.mnemonic.starts_with("v_dual_")) half.mnemonic.erase(2, 5);
    read_operands(t, half, imms, next_imm);
    if (half.mnemonic == "v_cndmask_b32") {   // its mask is not printed
      Operand vcc;
      parse_register("vcc_lo", vcc);
      half.ops.push_back(vcc);
    }
  }

  static void read_operands(string_view t, Inst& inst, const std::vector<uint64_t>& imms, size_t& next_imm) {
    while (!t.empty()) {
      size_t at = 0;
      for (int depth = 0; at < t.size() && (depth || t[at] != ','); ++at)
        depth += (t[at] == '[' || t[at] == '(') - (t[at] == ']' || t[at] == ')');
      string_view piece = t.substr(0, at);
      t = at < t.size() ? t.substr(at + 1) : string_view();
      bool first = true;
      while (!piece.empty()) {
        while (!piece.empty() && piece.front() == ' ') piece.remove_prefix(1);
        size_t stop = piece.find(' ');
        string_view word = piece.substr(0, stop);
        piece = stop == string_view::npos ? string_view() : piece.substr(stop + 1);
        if (word.empty()) continue;
        if (first) operand(word, inst, imms, next_imm);
        else attribute(word, inst);
        first = false;
      }
    }
  }

  static void operand(string_view word, Inst& inst, const std::vector<uint64_t>& imms, size_t& next_imm) {
    Operand o;
    if (word == "off" || word == "null") {
      o.null = word == "null";
      inst.ops.push_back(o);
      return;
    }
    string_view body = word;
    if (body.starts_with("neg(") && body.ends_with(')')) body = body.substr(4, body.size() - 5), o.neg = true;
    if (body.starts_with('-') && body.size() > 1 && !(body[1] >= '0' && body[1] <= '9')) body.remove_prefix(1), o.neg = true;
    if (body.starts_with("abs(") && body.ends_with(')')) body = body.substr(4, body.size() - 5), o.abs = true;
    if (body.starts_with('|') && body.ends_with('|')) body = body.substr(1, body.size() - 2), o.abs = true;
    if (body.starts_with("sext(") && body.ends_with(')')) body = body.substr(5, body.size() - 6), o.sext = true;
    if (parse_register(body, o)) {
      inst.ops.push_back(o);
      return;
    }
    bool numeric = (body[0] >= '0' && body[0] <= '9') || body[0] == '-';
    if (!numeric && body.find(':') != string_view::npos && body.find('(') == string_view::npos) {
      attribute(word, inst);
      return;
    }
    if (!numeric && next_imm >= imms.size()) {   // a lone attribute such as "glc" where no operand comes first
      attribute(word, inst);
      return;
    }
    o.kind = numeric ? Operand::Kind::imm : Operand::Kind::symbol;
    o.literal = body.starts_with("0x");
    if (next_imm < imms.size()) o.imm = imms[next_imm++];
    inst.ops.push_back(o);
  }

  std::unique_ptr<llvm::MCRegisterInfo> registers_;
  std::unique_ptr<llvm::MCAsmInfo> asm_;
  std::unique_ptr<llvm::MCInstrInfo> instructions_;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget_;
  std::unique_ptr<llvm::MCContext> context_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
  Generation generation_ = Generation::gfx9;
  int modifier_type_ = -1;
};

}  // namespace

Result<std::unique_ptr<Decoder>> Decoder::create(const std::string& arch, int wave_size) {
  auto d = std::make_unique<McDecoder>();
  if (auto s = d->init(arch, wave_size); !s) return std::unexpected(s.error());
  return d;
}

}  // namespace wavelift::soft
