// Faults put into an instruction's handler at run time: a row of the tables with a wrapper in the place of its function,
// which runs the function and spoils what it did. The unit tests must notice.
#pragma once
#include "soft/isa/op.h"
#include <span>
#include <string_view>

namespace wavelift::soft::mutation {

using namespace WAVE;

// What the handler of one mnemonic was seen to do while its tests ran: decides which faults make sense.
struct Facts {
  uint64_t calls = 0;
  bool writes_vector = false, writes_scalar = false, writes_scc = false, writes_exec = false;
  bool partly_off = false;          // vector results with some lanes of EXEC off
  bool two_sources = false, three_sources = false;
  bool memory = false;              // reads or writes memory: of the families for it
  bool data_source = false;         // memory, with data from registers
  bool faults = false;              // only ever stops the wave
  bool clamps = false, packed = false;
  bool passed = false;              // the tests pass with the wrapper in place that spoils nothing
  double seconds = 0;               // that took
};

struct Mutant {
  const char* name;
  const char* what;
  bool (*applies)(const Facts&);
};
std::span<const Mutant> mutants();

// A mutant that no test can kill, and why. `mnemonic` may end in '*'.
struct Equivalent {
  std::string_view mnemonic, mutant, reason;
};
std::span<const Equivalent> equivalents();
const Equivalent* find_equivalent(std::string_view mnemonic, std::string_view mutant);

// The row to use for `row`: `mutant` null only observes, into `facts`. One at a time in a process.
const Semantics* wrap(const Semantics& row, const Mutant* mutant, Facts* facts);

}  // namespace wavelift::soft::mutation
