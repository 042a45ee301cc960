// The observers that there are, and how the process asks for each.
#include "soft/observe/wave/observer.h"
#include "soft/observe/wave/profile.h"

namespace wavelift::soft::WAVE {

namespace {

struct Choice {
  bool (*wanted)();
  std::unique_ptr<Observer> (*create)();
};
constexpr Choice choices[] = {
    {Profile::wanted, create_profiler},
};

}  // namespace

std::vector<std::unique_ptr<Observer>> create_observers() {
  std::vector<std::unique_ptr<Observer>> all;
  for (const Choice& c : choices)
    if (c.wanted()) all.push_back(c.create());
  return all;
}

}  // namespace wavelift::soft::WAVE
