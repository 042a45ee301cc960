// What watches an execution. An observer puts micro-ops of its own around an instruction when the program is lowered, so
// that a plain run has none of them and pays nothing; and it is told of launches, workgroups and barriers.
#pragma once
#include "soft/device.h"
#include "soft/isa/inst.h"
#include "soft/isa/op.h"
#include "soft/object/code_object.h"
#include <map>
#include <memory>
#include <vector>

namespace wavelift::soft::WAVE {

struct LaunchState;

// What an observer keeps for one workgroup in execution (shadow registers, LDS shadow, counters). See Workgroup::watches.
struct Watch {
  virtual ~Watch() = default;
};

// One of a kind a code object. All functions but before and after are called by several threads at once, each for
// workgroups of its own.
class Observer {
public:
  virtual ~Observer() = default;

  // While a program is lowered, under its lock: once a function, before its instructions. `insts` by address.
  virtual void lowering(const CodeObject&, const std::map<uint64_t, Inst>& /*insts*/) {}

  // While a program is lowered, under its lock, once an instruction: append micro-ops that run right before or right
  // after `main`, the operation of `inst` with its operands resolved (isa/memory.h says where a memory operation keeps
  // them). EXEC is that of the operation; what `after` appends is not reached when control leaves the instruction.
  // `main.site`, `main.target` and `main.fn` mean nothing to the observer's own micro-ops, which must go on at op + 1.
  virtual void before(const Inst&, const Op& /*main*/, std::vector<Op>& /*ops*/) {}
  virtual void after(const Inst&, const Op& /*main*/, std::vector<Op>& /*ops*/) {}

  virtual void launch_started(const LaunchState&) {}
  // `stats` is null when the launch ended with a fault.
  virtual void launch_finished(const LaunchState&, const LaunchStats* /*stats*/) {}
  // The waves are in their initial state. `slot` is the observer's own place in group.watches, kept from one workgroup
  // to the next that uses the same memory.
  virtual void group_started(Workgroup&, std::unique_ptr<Watch>& /*slot*/) {}
  // All waves that have not ended have arrived and go on.
  virtual void barrier_passed(Workgroup&, Watch*) {}
  // All waves have ended.
  virtual void group_finished(Workgroup&, Watch*) {}

  size_t index = 0;          // of its slot in Workgroup::watches
};

// Those that the process asked for, none in a plain run; `checks`: those of its checks, too. Error (usage): it asked for one
// that there is not.
Result<std::vector<std::unique_ptr<Observer>>> create_observers(bool checks);

// A micro-op of an observer for the instruction of `main`: the same operands, another function.
inline Op observing(const Op& main, Handler fn, const void* site = nullptr) {
  Op op = main;
  op.fn = fn;
  op.site = site;
  op.target = nullptr;
  return op;
}

}  // namespace wavelift::soft::WAVE
