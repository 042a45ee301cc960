#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class OnePass final : public Transform {
 public:
  std::string_view name() const override { return "one-pass"; }
  std::string_view changes() const override { return "A maximum and a sum of exponentials of the differences to it, or a mean and the squares of the differences to it, come from one pass over the row instead of two."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (has(plan, "keep-results")) return "Results are kept, which one pass computes from a maximum that is not yet the row's.";
    if (has(plan, "several-sums")) return "Packs are summed up in several sums.";
    if (!online_pair(row_shape(subject, launch))) return "No two reductions of the row follow one another as a maximum and a sum of exponentials, or as a mean and a sum of squares.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& one_pass() {
  static const OnePass one;
  return one;
}

}  // namespace wavelift::tune
