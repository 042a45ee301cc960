#include "soft/machine/schedule.h"
#include <atomic>
#include <cstdlib>

namespace wavelift::soft {

std::optional<uint64_t> schedule_seed() {
  static const std::optional<uint64_t> seed = []() -> std::optional<uint64_t> {
    const char* text = std::getenv("WAVELIFT_SCHEDULE");
    if (!text || !*text) return {};
    return std::strtoull(text, nullptr, 0);
  }();
  return seed;
}

std::optional<Draws> draws_of_next_launch() {
  static std::atomic<uint64_t> launches = 0;
  if (!schedule_seed()) return {};
  Draws seeds(*schedule_seed() ^ launches.fetch_add(1) * 0xd1342543de82ef95ull);
  return Draws(seeds.next());
}

}  // namespace wavelift::soft
