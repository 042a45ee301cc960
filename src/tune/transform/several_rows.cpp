#include "tune/emit/rows.h"
#include "tune/transform/table.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class SeveralRows final : public Transform {
 public:
  std::string_view name() const override { return "several-rows"; }
  std::string_view changes() const override { return "A workgroup has several rows, each shared by few threads, so that short rows fill it and join within a wave."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed_or_elements(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    const RowShape shape = row_shape(subject, launch);
    if (shape.by_grid) return "The loop is shared out by the grid; there are no rows.";
    if (shape.rows.empty()) return "There is one row.";
    if (shape.flat.constant() != std::optional<int64_t>(0)) return "All rows are one in memory.";
    for (const RowArray& a : shape.arrays)
      if (shape.reduces && a.stored && !a.passes.empty()) return a.array + " is read and stored; threads behind the last row would read what others store.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& several_rows() {
  static const SeveralRows one;
  return one;
}

}  // namespace wavelift::tune
