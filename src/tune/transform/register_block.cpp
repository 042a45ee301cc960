#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class RegisterBlock final : public Transform {
 public:
  std::string_view name() const override { return "register-block"; }
  std::string_view changes() const override { return "A thread computes a block of results in registers, so that each element that it reads from LDS is used several times."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!tiled_shape(subject, launch).reduce) return "There is no reduction whose operands a thread would use again.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    const TileChoice tile = choose_tile(subject, launch);
    add_knob(plan, knob(subject, launch, "TILE_M"), tile.m, {128, 64, 32, 256});
    add_knob(plan, knob(subject, launch, "TILE_N"), tile.n, {128, 64, 32, 256});
    add_knob(plan, knob(subject, launch, "THREAD_M"), tile.thread_m, {8, 4, 16});
    add_knob(plan, knob(subject, launch, "THREAD_N"), tile.thread_n, {8, 4});
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& register_block() {
  static const RegisterBlock one;
  return one;
}

}  // namespace wavelift::tune
