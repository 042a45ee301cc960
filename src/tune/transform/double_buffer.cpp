#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class DoubleBuffer final : public Transform {
 public:
  std::string_view name() const override { return "double-buffer"; }
  std::string_view changes() const override { return "The next step is loaded while one is multiplied, into a second buffer: one barrier a step, and memory latency is hidden."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!tiled_shape(subject, launch).reduce) return "There is no reduction whose steps could overlap.";
    if (!has(plan, "stage")) return "The operands are not staged yet.";
    if (!has(plan, "register-block")) return "A thread has no block of results to work on in the meantime; apply register-block first.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    plan.flags["buffers"] = 2;
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& double_buffer() {
  static const DoubleBuffer one;
  return one;
}

}  // namespace wavelift::tune
