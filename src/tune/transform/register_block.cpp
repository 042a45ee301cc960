#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class RegisterBlock final : public TiledTransform {
 public:
  std::string_view name() const override { return "register-block"; }
  std::string_view changes() const override { return "A thread computes a block of results in registers, so that each element that it reads from LDS is used several times."; }

 protected:
  std::string refusal(const Plan& plan, const TiledShape& shape) const override {
    if (!shape.reduce) return "There is no reduction whose operands a thread would use again.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    return {};
  }

  void add(const Subject& subject, size_t launch, Plan& plan, const TiledShape& shape) const override {
    const TileChoice tile = choose_tile(subject, launch);
    add_knob(plan, knob(subject, launch, "TILE_M"), tile.m, {128, 64, 32, 256});
    add_knob(plan, knob(subject, launch, "TILE_N"), tile.n, {128, 64, 32, 256});
    add_knob(plan, knob(subject, launch, "THREAD_M"), tile.thread_m, {8, 4, 16});
    add_knob(plan, knob(subject, launch, "THREAD_N"), tile.thread_n, {8, 4});
    // Where LDS holds few workgroups, steps are short, as long as every thread still loads 16 bytes of each operand.
    const int64_t threads = tile.m / tile.thread_m * (tile.n / tile.thread_n);
    bool short_steps = subject.target.spec->whole(hardware::Key::lds_per_unit) <= 65536;
    for (const TiledOperand& o : shape.operands) short_steps = short_steps && 8 * (o.along_n ? tile.n : tile.m) % (threads * 16 / type_bytes(o.load.type)) == 0;
    if (short_steps) add_knob(plan, knob(subject, launch, "TILE_K"), 8, {8, 16, 32});
  }
};

}  // namespace

const Transform& register_block() {
  static const RegisterBlock one;
  return one;
}

}  // namespace wavelift::tune
