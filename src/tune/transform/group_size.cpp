#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class GroupSize final : public RowTransform {
 public:
  std::string_view name() const override { return "group-size"; }
  std::string_view changes() const override { return "How many threads share a row becomes a number to tune: fewer join more cheaply and keep more of the row each."; }

 protected:
  bool of_elements() const override { return true; }
};

}  // namespace

const Transform& group_size() {
  static const GroupSize one;
  return one;
}

}  // namespace wavelift::tune
