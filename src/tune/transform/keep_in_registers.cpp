#include "tune/transform/form_transform.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class KeepInRegisters final : public RowTransform {
 public:
  std::string_view name() const override { return "keep-in-registers"; }
  std::string_view changes() const override { return "A row that is read more than once comes from memory once: each thread keeps its first packs in registers."; }

 protected:
  std::string refusal(const Plan&, const RowShape& shape) const override {
    if (shape.by_grid) return "The loop is shared out by the grid; a thread has no row to keep.";
    if (std::ranges::none_of(shape.arrays, kept)) return "No array is read along the row more than once.";
    return {};
  }
};

}  // namespace

const Transform& keep_in_registers() {
  static const KeepInRegisters one;
  return one;
}

}  // namespace wavelift::tune
