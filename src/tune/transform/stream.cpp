#include "tune/emit/rows.h"
#include "tune/transform/table.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class Stream final : public Transform {
 public:
  std::string_view name() const override { return "stream"; }
  std::string_view changes() const override { return "What is read or written once goes past the caches, which keep what is read again."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed_or_elements(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";

    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& stream() {
  static const Stream one;
  return one;
}

}  // namespace wavelift::tune
