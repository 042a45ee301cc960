// What the analysis did not understand, so that silence about it is no answer.
#include "lint/check.h"
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

void partly(Context& c) {
  if (c.facts.problems.empty()) return;
  std::string functions;
  size_t n = 0;
  for (const Function& f : c.facts.functions)
    if (f.has_errors && n++ < 4) functions += (functions.empty() ? "" : ", ") + f.name;
  if (n > 4) functions += fmt::format(" and {} more", n - 4);
  const Problem& first = c.facts.problems[0];
  c.find_always(first.place, fmt::format("not all was understood{}; the first of {} errors: {}", n ? " in " + functions : " outside functions", c.facts.problems.size(), first.message), "");
}

constexpr Check checks[] = {
    {{1702, Severity::info, "Source that was understood in part"}, partly},
};

}  // namespace

std::span<const Check> coverage_checks() { return checks; }

}  // namespace wavelift::lint
