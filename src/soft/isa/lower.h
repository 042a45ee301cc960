// One instruction to its micro-ops.
#pragma once
#include "soft/isa/inst.h"
#include "soft/isa/op.h"
#include "soft/observe/wave/observer.h"
#include <functional>
#include <vector>

namespace wavelift::soft::WAVE {

// Gives the row of Wave::k that holds a 64-bit constant; kNoConstant when the pool is full, and the instruction then
// becomes one that faults.
inline constexpr uint16_t kNoConstant = 0xffff;
using ConstantPool = std::function<uint16_t(uint64_t)>;

// The row of an instruction, nullptr when the machine does not know it.
const Semantics* row_of(const Inst& inst);
bool has_semantics(const Inst& inst);

// Appends the micro-ops of `inst` to `ops`, with those of the observers around its operation. An instruction without semantics becomes one that faults when it is reached.
// Branch targets are left to the caller (Op::target is null).
void lower(const Inst& inst, uint32_t ordinal, const ConstantPool& pool, std::span<Observer* const> observers,
           std::vector<Op>& ops);

// The address a direct branch goes to, 0 for other instructions.
uint64_t branch_target(const Inst& inst);

} // namespace wavelift::soft::WAVE
