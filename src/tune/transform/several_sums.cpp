#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

class SeveralSums final : public RowTransform {
 public:
  std::string_view name() const override { return "several-sums"; }
  std::string_view changes() const override { return "A thread sums up each element of its packs apart, so that no addition waits for the one before it in the pack."; }

 protected:
  std::string refusal(const Plan& plan, const RowShape&) const override {
    if (!has(plan, "vectorise-rows")) return "Packs have one element; apply vectorise-rows first.";
    if (has(plan, "one-pass")) return "One pass computes what packs have in common.";
    return {};
  }
};

}  // namespace

const Transform& several_sums() {
  static const SeveralSums one;
  return one;
}

}  // namespace wavelift::tune
