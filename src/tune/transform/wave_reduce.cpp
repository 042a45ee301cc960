#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class WaveReduce final : public Transform {
 public:
  std::string_view name() const override { return "wave-reduce"; }
  std::string_view changes() const override { return "The threads of a row join what they have by shuffles within waves and one step through LDS, in place of a barrier for each halving."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (!plans[launch].form.empty()) return "The launch has the form " + plans[launch].form + " already.";
    const RowShape shape = row_shape(subject, launch);
    if (!shape.objection.empty()) return shape.objection;
    if (!shape.reduces) return "There is no reduction.";
    if (!subject.target.spec) return "The target's figures are not known.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.form = "rows";
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& wave_reduce() {
  static const WaveReduce one;
  return one;
}

}  // namespace wavelift::tune
