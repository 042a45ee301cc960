#include "tune/emit/rows.h"
#include "tune/transform/table.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class VectoriseRows final : public Transform {
 public:
  std::string_view name() const override { return "vectorise-rows"; }
  std::string_view changes() const override { return "Neighbouring elements are read and written by 16 bytes; the ends of rows that begin or end between go element by element."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed_or_elements(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    const RowShape shape = row_shape(subject, launch);
    if (row_width(shape) < 2) return "An element has 16 bytes already.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& vectorise_rows() {
  static const VectoriseRows one;
  return one;
}

}  // namespace wavelift::tune
