#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Pad final : public Transform {
 public:
  std::string_view name() const override { return "pad"; }
  std::string_view changes() const override { return "Rows of tiles in LDS are a little longer, so that threads that go down a column meet other banks."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    if (tiled_shape(subject, launch).reduce) add_knob(plan, knob(subject, launch, "PAD"), 4, {0, 4, 8});
    else add_knob(plan, knob(subject, launch, "PAD"), 1, {0, 1, 2});
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& pad() {
  static const Pad one;
  return one;
}

}  // namespace wavelift::tune
