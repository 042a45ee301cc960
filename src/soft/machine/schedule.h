// The order in which waves and workgroups run. Without a seed it is the quick one; with a seed it is drawn, on one thread and
// the same each time, so that what depends on the order shows and can be shown again.
#pragma once
#include "base/splitmix.h"
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace wavelift::soft {

// A stream of draws.
class Draws {
public:
  explicit Draws(uint64_t seed) : state_(seed) {}
  uint64_t next() { return next_splitmix(state_); }
  // 0 .. n - 1; n is not 0.
  uint64_t below(uint64_t n) { return next() % n; }
  void shuffle(std::span<uint32_t> items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

private:
  uint64_t state_;
};

// $WAVELIFT_SCHEDULE: the seed; none when it is not set or empty.
std::optional<uint64_t> schedule_seed();
// The draws of the process's next launch, where there is a seed.
std::optional<Draws> draws_of_next_launch();

}  // namespace wavelift::soft
