#include "soft/isa/program.h"
#include "soft/isa/lower.h"
#include "soft/isa/pairs.h"
#include <cstring>
#include <set>
#include <sys/mman.h>

namespace wavelift::soft::WAVE {

namespace {
constexpr size_t kConstantRows = 1 << 16;
}

Result<std::unique_ptr<Program>> Program::create(const CodeObject& object, const std::string& arch,
                                                 std::vector<Observer*> observers) {
  auto decoder = Decoder::create(arch, kLanes);
  if (!decoder) return std::unexpected(decoder.error());
  std::unique_ptr<Program> p(new Program(object));
  p->decoder_ = std::move(*decoder);
  for (size_t i = 0; i < observers.size(); ++i) observers[i]->index = i;
  p->observers_ = std::move(observers);
  p->by_address_.reset(new std::atomic<const Op*>[(object.text_end() - object.text_begin()) / 4 + 1]());
  p->constant_values_.reset(new uint64_t[kConstantRows / 2]);   // not touched before it is used
  void* m = ::mmap(nullptr, kConstantRows * sizeof(Row), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) return fail(Exit::failed, "no memory for a program's constants");
  p->constants_ = static_cast<Row*>(m);
  return p;
}

Program::~Program() {
  if (constants_) ::munmap(constants_, kConstantRows * sizeof(Row));
}

uint16_t Program::constant(uint64_t value) {
  if (constant_rows_.size() >= kConstantRows / 2 - 1 && !constant_rows_.contains(value)) return kNoConstant;
  auto [it, is_new] = constant_rows_.try_emplace(value, static_cast<uint16_t>(constant_rows_.size() * 2));
  if (is_new) {
    constant_values_[it->second / 2] = value;
    Row* row = constants_ + it->second;
    for (int i = 0; i < kLanes; ++i) {
      row[0].lane[i] = static_cast<uint32_t>(value);
      row[1].lane[i] = static_cast<uint32_t>(value >> 32);
    }
  }
  return it->second;
}

const Op* Program::at(uint64_t address) {
  if (!object_.contains_code(address) || address % 4) return nullptr;
  auto& slot = by_address_[(address - object_.text_begin()) / 4];
  if (const Op* op = slot.load(std::memory_order_acquire)) return op;
  std::lock_guard lock(mutex_);
  if (!slot.load(std::memory_order_relaxed)) lower_function(address);
  return slot.load(std::memory_order_acquire);
}

Inst Program::inst_at(uint64_t address) {
  if (!object_.contains_code(address)) return {};
  std::lock_guard lock(mutex_);
  auto* p = reinterpret_cast<const std::byte*>(address);
  return decoder_->decode({p, static_cast<size_t>(object_.text_end() - address)}, address);
}

// Follows control flow from the entry; padding between functions is never decoded.
void Program::lower_function(uint64_t entry) {
  std::map<uint64_t, Inst> insts;
  std::set<uint64_t> arrivals{entry};   // where control arrives other than from the instruction before
  std::vector<uint64_t> todo{entry};
  while (!todo.empty()) {
    uint64_t pc = todo.back();
    todo.pop_back();
    while (object_.contains_code(pc) && !insts.contains(pc)) {
      auto* p = reinterpret_cast<const std::byte*>(pc);
      Inst inst = decoder_->decode({p, static_cast<size_t>(object_.text_end() - pc)}, pc);
      uint64_t next = pc + inst.size;
      const Semantics* row = inst.size ? find_semantics(inst.mnemonic, inst.generation) : nullptr;
      if (uint64_t target = branch_target(inst)) todo.push_back(target), arrivals.insert(target);
      if (inst.mnemonic == "s_swappc_b64" || inst.mnemonic == "s_call_b64") arrivals.insert(next);
      bool ends = inst.size == 0 || (row && row->ends_block);
      insts.emplace(pc, std::move(inst));
      if (ends) break;
      pc = next;
    }
  }

  auto& ops = functions_.emplace_back();
  std::map<uint64_t, size_t> first;
  ConstantPool pool = [this](uint64_t v) { return constant(v); };
  uint32_t ordinal = 0;
  const Semantics* before = nullptr;   // of the instruction before, where that is one micro-op
  bool indexed = false;                // registers are: s_set_gpr_idx_on executes one micro-op after another
  for (Observer* o : observers_) o->lowering(object_, insts);
  for (const auto& [address, inst] : insts) {
    first[address] = ops.size();
    lower(inst, ordinal++, pool, observers_, ops);
    // An instruction that does nothing needs no micro-op, unless the count of a block starts at it.
    if (ops.size() == first[address] + 1 && ops.back().fn == nothing && !arrivals.contains(address)) {
      ops.pop_back();
      continue;
    }
    if (inst.mnemonic == "s_set_gpr_idx_on") indexed = true;
    if (inst.mnemonic == "s_set_gpr_idx_off") indexed = false;
    const bool alone = !inst.dual.empty() || indexed || !observers_.empty();
    const Semantics* row = !alone && ops.size() == first[address] + 1 ? row_of(inst) : nullptr;
    if (before && row)
      if (Handler both = pair_of(*before, *row, &ops[ops.size() - 2])) ops[ops.size() - 2].fn = both;
    before = row;
  }
  // Control may run off the end only into bytes that are not code.
  lower(Inst{}, ordinal, pool, {}, ops);
  for (auto& op : ops)
    if (op.address)
      if (auto it = insts.find(op.address); it != insts.end())
        if (auto t = first.find(branch_target(it->second)); t != first.end()) op.target = &ops[t->second];
  for (auto [address, index] : first) {
    auto& slot = by_address_[(address - object_.text_begin()) / 4];
    if (!slot.load(std::memory_order_relaxed)) slot.store(&ops[index], std::memory_order_release);
  }
}

} // namespace wavelift::soft::WAVE
