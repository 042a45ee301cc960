#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class FastCalls final : public RowTransform {
 public:
  std::string_view name() const override { return "fast-calls"; }
  std::string_view changes() const override { return "Exponentials and logarithms of each element become the hardware's own, whose error grows with the argument."; }

 protected:
  bool of_elements() const override { return true; }
  std::string refusal(const Plan&, const RowShape& shape) const override {
    if (!calls_slowly(shape)) return "No element is an exponential or a logarithm in single precision.";
    return {};
  }
};

}  // namespace

const Transform& fast_calls() {
  static const FastCalls one;
  return one;
}

}  // namespace wavelift::tune
