// Host memory faults (SIGSEGV, SIGBUS) while device code runs become faults of the wave that caused them.
#pragma once
#include <csetjmp>
#include <cstdint>

namespace wavelift::soft {

// Per thread: where to go when device code touches memory that is not there. `armed` is set around the interpreter and LLVM's decoder only.
struct FaultGuard {
  sigjmp_buf jump;
  volatile bool armed = false;
  uint64_t address = 0;
};
extern thread_local FaultGuard fault_guard;

// Installs the signal handlers once; a fault outside device code goes to whoever had them before.
void install_fault_handlers();

}  // namespace wavelift::soft
