#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class KeepResults final : public RowTransform {
 public:
  std::string_view name() const override { return "keep-results"; }
  std::string_view changes() const override { return "What each element of a reduction costs to compute and is stored after it, an exponential for one, stays in registers beside the row."; }

 protected:
  std::string refusal(const Plan& plan, const RowShape& shape) const override {
    if (!has(plan, "keep-in-registers")) return "The row is not kept in registers; apply keep-in-registers first.";
    if (has(plan, "one-pass")) return "One pass computes its values from a maximum that is not yet the row's.";
    if (!kept_result(shape).value) return "No reduction computes what is stored after it.";
    return {};
  }
};

}  // namespace

const Transform& keep_results() {
  static const KeepResults one;
  return one;
}

}  // namespace wavelift::tune
