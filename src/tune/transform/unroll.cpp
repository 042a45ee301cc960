#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Unroll final : public Transform {
 public:
  std::string_view name() const override { return "unroll"; }
  std::string_view changes() const override { return "How far the loop over a step is unrolled becomes a number to tune: less code and fewer registers, or more overlap."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!tiled_shape(subject, launch).reduce) return "There is no reduction to unroll.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    // On gfx90a the whole step takes 416 registers a thread for blocks of 8 by 8, two of its products 160 (clang 22, -O3).
    const bool amd = subject.target.spec->vendor == hardware::Vendor::amd;
    add_knob(plan, knob(subject, launch, "UNROLL"), amd ? 2 : 16, {16, 4, 2, 1});
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& unroll() {
  static const Unroll one;
  return one;
}

}  // namespace wavelift::tune
