#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class OnePass final : public RowTransform {
 public:
  std::string_view name() const override { return "one-pass"; }
  std::string_view changes() const override { return "A maximum and a sum of exponentials of the differences to it, or a mean and the squares of the differences to it, come from one pass over the row instead of two."; }

 protected:
  std::string refusal(const Plan& plan, const RowShape& shape) const override {
    if (has(plan, "keep-results")) return "Results are kept, which one pass computes from a maximum that is not yet the row's.";
    if (has(plan, "several-sums")) return "Packs are summed up in several sums.";
    if (!online_pair(shape)) return "No two reductions of the row follow one another as a maximum and a sum of exponentials, or as a mean and a sum of squares.";
    return {};
  }
};

}  // namespace

const Transform& one_pass() {
  static const OnePass one;
  return one;
}

}  // namespace wavelift::tune
