#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Reciprocal final : public Transform {
 public:
  std::string_view name() const override { return "reciprocal"; }
  std::string_view changes() const override { return "A division of each element by a number of its row becomes a product with its reciprocal, which costs a rounding and a half, not a dozen instructions."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!divides_by_row(row_shape(subject, launch))) return "No element is divided by a floating-point number of its row.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& reciprocal() {
  static const Reciprocal one;
  return one;
}

}  // namespace wavelift::tune
