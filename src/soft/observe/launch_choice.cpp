#include "soft/observe/launch_choice.h"
#include "base/demangle.h"
#include "soft/observe/checks.h"
#include <map>
#include <mutex>

namespace wavelift::soft {

namespace {

struct KernelLaunches {
  bool named = false;      // as CheckOptions::kernel asks
  uint64_t launches = 0;
};
struct Chosen {
  std::mutex mutex;
  std::map<std::string, KernelLaunches> kernels;
  LaunchCount count;
};
Chosen& chosen() {
  static Chosen c;
  return c;
}

}  // namespace

bool choose_launch(const std::string& kernel) {
  const CheckOptions& options = *process_checks();
  Chosen& c = chosen();
  std::lock_guard lock(c.mutex);
  auto [it, is_new] = c.kernels.try_emplace(kernel);
  KernelLaunches& k = it->second;
  if (is_new) k.named = demangle(kernel).find(options.kernel) != std::string::npos;
  const uint64_t number = k.launches++;
  const bool is_checked = k.named && number >= options.skip && number - options.skip < options.launches;
  ++c.count.all;
  c.count.checked += is_checked;
  return is_checked;
}

LaunchCount launch_count() {
  Chosen& c = chosen();
  std::lock_guard lock(c.mutex);
  return c.count;
}

}  // namespace wavelift::soft
