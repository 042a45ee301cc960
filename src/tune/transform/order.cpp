#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Order final : public Transform {
 public:
  std::string_view name() const override { return "order"; }
  std::string_view changes() const override { return "Workgroups go through the result in bands of tile rows, so that those that run together share more of what L2 holds."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!tiled_shape(subject, launch).reduce) return "There is no reduction whose operands workgroups share.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    add_knob(plan, knob(subject, launch, "GROUP_TILES"), 8, {8, 4, 16});
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& order() {
  static const Order one;
  return one;
}

}  // namespace wavelift::tune
