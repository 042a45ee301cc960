#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Stage final : public TiledTransform {
 public:
  std::string_view name() const override { return "stage"; }
  std::string_view changes() const override { return "Each element of the operands is loaded from memory once a workgroup and step, and reused from LDS."; }

 protected:
  std::string refusal(const Plan&, const TiledShape& shape) const override {
    for (const TiledOperand& o : shape.operands)
      if (type_bytes(o.load.type) == 0) return "The elements of " + o.load.text + " have no known size.";
    return {};
  }

  void add(const Subject& subject, size_t launch, Plan& plan, const TiledShape& shape) const override {
    if (shape.reduce) add_knob(plan, knob(subject, launch, "TILE_K"), 16, {8, 16, 32});
  }
};

}  // namespace

const Transform& stage() {
  static const Stage one;
  return one;
}

}  // namespace wavelift::tune
