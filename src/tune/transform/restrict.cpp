#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Restrict final : public AnyFormTransform {
 public:
  std::string_view name() const override { return "restrict"; }
  std::string_view changes() const override { return "Pointers are declared not to overlap, which buffers never do, so that loads may move across stores."; }
};

}  // namespace

const Transform& restrict_pointers() {
  static const Restrict one;
  return one;
}

}  // namespace wavelift::tune
