#include "soft/machine/preemption.h"
#include "soft/isa/access.h"

namespace wavelift::soft::WAVE {

namespace {

const Op* may_yield(Wave& w, const Op* op) {
  if (--w.turn != 0) WL_NEXT(w, op);
  w.instructions += op->ordinal - w.block_ordinal;
  w.block_ordinal = op->ordinal;
  w.state = WaveState::yielded;
  w.pc = op + 1;
  return nullptr;
}

class Preemption final : public Observer {
public:
  void before(const Inst& inst, const Op& main, std::vector<Op>& ops) override {
    if (const Access access = access_of(inst); access && access.space != Space::scalar) ops.push_back(observing(main, may_yield));
  }
};

}  // namespace

std::unique_ptr<Observer> make_preemption() { return std::make_unique<Preemption>(); }

}  // namespace wavelift::soft::WAVE
