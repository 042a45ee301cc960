#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class UnrollRows final : public RowTransform {
 public:
  std::string_view name() const override { return "unroll-rows"; }
  std::string_view changes() const override { return "Several packs of a thread are on their way from memory at once."; }

 protected:
  bool of_elements() const override { return true; }
};

}  // namespace

const Transform& unroll_rows() {
  static const UnrollRows one;
  return one;
}

}  // namespace wavelift::tune
