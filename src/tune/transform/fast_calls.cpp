#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class FastCalls final : public Transform {
 public:
  std::string_view name() const override { return "fast-calls"; }
  std::string_view changes() const override { return "Exponentials and logarithms of each element become the hardware's own, whose error grows with the argument."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed_or_elements(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    if (!calls_slowly(row_shape(subject, launch))) return "No element is an exponential or a logarithm in single precision.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& fast_calls() {
  static const FastCalls one;
  return one;
}

}  // namespace wavelift::tune
