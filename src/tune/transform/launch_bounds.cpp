#include "tune/emit/tiled.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class LaunchBounds final : public Transform {
 public:
  std::string_view name() const override { return "launch-bounds"; }
  std::string_view changes() const override { return "The compiler is told the size of the workgroup and gives each thread as many registers as that allows."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = untiled(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";

    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());

    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& launch_bounds() {
  static const LaunchBounds one;
  return one;
}

}  // namespace wavelift::tune
