// What a block can have: threads where a warp has 64 lanes, shared memory (groups A and D of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

constexpr int64_t most_threads = 1024;

void too_many_threads(Context& c) {
  for (const Launch& l : c.facts.launches) {
    bool named = false;
    for (const Extent& e : l.block) named |= !e.width.empty();
    if (!named || l.threads_at_64.value_or(0) <= most_threads) continue;
    c.find(l.place, l.function, fmt::format("the block of {} has {} threads where a warp has 64 lanes, and a block at most {}: halve the number of warps", l.kernel, *l.threads_at_64, most_threads), l.kernel);
  }
}

struct Memory {
  int64_t bytes;
  std::string_view where;
};

// What a block can have on the least of the targets; without targets, on most.
Memory shared_memory_of(const Options& options) {
  bool large = !options.targets.empty() && std::ranges::all_of(options.targets, [](const std::string& t) { return t.starts_with("gfx950"); });
  return large ? Memory{160 * 1024, "on gfx950"} : Memory{64 * 1024, "on AMD GPUs other than gfx950"};
}

void too_much_shared(Context& c) {
  Memory most = shared_memory_of(c.options);
  const char* message = "{} bytes of shared memory: a block has at most {} {}";
  for (const SharedRequest& r : c.facts.shared_requests)
    if (r.bytes.value_or(0) > most.bytes) c.find_always(r.place, fmt::format(fmt::runtime(message), *r.bytes, most.bytes, most.where), "shared memory");
  std::vector<int64_t> fixed(c.facts.functions.size());
  for (uint32_t i = 0; i < fixed.size(); ++i) {
    if (!c.facts.functions[i].kernel) continue;
    const SharedArray* largest = nullptr;
    std::set<uint32_t> reached = c.reached_functions(i);
    for (const SharedArray& a : c.facts.shared_arrays)
      if (reached.contains(a.function)) {
        fixed[i] += a.bytes;
        if (!largest || a.bytes > largest->bytes) largest = &a;
      }
    if (fixed[i] > most.bytes) c.find_always(largest->place, fmt::format(fmt::runtime("{} declares " + std::string(message)), c.name(i), fixed[i], most.bytes, most.where), largest->name);
  }
  for (const Launch& l : c.facts.launches) {
    int64_t own = l.function < fixed.size() ? fixed[l.function] : 0;
    if (l.shared.value.value_or(0) > 0 && *l.shared.value + own > most.bytes)
      c.find_always(l.place, fmt::format(fmt::runtime("{} is launched with " + std::string(message)), l.kernel.empty() ? "a kernel" : l.kernel, *l.shared.value + own, most.bytes, most.where), l.kernel);
  }
}

void padded_rows(Context& c) {
  for (const VectorAccess& v : c.facts.vector_accesses)
    c.find_always(v.place, fmt::format("rows of {} have {} bytes, so that not every {} in them is at a multiple of {}: pad rows by a whole vector", v.name, v.row_bytes, v.type, v.alignment), v.name);
}

using enum Severity;

constexpr Check checks[] = {
    {{1258, warning, "More than 1024 threads where a warp has 64 lanes"}, too_many_threads},
    {{1263, error, "More shared memory than a block can have"}, too_much_shared},
    {{1264, warning, "Padding that breaks the alignment of vectors"}, padded_rows},
};

}  // namespace

std::span<const Check> block_checks() { return checks; }

}  // namespace wavelift::lint
