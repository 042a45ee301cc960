// What host code concludes from device properties that number NVIDIA's GPUs.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

// The major number in a test: 8, 80 (major * 10 + minor) or 800. 0: no number of a GPU.
int64_t major_of(int64_t n) {
  if (n >= 100) n /= 100;
  else if (n >= 20) n /= 10;
  return n <= 19 ? n : 0;
}

// AMD GPUs report 9 (gfx9, CDNA among them) to 12. A demand for at most 6.x, which they all pass, says what HIP has, too; from
// 7 on a branch holds instructions of NVIDIA's.
bool misleads(const Comparison& c) {
  int64_t n = major_of(c.value);
  if (c.operation == "==" || c.operation == "!=") return n >= 9 && n <= 12;
  bool strict = c.operation == ">" || c.operation == "<=";
  return n + (strict ? 1 : 0) >= 7 && n <= 13;
}

void capability(Context& c) {
  for (const Comparison& t : c.facts.comparisons)
    if (t.of == Comparison::Of::capability && t.with != Comparison::With::nothing && misleads(t))
      c.find_always(t.place, fmt::format("'{}' asks for a compute capability, which is 9.x on gfx9 (CDNA among it) and 10 to 12 on RDNA: ask for the feature, or for gcnArchName", t.text), "major");
}

// Numbers of cores and of threads that a multiprocessor of NVIDIA's has.
void per_multiprocessor(Context& c) {
  for (const PropertyProduct& p : c.facts.property_products)
    for (int64_t n : {64, 128, 192, 1024, 1536, 2048})
      if (p.factor == n)
        c.find_always(p.place, fmt::format("'{}' takes {} for what a multiprocessor has; ask hipOccupancyMaxActiveBlocksPerMultiprocessor, or for maxThreadsPerMultiProcessor", p.text, n), p.property);
}

using enum Severity;

constexpr Check checks[] = {
    {{1821, warning, "Test of the compute capability at run time"}, capability},
    {{1822, info, "What a multiprocessor has, as a number"}, per_multiprocessor},
};

}  // namespace

std::span<const Check> capability_checks() { return checks; }

}  // namespace wavelift::lint
