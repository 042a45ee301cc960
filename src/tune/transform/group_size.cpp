#include "tune/emit/rows.h"
#include "tune/transform/table.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class GroupSize final : public Transform {
 public:
  std::string_view name() const override { return "group-size"; }
  std::string_view changes() const override { return "How many threads share a row becomes a number to tune: fewer join more cheaply and keep more of the row each."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed_or_elements(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";

    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& group_size() {
  static const GroupSize one;
  return one;
}

}  // namespace wavelift::tune
