#include "tune/emit/rows.h"
#include "tune/transform/table.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class UnrollRows final : public Transform {
 public:
  std::string_view name() const override { return "unroll-rows"; }
  std::string_view changes() const override { return "Several packs of a thread are on their way from memory at once."; }

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

const Transform& unroll_rows() {
  static const UnrollRows one;
  return one;
}

}  // namespace wavelift::tune
