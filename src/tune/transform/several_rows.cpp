#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class SeveralRows final : public RowTransform {
 public:
  std::string_view name() const override { return "several-rows"; }
  std::string_view changes() const override { return "A workgroup has several rows, each shared by few threads, so that short rows fill it and join within a wave."; }

 protected:
  bool of_elements() const override { return true; }
  std::string refusal(const Plan&, const RowShape& shape) const override {
    if (shape.by_grid) return "The loop is shared out by the grid; there are no rows.";
    if (shape.rows.empty()) return "There is one row.";
    if (shape.flat.constant() != std::optional<int64_t>(0)) return "All rows are one in memory.";
    for (const RowArray& a : shape.arrays)
      if (shape.reduces && a.stored && !a.passes.empty()) return a.array + " is read and stored; threads behind the last row would read what others store.";
    return {};
  }
};

}  // namespace

const Transform& several_rows() {
  static const SeveralRows one;
  return one;
}

}  // namespace wavelift::tune
