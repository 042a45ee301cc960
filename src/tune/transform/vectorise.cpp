#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Vectorise final : public Transform {
 public:
  std::string_view name() const override { return "vectorise"; }
  std::string_view changes() const override { return "Memory is read and written by 16 bytes where rows are whole multiples of that; other shapes go element by element."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    const TiledShape shape = tiled_shape(subject, launch);
    bool any = shape.unit_store;
    for (const TiledOperand& o : shape.operands) any = any || o.unit;
    if (!any) return "No array has a dimension of unit stride.";
    if (shape.reduce && !has(plan, "register-block")) return "The threads of a workgroup are too many for 16 bytes each; apply register-block first.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());

    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& vectorise() {
  static const Vectorise one;
  return one;
}

}  // namespace wavelift::tune
