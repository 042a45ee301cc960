// Missing waits: a flow analysis over a function's instructions that follows which registers loads have yet to fill.
//
// The counters as the hardware has them: vector memory returns in order (vmcnt; stores count there too before gfx10),
// LDS in order among itself, scalar loads in any order (lgkmcnt). Where the hardware's order is not certain, what could
// be a false alarm counts as waited for: a flat load by either of its counters.
#include "soft/isa/access.h"
#include "soft/isa/lower.h"
#include "soft/observe/wave/sync.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <set>

namespace wavelift::soft::WAVE {

namespace {

using std::string_view;
bool has(string_view s, string_view part) { return s.find(part) != string_view::npos; }

// v0-v255, a0-a255, then the scalar encodings.
constexpr int kAccumulators = 256, kScalars = 512, kRegisters = kScalars + 128;
constexpr uint8_t kNone = 0xff, kOldest = 0xfe;

std::string name_of(int reg) {
  return (reg >= kScalars ? "s" : reg >= kAccumulators ? "a" : "v") +
         std::to_string(reg - (reg >= kScalars ? kScalars : reg >= kAccumulators ? kAccumulators : 0));
}

int first_register(const Operand& o) {
  switch (o.kind) {
  case Operand::Kind::vgpr: return o.index;
  case Operand::Kind::agpr: return kAccumulators + o.index;
  case Operand::Kind::sgpr: return o.index < 128 ? kScalars + o.index : -1;
  default: return -1;
  }
}
template <class F> void each_register(const Operand& o, F f) {
  const int first = first_register(o);
  for (int r = first; first >= 0 && r < std::min(first + o.dwords, kRegisters); ++r) f(r);
}

// How many loads of its counter came after the one that fills a register; kNone: it is not waited for.
struct Pending {
  uint8_t vm[kRegisters], lgkm[kRegisters];
  bool flat[kRegisters] = {};        // vm's is a flat load
  bool scalar = false;               // scalar loads are on the way, so lgkmcnt tells only when it is 0

  Pending() {
    std::memset(vm, kNone, sizeof vm);
    std::memset(lgkm, kNone, sizeof lgkm);
  }
  bool operator==(const Pending&) const = default;
  // The worse of both.
  void join(const Pending& o) {
    for (int r = 0; r < kRegisters; ++r) {
      flat[r] = o.vm[r] < vm[r] ? o.flat[r] : flat[r];
      vm[r] = std::min(vm[r], o.vm[r]);
      lgkm[r] = std::min(lgkm[r], o.lgkm[r]);
    }
    scalar |= o.scalar;
  }
  static void issue(uint8_t* counter) {
    for (int r = 0; r < kRegisters; ++r) counter[r] += counter[r] < kOldest;
  }
  static void wait(uint8_t* counter, unsigned most) {
    for (int r = 0; r < kRegisters; ++r)
      if (counter[r] != kNone && counter[r] >= most) counter[r] = kNone;
  }
  void wait_vm(unsigned most) { wait(vm, most); }
  void wait_lgkm(unsigned most) {
    if (most && scalar) return;
    wait(lgkm, most);
    if (most) return;
    scalar = false;
    for (int r = 0; r < kRegisters; ++r)
      if (flat[r]) vm[r] = kNone, flat[r] = false;
  }
  void clear() { *this = Pending(); }
};

// "vmcnt(3)" in an instruction's text.
std::optional<unsigned> count_in(string_view text, string_view counter) {
  const size_t at = text.find(std::string(counter) + "(");
  if (at == string_view::npos || (at > 0 && std::isalpha(static_cast<unsigned char>(text[at - 1])))) return {};
  unsigned n = 0;
  std::from_chars(text.data() + at + counter.size() + 1, text.data() + text.size(), n);
  return n;
}

class Analysis {
public:
  explicit Analysis(const std::map<uint64_t, Inst>& insts) : insts_(insts) {
    for (const auto& [address, inst] : insts)
      if (uint64_t to = branch_target(inst)) leaders_.insert(to);
  }

  std::vector<MissingWait> run() {
    if (insts_.empty()) return {};
    flow(insts_.begin()->first, Pending());
    while (!todo_.empty()) {
      const uint64_t at = *todo_.begin();
      todo_.erase(todo_.begin());
      block(at);
    }
    return std::move(found_);
  }

private:
  void flow(uint64_t to, const Pending& state) {
    auto [it, is_new] = entry_.try_emplace(to, state);
    if (!is_new) {
      Pending joined = it->second;
      joined.join(state);
      if (joined == it->second) return;
      it->second = joined;
    }
    todo_.insert(to);
  }

  void block(uint64_t at) {
    Pending state = entry_.at(at);
    for (auto it = insts_.find(at); it != insts_.end(); ++it) {
      const Inst& inst = it->second;
      const uint64_t next = it->first + inst.size;
      step(inst, state);
      if (uint64_t to = branch_target(inst)) flow(to, state);
      const Semantics* row = inst.size ? find_semantics(inst.mnemonic, inst.generation) : nullptr;
      if (!inst.size || (row && row->ends_block)) return;
      auto following = std::next(it);
      if (following == insts_.end() || following->first != next) return;
      if (leaders_.contains(next)) return flow(next, state);
    }
  }

  void use(const Inst& inst, const Operand& o, Pending& state) {
    each_register(o, [&](int r) {
      const bool vm = state.vm[r] != kNone;
      if (!vm && state.lgkm[r] == kNone) return;
      state.vm[r] = state.lgkm[r] = kNone;
      if (reported_.insert(inst.address).second)
        found_.push_back({inst.address, filled_by_[r], name_of(r), vm ? "vmcnt" : "lgkmcnt"});
    });
  }

  void fill(const Inst& inst, const Operand& o, uint8_t* counter, Pending& state, bool flat = false) {
    each_register(o, [&](int r) {
      counter[r] = 0;
      state.flat[r] = flat;
      filled_by_[r] = inst.address;
    });
  }

  void step(const Inst& inst, Pending& state) {
    const string_view m = inst.mnemonic;
    if (m.starts_with("s_waitcnt") || m.starts_with("s_wait_")) return wait(inst, state);
    // A callee waits for everything when it starts and before it returns.
    if (m == "s_swappc_b64" || m == "s_call_b64") return state.clear();
    for (const Inst& half : inst.dual) step(half, state);
    if (!inst.dual.empty()) return;

    const Access a = access_of(inst);
    const bool permutes = m.starts_with("ds_") && !a && !inst.ops.empty();
    const Semantics* row = find_semantics(inst.mnemonic, inst.generation);
    const bool newer = inst.generation >= Generation::gfx10;
    size_t defs = !row || (newer && m.starts_with("v_cmpx")) ? 0 : row->defs;
    const bool load = a && a.kind == Access::Kind::load && !a.to_lds;
    const bool returns = permutes || load || (a && a.kind == Access::Kind::atomic && a.returns);
    if (a || permutes) defs = returns && a.space != Space::buffer ? 1 : load ? 1 : 0;
    if (m == "s_memtime" || m == "s_memrealtime" || m == "s_getreg_b32") defs = 1;

    for (size_t k = 0; k < inst.ops.size(); ++k)
      if (k >= defs) use(inst, inst.ops[k], state);
      else if (!a && !permutes) use(inst, inst.ops[k], state);   // it would be overwritten when the load comes in
    if (!a && !permutes) {
      if (m == "s_memtime" || m == "s_memrealtime") {
        state.scalar = true;
        fill(inst, inst.ops[0], state.lgkm, state);
      } else if (m.starts_with("s_sendmsg") || m.starts_with("s_dcache")) {
        Pending::issue(state.lgkm);
      } else if (m == "buffer_wbl2") {
        Pending::issue(state.vm);
      }
      return;
    }
    switch (a.space) {
    case Space::none:                // a permutation of lanes
    case Space::lds:
      Pending::issue(state.lgkm);
      if (returns) fill(inst, inst.ops[0], state.lgkm, state);
      return;
    case Space::scalar:
      Pending::issue(state.lgkm);
      state.scalar = true;
      if (load) fill(inst, inst.ops[0], state.lgkm, state);
      return;
    case Space::flat:
      Pending::issue(state.lgkm);
      [[fallthrough]];
    default:
      // An atomic that returns a value counts as a load; from gfx10 on stores have a counter of their own.
      if (a.to_lds || returns || !newer) Pending::issue(state.vm);
      if (returns && !inst.ops.empty()) fill(inst, inst.ops[0], state.vm, state, a.space == Space::flat);
      return;
    }
  }

  void wait(const Inst& inst, Pending& state) {
    const string_view m = inst.mnemonic, text = inst.text;
    const auto n = inst.ops.empty() ? 0u : static_cast<unsigned>(inst.ops.back().imm);
    if (m == "s_waitcnt") {
      if (auto most = count_in(text, "vmcnt")) state.wait_vm(*most);
      if (auto most = count_in(text, "lgkmcnt")) state.wait_lgkm(*most);
      if (!has(text, "cnt(")) state.clear();   // a number that is not written out
    } else if (m == "s_waitcnt_vmcnt" || m == "s_wait_loadcnt") {
      state.wait_vm(n);
    } else if (m == "s_waitcnt_lgkmcnt" || m == "s_wait_dscnt" || m == "s_wait_kmcnt") {
      state.wait_lgkm(n);
    } else if (m != "s_waitcnt_vscnt" && m != "s_waitcnt_expcnt" && m != "s_wait_storecnt" && m != "s_waitcnt_depctr") {
      state.clear();
    }
  }

  const std::map<uint64_t, Inst>& insts_;
  std::set<uint64_t> leaders_, todo_;
  std::map<uint64_t, Pending> entry_;
  uint64_t filled_by_[kRegisters] = {};
  std::set<uint64_t> reported_;
  std::vector<MissingWait> found_;
};

}  // namespace

std::vector<MissingWait> missing_waits(const std::map<uint64_t, Inst>& insts) { return Analysis(insts).run(); }

}  // namespace wavelift::soft::WAVE
