#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class Stream final : public RowTransform {
 public:
  std::string_view name() const override { return "stream"; }
  std::string_view changes() const override { return "What is read or written once goes past the caches, which keep what is read again."; }

 protected:
  bool of_elements() const override { return true; }
};

}  // namespace

const Transform& stream() {
  static const Stream one;
  return one;
}

}  // namespace wavelift::tune
