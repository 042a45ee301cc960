// Which observers a process asked for, by $WAVELIFT_CHECK.
#include "soft/observe/wave/observers.h"
#include "soft/observe/checks.h"

namespace wavelift::soft::WAVE {

namespace {

struct Wanted {
  CheckKind kind;
  std::unique_ptr<Observer> (*create)();
};
// What the memory check finds to be outside is taken out of EXEC, so that those after it do not see it; undefined
// addresses are said to be so before they turn out to be wild.
constexpr Wanted kObservers[] = {
    {CheckKind::init, create_init_check},
    {CheckKind::memory, create_memory_check},
    {CheckKind::race, create_race_check},
    {CheckKind::sync, create_sync_check},
};

}  // namespace

Result<std::vector<std::unique_ptr<Observer>>> create_observers() {
  const auto& options = process_checks();
  if (!options) return std::unexpected(options.error());
  std::vector<std::unique_ptr<Observer>> all;
  for (const Wanted& r : kObservers)
    if (options->wants(r.kind)) all.push_back(r.create());
  return all;
}

}  // namespace wavelift::soft::WAVE
