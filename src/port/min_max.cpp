// Calls of min and max: CUDA has overloads of all pairs of numbers on both sides, HIP has few (WL1309's page). A text that may
// mean one that HIP lacks gets them from a header, so that every call means what it meant.
#include "port/passes.h"
#include <algorithm>

namespace wavelift::port {

bool calls_min_max(const Source& s, size_t i, size_t& budget) {
  const std::string_view name = s.str(i);
  if ((name != "min" && name != "max") || !s.is(i + 1, "(")) return false;
  const std::string_view before = s.before(i);
  if (before == "." || before == "->" || (before == "::" && (declares(s, i - 1) || s.before(i - 1) == ">"))) return false;
  if (before == "define" || declares(s, i)) return false;
  const size_t close = s.close(i + 1);
  if (close >= s.count()) return false;
  if (close - i > budget) return true;
  budget -= close - i;
  return s.arguments(i + 1).size() == 2;
}

void note_min_max(Pass& p, size_t i) {
  if (p.directive == "define" && p.source.before(i) == "define") p.min_max_macros = true;
  if (p.first_min_max == ~0u && !p.min_max_macros && calls_min_max(p.source, i, p.min_max_budget)) p.first_min_max = p.source.token(i).at;
}

void want_min_max(Pass& p) {
  const bool used = p.first_min_max != ~0u;
  const bool in_header = p.options.unit && p.options.facts && p.options.facts->header_min_max;
  if (!in_header && !(used && (p.options.unit || p.summary.any_cuda))) return;
  p.used.set(min_max_support);
  if (used && !p.included[min_max_support])
    p.source.find(1309, p.first_min_max, "", "HIP lacks min and max of most pairs of numbers, on the host of all but int; wavelift_min_max.h has CUDA's");
  if (p.options.unit) p.first_use = std::min(p.first_use, used ? p.first_min_max : p.first_use);
}

}  // namespace wavelift::port
