#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Order final : public TiledTransform {
 public:
  std::string_view name() const override { return "order"; }
  std::string_view changes() const override { return "Workgroups go through the result in bands of tile rows, so that those that run together share more of what L2 holds."; }

 protected:
  std::string refusal(const Plan&, const TiledShape& shape) const override {
    if (!shape.reduce) return "There is no reduction whose operands workgroups share.";
    return {};
  }

  void add(const Subject& subject, size_t launch, Plan& plan, const TiledShape&) const override {
    add_knob(plan, knob(subject, launch, "GROUP_TILES"), 8, {8, 4, 16});
  }
};

}  // namespace

const Transform& order() {
  static const Order one;
  return one;
}

}  // namespace wavelift::tune
