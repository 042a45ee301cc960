#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Stage final : public Transform {
 public:
  std::string_view name() const override { return "stage"; }
  std::string_view changes() const override { return "Each element of the operands is loaded from memory once a workgroup and step, and reused from LDS."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    for (const TiledOperand& o : tiled_shape(subject, launch).operands)
      if (type_bytes(o.load.type) == 0) return "The elements of " + o.load.text + " have no known size.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    if (tiled_shape(subject, launch).reduce) add_knob(plan, knob(subject, launch, "TILE_K"), 16, {8, 16, 32});
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& stage() {
  static const Stage one;
  return one;
}

}  // namespace wavelift::tune
