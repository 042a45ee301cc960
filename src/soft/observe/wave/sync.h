// The parts of the check `sync`.
#pragma once
#include "soft/isa/inst.h"
#include "soft/observe/wave/observer.h"
#include <map>
#include <string>
#include <vector>

namespace wavelift::soft::WAVE {

// A register that is used, at address `use`, while the load at `load` may not have filled it.
struct MissingWait {
  uint64_t use = 0, load = 0;
  std::string reg;             // "v3", "s12", "a0"
  const char* counter = "";    // "vmcnt", "lgkmcnt"
};

// From the instructions of a function alone: on some path from its start no s_waitcnt covers the load.
std::vector<MissingWait> missing_waits(const std::map<uint64_t, Inst>& insts);

// The check of instructions that read other lanes: appends its micro-op, for what it is about. The sites are kept by
// the caller.
class ShuffleCheck {
public:
  explicit ShuffleCheck(size_t observer);
  ~ShuffleCheck();
  void before(const Inst& inst, const Op& main, std::vector<Op>& ops);

private:
  struct Sites;
  std::unique_ptr<Sites> sites_;
};

// What the check keeps of a workgroup.
struct SyncWatch final : Watch {
  struct PerWave {
    uint64_t skipped = 0;          // lanes that were off at the last barrier with lanes off
    uint64_t skipped_at = 0;       // its address
    uint64_t barrier = 0;          // address of the barrier that it waits at; 0: at none
    uint64_t barrier_exec = 0;
  };
  explicit SyncWatch(size_t waves) : wave(waves), written(waves) {}
  std::vector<PerWave> wave;
  // Lanes of each vector register that v_writelane has written: they hold scalars, spilled ones most often.
  std::vector<std::map<uint16_t, uint64_t>> written;
};

}  // namespace wavelift::soft::WAVE
