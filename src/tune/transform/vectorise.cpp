#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Vectorise final : public TiledTransform {
 public:
  std::string_view name() const override { return "vectorise"; }
  std::string_view changes() const override { return "Memory is read and written by 16 bytes where rows are whole multiples of that; other shapes go element by element."; }

 protected:
  std::string refusal(const Plan& plan, const TiledShape& shape) const override {
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    bool any = shape.unit_store;
    for (const TiledOperand& o : shape.operands) any = any || o.unit;
    if (!any) return "No array has a dimension of unit stride.";
    if (shape.reduce && !has(plan, "register-block")) return "The threads of a workgroup are too many for 16 bytes each; apply register-block first.";
    return {};
  }
};

}  // namespace

const Transform& vectorise() {
  static const Vectorise one;
  return one;
}

}  // namespace wavelift::tune
