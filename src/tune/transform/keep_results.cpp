#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class KeepResults final : public Transform {
 public:
  std::string_view name() const override { return "keep-results"; }
  std::string_view changes() const override { return "What each element of a reduction costs to compute and is stored after it, an exponential for one, stays in registers beside the row."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!has(plan, "keep-in-registers")) return "The row is not kept in registers; apply keep-in-registers first.";
    if (has(plan, "one-pass")) return "One pass computes its values from a maximum that is not yet the row's.";
    if (!kept_result(row_shape(subject, launch)).value) return "No reduction computes what is stored after it.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& keep_results() {
  static const KeepResults one;
  return one;
}

}  // namespace wavelift::tune
