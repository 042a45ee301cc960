// Which observers a process asked for: the checks of $WAVELIFT_CHECK, the profiler of $WAVELIFT_PROFILE.
#include "soft/observe/wave/observers.h"
#include "soft/observe/checks.h"
#include "soft/observe/wave/profile.h"

namespace wavelift::soft::WAVE {

namespace {

bool wants(CheckKind kind) { return process_checks()->wants(kind); }

struct Choice {
  bool is_check;
  bool (*wanted)();
  std::unique_ptr<Observer> (*create)();
};
// What the memory check finds to be outside is taken out of EXEC, so that those after it do not see it; undefined
// addresses are said to be so before they turn out to be wild.
constexpr Choice kObservers[] = {
    {true, [] { return wants(CheckKind::init); }, create_init_check},
    {true, [] { return wants(CheckKind::memory); }, create_memory_check},
    {true, [] { return wants(CheckKind::race); }, create_race_check},
    {true, [] { return wants(CheckKind::sync); }, create_sync_check},
    {false, Profile::wanted, create_profiler},
};

}  // namespace

Result<std::vector<std::unique_ptr<Observer>>> create_observers(bool checks) {
  if (const auto& options = process_checks(); !options) return std::unexpected(options.error());
  std::vector<std::unique_ptr<Observer>> all;
  for (const Choice& c : kObservers)
    if ((checks || !c.is_check) && c.wanted()) all.push_back(c.create());
  return all;
}

}  // namespace wavelift::soft::WAVE
