#include "tune/emit/rows.h"
#include "tune/transform/table.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

class KeepInRegisters final : public Transform {
 public:
  std::string_view name() const override { return "keep-in-registers"; }
  std::string_view changes() const override { return "A row that is read more than once comes from memory once: each thread keeps its first packs in registers."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed(subject, launch, plans); !why.empty()) return why;
    const Plan& plan = plans[launch];
    if (has(plan, name())) return "It has been applied.";
    const RowShape shape = row_shape(subject, launch);
    if (shape.by_grid) return "The loop is shared out by the grid; a thread has no row to keep.";
    if (std::ranges::none_of(shape.arrays, kept)) return "No array is read along the row more than once.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.done.emplace_back(name());
    constrain_rows(subject, launch, plan);
  }
};

}  // namespace

const Transform& keep_in_registers() {
  static const KeepInRegisters one;
  return one;
}

}  // namespace wavelift::tune
