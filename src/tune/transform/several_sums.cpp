#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class SeveralSums final : public Transform {
 public:
  std::string_view name() const override { return "several-sums"; }
  std::string_view changes() const override { return "A thread sums up each element of its packs apart, so that no addition waits for the one before it in the pack."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!has(plan, "vectorise-rows")) return "Packs have one element; apply vectorise-rows first.";
    if (has(plan, "one-pass")) return "One pass computes what packs have in common.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& several_sums() {
  static const SeveralSums one;
  return one;
}

}  // namespace wavelift::tune
