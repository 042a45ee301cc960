#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class Linearise final : public Transform {
 public:
  std::string_view name() const override { return "linearise"; }
  std::string_view changes() const override { return "Points are numbered along memory: neighbouring threads have neighbouring elements, and rows that follow one another in all arrays are one."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (!plans[launch].form.empty()) return "The launch has the form " + plans[launch].form + " already.";
    const RowShape shape = row_shape(subject, launch);
    if (!shape.objection.empty()) return shape.objection;
    if (shape.reduces) return "There is a reduction along the row.";
    if (!shape.along->size) return "The row's length is no polynomial of parameters.";
    if (!subject.target.spec) return "The target's figures are not known.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.form = "elements";
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& linearise() {
  static const Linearise one;
  return one;
}

}  // namespace wavelift::tune
