#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class DoubleBuffer final : public TiledTransform {
 public:
  std::string_view name() const override { return "double-buffer"; }
  std::string_view changes() const override { return "The next step is loaded while one is multiplied, into a second buffer: one barrier a step, and memory latency is hidden."; }

 protected:
  std::string refusal(const Plan& plan, const TiledShape& shape) const override {
    if (!shape.reduce) return "There is no reduction whose steps could overlap.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    if (!has(plan, "register-block")) return "A thread has no block of results to work on in the meantime; apply register-block first.";
    return {};
  }

  void add(const Subject&, size_t, Plan& plan, const TiledShape&) const override {
    plan.flags["buffers"] = 2;
  }
};

}  // namespace

const Transform& double_buffer() {
  static const DoubleBuffer one;
  return one;
}

}  // namespace wavelift::tune
