#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Pad final : public TiledTransform {
 public:
  std::string_view name() const override { return "pad"; }
  std::string_view changes() const override { return "Rows of tiles in LDS are a little longer, so that threads that go down a column meet other banks."; }

 protected:
  std::string refusal(const Plan& plan, const TiledShape&) const override {
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    return {};
  }

  void add(const Subject& subject, size_t launch, Plan& plan, const TiledShape& shape) const override {
    if (shape.reduce) add_knob(plan, knob(subject, launch, "PAD"), 4, {0, 4, 8});
    else add_knob(plan, knob(subject, launch, "PAD"), 1, {0, 1, 2});
  }
};

}  // namespace

const Transform& pad() {
  static const Pad one;
  return one;
}

}  // namespace wavelift::tune
