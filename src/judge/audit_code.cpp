#include "judge/audit_code.h"
#include "soft/isa/decode.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::judge {

namespace {

using soft::Inst;
using soft::Operand;

struct Forbidden {
  std::string_view mnemonic; // a prefix when it ends with *
  const char* what;
  const char* why;
};

constexpr Forbidden forbidden[] = {
    {"s_memtime", "clock-read", "reads a clock"},
    {"s_memrealtime", "clock-read", "reads a clock"},
    {"s_sendmsg_rtn_*", "clock-read", "asks the hardware for its clock or its place"},
    {"s_sendmsghalt", "message", "sends a message"},
    {"s_trap", "trap", "calls the trap handler, which stops the queue"},
    {"s_sethalt", "halt", "stops its wave for ever"},
    {"s_setkill", "halt", "ends its wave without the hardware's knowing"},
    {"s_rfe_*", "trap", "returns from a trap handler"},
    {"s_endpgm_saved", "trap", "ends a wave that was saved"},
    {"s_ttracedata*", "trace", "writes to the hardware's trace"},
    {"s_incperflevel", "trace", "changes a performance counter"},
    {"s_decperflevel", "trace", "changes a performance counter"},
    {"s_icache_inv", "changes-code", "makes code be read again, as only who changes code needs"},
    {"s_cbranch_g_fork", "odd-branch", "branches through a stack of the hardware"},
    {"s_cbranch_i_fork", "odd-branch", "branches through a stack of the hardware"},
    {"s_cbranch_join", "odd-branch", "branches through a stack of the hardware"},
    {"s_cbranch_cdbg*", "odd-branch", "asks whether a debugger is there"},
    {"s_setvskip", "odd-branch", "has instructions left out"},
    {"ds_gws_*", "global-memory-share", "uses what all waves of the device share, and later launches too"},
    {"ds_ordered_count", "global-memory-share", "uses what all waves of the device share, and later launches too"},
    {"s_atc_probe*", "cache-control", "fills the cache of address translations"},
    {"s_dcache_discard*", "cache-control", "throws written lines away"},
    {"s_dcache_inv_vol", "cache-control", "invalidates others' lines"},
};

const Forbidden* find_forbidden(std::string_view mnemonic) {
  for (const Forbidden& f : forbidden) {
    const bool prefix = f.mnemonic.ends_with('*');
    if (prefix ? mnemonic.starts_with(f.mnemonic.substr(0, f.mnemonic.size() - 1)) : mnemonic == f.mnemonic) return &f;
  }
  return nullptr;
}

// Hardware registers, by the number in s_getreg and s_setreg (LLVM's AMDGPU usage guide). What compilers need may be read: MODE,
// SH_MEM_BASES; from gfx10 on the two halves of FLAT_SCR, whose numbers are others' before. STATUS, GPR_ALLOC, LDS_ALLOC and the rest tell
// a simulator from a card, or an idle one from one that is shared. Only MODE may be written.
constexpr unsigned mode = 1;
constexpr unsigned readable_registers[] = {mode, 15};
constexpr unsigned flat_scratch[] = {20, 21};
constexpr unsigned cycles[] = {29, 30};
// Messages of s_sendmsg: the end of a wave on gfx11; to the host, of which printf is made.
constexpr unsigned dealloc_vgprs = 3, interrupt = 1;

bool is_branch(std::string_view m) {
  return m == "s_branch" || m.starts_with("s_cbranch_") || m == "s_call_b64" || m.starts_with("s_subvector_loop_");
}

// What may stand between the parts of an address computation.
bool is_filler(std::string_view m) { return m == "s_nop" || m == "s_delay_alu" || m == "s_sext_i32_i16"; }

class Scanner {
public:
  Scanner(const soft::CodeObject& object, soft::Decoder& decoder, const AuditRules& rules, Objections& objections)
      : object_(object), decoder_(decoder), rules_(rules), objections_(objections) {}

  // All of the code in one sweep, from each function's beginning anew.
  void decode() {
    const auto& functions = object_.functions();
    auto next = functions.begin();
    for (uint64_t at = object_.text_begin(); at < object_.text_end();) {
      while (next != functions.end() && next->begin <= at) ++next;
      const uint64_t end = next == functions.end() ? object_.text_end() : std::min(next->begin, object_.text_end());
      Inst inst = decoder_.decode({reinterpret_cast<const std::byte*>(at), static_cast<size_t>(object_.text_end() - at)}, at);
      if (inst.size == 0 || at + inst.size > end) {
        // Between functions there may be anything: nobody gets there.
        if (!object_.function_at(at, nullptr).empty())
          objections_.add("no-instruction", fmt::format("{}: what stands there is no instruction", where(at)));
        at = std::min(at + 4, end);
        continue;
      }
      check(inst);
      at += inst.size;
      code_.push_back(std::move(inst));
    }
    for (size_t i = 0; i < code_.size(); ++i) {
      if (is_branch(code_[i].mnemonic))
        check_target(i, code_[i].address + 4 + static_cast<uint64_t>(int64_t(int16_t(low_half(code_[i])))) * 4);
      if (code_[i].mnemonic == "s_getpc_b64") find_address(i);
    }
  }

  // Addresses that the code computes from where it is, by the index of the instruction that holds the distance.
  const std::map<size_t, uint64_t>& addresses() const { return addresses_; }
  const std::vector<Inst>& code() const { return code_; }
  std::string where(uint64_t address) const {
    uint64_t offset = 0;
    std::string name = object_.function_at(address, &offset);
    return name.empty() ? fmt::format("code+0x{:x}", address - object_.text_begin()) : fmt::format("{}+0x{:x}", name, offset);
  }

private:
  uint32_t word(const Inst& i) const {
    uint32_t w;
    std::memcpy(&w, reinterpret_cast<const void*>(i.address), sizeof w);
    return w;
  }
  uint16_t low_half(const Inst& i) const { return static_cast<uint16_t>(word(i)); }

  void object_to(const Inst& i, const char* what, const char* why) {
    objections_.add(what, fmt::format("{}: {} {}", where(i.address), i.mnemonic, why));
  }

  void check(const Inst& i) {
    const std::string_view m = i.mnemonic;
    if (const Forbidden* f = find_forbidden(m); f && !(rules_.clocks && !std::strcmp(f->what, "clock-read")))
      object_to(i, f->what, f->why);
    if (i.gds) object_to(i, "global-memory-share", "uses what all waves of the device share, and later launches too");
    const unsigned message = low_half(i) & 0xff;
    if (m == "s_sendmsg" && !(i.generation >= soft::Generation::gfx11 && message == dealloc_vgprs) &&
        !(rules_.printf && message == interrupt))
      object_to(i, "message", "sends a message");
    if (m == "s_getreg_b32") {
      const unsigned reg = low_half(i) & 0x3f;
      if (std::ranges::find(cycles, reg) != std::end(cycles)) {
        if (!rules_.clocks) object_to(i, "clock-read", "reads a clock");
      } else if (std::ranges::find(readable_registers, reg) == std::end(readable_registers) &&
                 (i.generation == soft::Generation::gfx9 || std::ranges::find(flat_scratch, reg) == std::end(flat_scratch))) {
        object_to(i, "hardware-register",
                  "reads where the wave runs, or another register that says more than the wave's own state");
      }
    }
    if (m.starts_with("s_setreg") && (low_half(i) & 0x3f) != mode)
      object_to(i, "hardware-register", "writes a register other than MODE");
  }

  // A branch goes to an instruction of the sweep: in the middle of one there could be others that nobody saw.
  void check_target(size_t from, uint64_t to) {
    auto it = std::ranges::lower_bound(code_, to, {}, &Inst::address);
    if (it == code_.end() || it->address != to) object_to(code_[from], "odd-branch", "goes where no instruction begins");
  }

  // How compilers make the address of a variable or a function: s_getpc_b64, s_add_u32 with the low half of the distance,
  // s_addc_u32 with the high one.
  void find_address(size_t at) {
    const Inst& pc = code_[at];
    size_t next = at + 1;
    while (next < code_.size() && is_filler(code_[next].mnemonic)) ++next;
    const Inst* add = next < code_.size() ? &code_[next] : nullptr;
    const bool is_add = add && (add->mnemonic == "s_add_u32" || add->mnemonic == "s_add_co_u32") && add->ops.size() >= 3 &&
                        !pc.ops.empty() && add->ops[1].kind == Operand::Kind::sgpr && add->ops[1].index == pc.ops[0].index &&
                        add->ops[2].kind == Operand::Kind::imm;
    if (!is_add)
      return object_to(pc, "code-address",
                       "asks where the code lies, not as compilers do for the address of a variable or a function");
    addresses_[next] = pc.address + pc.size + static_cast<uint64_t>(int64_t(int32_t(add->ops[2].imm)));
  }

  const soft::CodeObject& object_;
  soft::Decoder& decoder_;
  const AuditRules& rules_;
  Objections& objections_;
  std::vector<Inst> code_;
  std::map<size_t, uint64_t> addresses_;
};

}  // namespace

Result<CodeScan> scan_code(const soft::CodeObject& object, const std::string& arch, int wave_size, const AuditRules& rules,
                           const std::function<std::string(uint64_t)>& place, const std::function<bool(uint64_t)>& writable,
                           Objections& objections) {
  auto decoder = soft::Decoder::create(arch, wave_size);
  if (!decoder) return std::unexpected(decoder.error());
  Scanner s(object, **decoder, rules, objections);
  s.decode();
  CodeScan scan;
  for (size_t i = 0; i < s.code().size(); ++i) {
    const Inst& inst = s.code()[i];
    auto found = s.addresses().find(i);
    if (found == s.addresses().end()) {
      scan.normalised.append(reinterpret_cast<const char*>(inst.address), inst.size);
      continue;
    }
    if (writable(found->second))
      objections.add("device-variable",
                     fmt::format("{}: takes the address of memory that lasts from launch to launch", s.where(inst.address)));
    scan.normalised.append(reinterpret_cast<const char*>(inst.address), 4); // the operation, without its literal
    scan.normalised += place(found->second) + ';';
  }
  return scan;
}

}  // namespace wavelift::judge
