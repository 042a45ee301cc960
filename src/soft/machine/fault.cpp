#include "soft/machine/fault.h"
#include <csignal>
#include <mutex>

namespace wavelift::soft {

thread_local FaultGuard fault_guard;

namespace {

struct sigaction previous[2];

void on_fault(int signal, siginfo_t* info, void* context) {
  if (fault_guard.armed) {
    fault_guard.armed = false;
    fault_guard.address = reinterpret_cast<uint64_t>(info->si_addr);
    siglongjmp(fault_guard.jump, 1);
  }
  struct sigaction& old = previous[signal == SIGBUS];
  if (old.sa_flags & SA_SIGINFO && old.sa_sigaction) {
    old.sa_sigaction(signal, info, context);
  } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN && old.sa_handler) {
    old.sa_handler(signal);
  } else {
    ::signal(signal, SIG_DFL);   // the instruction runs again and the process dies of it as it should
  }
}

}  // namespace

void install_fault_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction a {};
    a.sa_sigaction = on_fault;
    a.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&a.sa_mask);
    sigaction(SIGSEGV, &a, &previous[0]);
    sigaction(SIGBUS, &a, &previous[1]);
  });
}

}  // namespace wavelift::soft
