#include "fibers.h"
#include <memory>
#include <ucontext.h>
#include <vector>

namespace wavelift::exactness {

namespace {

constexpr size_t kStack = 128 * 1024;

struct Fibers {
  ucontext_t scheduler;
  std::vector<ucontext_t> contexts;
  std::vector<std::unique_ptr<char[]>> stacks;
  std::vector<bool> ended;
  const std::function<void()>* body = nullptr;
  uint32_t current = 0;
};
thread_local Fibers fibers;

void start() {
  (*fibers.body)();
  fibers.ended[fibers.current] = true;
}

}  // namespace

void wait_for_others() { ::swapcontext(&fibers.contexts[fibers.current], &fibers.scheduler); }

std::string run_fibers(uint32_t threads, const std::function<void(uint32_t)>& turn, const std::function<void()>& body) {
  fibers.body = &body;
  fibers.contexts.resize(threads);
  while (fibers.stacks.size() < threads) fibers.stacks.push_back(std::make_unique<char[]>(kStack));
  fibers.ended.assign(threads, false);
  for (uint32_t i = 0; i < threads; ++i) {
    ucontext_t& c = fibers.contexts[i];
    ::getcontext(&c);
    c.uc_stack.ss_sp = fibers.stacks[i].get();
    c.uc_stack.ss_size = kStack;
    c.uc_link = &fibers.scheduler;
    ::makecontext(&c, start, 0);
  }
  for (uint32_t left = threads; left;) {
    for (uint32_t i = 0; i < threads; ++i) {
      fibers.current = i;
      turn(i);
      ::swapcontext(&fibers.scheduler, &fibers.contexts[i]);
      if (fibers.ended[i]) --left;
    }
    if (left && left != threads) return "some threads end before an exchange that others reach";
  }
  return {};
}

}  // namespace wavelift::exactness
