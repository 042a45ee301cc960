#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class LaunchBounds final : public AnyFormTransform {
 public:
  std::string_view name() const override { return "launch-bounds"; }
  std::string_view changes() const override { return "The compiler is told the size of the workgroup and gives each thread as many registers as that allows."; }
};

}  // namespace

const Transform& launch_bounds() {
  static const LaunchBounds one;
  return one;
}

}  // namespace wavelift::tune
