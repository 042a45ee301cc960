#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Reciprocal final : public RowTransform {
 public:
  std::string_view name() const override { return "reciprocal"; }
  std::string_view changes() const override { return "A division of each element by a number of its row becomes a product with its reciprocal, which costs a rounding and a half, not a dozen instructions."; }

 protected:
  std::string refusal(const Plan&, const RowShape& shape) const override {
    if (!divides_by_row(shape)) return "No element is divided by a floating-point number of its row.";
    return {};
  }
};

}  // namespace

const Transform& reciprocal() {
  static const Reciprocal one;
  return one;
}

}  // namespace wavelift::tune
