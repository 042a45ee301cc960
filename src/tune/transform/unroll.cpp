#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Unroll final : public TiledTransform {
 public:
  std::string_view name() const override { return "unroll"; }
  std::string_view changes() const override { return "How far the loop over a step is unrolled becomes a number to tune: less code and fewer registers, or more overlap."; }

 protected:
  std::string refusal(const Plan& plan, const TiledShape& shape) const override {
    if (!shape.reduce) return "There is no reduction to unroll.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    return {};
  }

  void add(const Subject& subject, size_t launch, Plan& plan, const TiledShape&) const override {
    // On gfx90a the whole step takes 416 registers a thread for blocks of 8 by 8, two of its products 160 (clang 22, -O3).
    const bool amd = subject.target.spec->vendor == hardware::Vendor::amd;
    add_knob(plan, knob(subject, launch, "UNROLL"), amd ? 2 : 16, {16, 4, 2, 1});
  }
};

}  // namespace

const Transform& unroll() {
  static const Unroll one;
  return one;
}

}  // namespace wavelift::tune
