#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

namespace {

class SplitReduction final : public Transform {
 public:
  std::string_view name() const override { return "split-reduction"; }
  std::string_view changes() const override { return "How many workgroups share a reduction, each leaving a part that the next launch joins, becomes a number to tune: as many as the card keeps resident."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (std::string why = unrowed(row_shape(subject, launch), plans[launch]); !why.empty()) return why;
    if (plans[launch].flags.contains("split")) return "It has been applied.";
    if (std::string why = unsplittable(subject, launch); !why.empty()) return why;
    if (!plans[launch + 1].form.empty() && plans[launch + 1].form != "rows") return "The next launch has the form " + plans[launch + 1].form + ".";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan &parts = plans[launch], &next = plans[launch + 1];
    parts.done.emplace_back(name());
    parts.flags["split"] = 1;
    constrain_rows(subject, launch, parts);
    if (next.form.empty()) find_transform("wave-reduce")->apply(subject, launch + 1, plans);
    next.flags["joins"] = 1;
    constrain_rows(subject, launch + 1, next);
  }
};

}  // namespace

const Transform& split_reduction() {
  static const SplitReduction one;
  return one;
}

}  // namespace wavelift::tune
