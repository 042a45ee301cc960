// The code of an NVIDIA kernel as `cuobjdump -res-usage -sass` prints it, and what it says of a launch that ran elsewhere. Of the encodings,
// which NVIDIA does not document, the stall counts and scoreboards of Volta and later are used, as public studies describe them.
#pragma once
#include "base/error.h"
#include "model/work.h"
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::model {

struct SassInstruction {
  uint64_t address = 0;
  std::string name;              // "LDG.E.128.CONSTANT"
  uint64_t target = 0;           // of a branch; 0: none
  int stall = 1;                 // cycles to the next instruction of the warp
  int sets = 7;                  // scoreboard that it sets when its result is there; 7: none
  unsigned waits = 0;            // scoreboards that it waits for
};

struct SassKernel {
  std::string name;
  int registers = 0, stack = 0, shared = 0;
  std::vector<SassInstruction> code;
};

// Errors: no_input, there is no kernel in it.
Result<std::vector<SassKernel>> parse_sass(std::string_view text);

// Puts the kernel's own instructions, registers, waits and spills in the place of a relative's in `work`, which ran on the software GPU with waves of 32.
// How often its loops go round follows from what both codes must do alike (Work::alike); the answer is how far that fits, 0 exactly.
double apply(const SassKernel& code, Work& work);

// Times that each loop's body runs for one wave, innermost loops by themselves: what minimises the relative errors of `wanted`. For tests.
struct SassLoop {
  size_t first = 0, last = 0;    // instructions
  double times = 1;
};
std::vector<SassLoop> loops_of(const SassKernel& code, const std::array<double, kAlikes>& wanted, double* misfit = nullptr);

}  // namespace wavelift::model
