#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class VectoriseRows final : public RowTransform {
 public:
  std::string_view name() const override { return "vectorise-rows"; }
  std::string_view changes() const override { return "Neighbouring elements are read and written by 16 bytes; the ends of rows that begin or end between go element by element."; }

 protected:
  bool of_elements() const override { return true; }
  std::string refusal(const Plan&, const RowShape& shape) const override {
    if (row_width(shape) < 2) return "An element has 16 bytes already.";
    return {};
  }
};

}  // namespace

const Transform& vectorise_rows() {
  static const VectoriseRows one;
  return one;
}

}  // namespace wavelift::tune
