#include "tune/transform/form_transform.h"

namespace wavelift::tune {

namespace {

constexpr const char* kApplied = "It has been applied.";

}  // namespace

std::string TiledTransform::objection(const Subject& subject, size_t launch, const Plans& plans) const {
  const TiledShape shape = tiled_shape(subject, launch);
  if (std::string why = untiled(shape, plans[launch]); !why.empty()) return why;
  return has(plans[launch], name()) ? kApplied : refusal(plans[launch], shape);
}

void TiledTransform::apply(const Subject& subject, size_t launch, Plans& plans) const {
  Plan& plan = plans[launch];
  plan.done.emplace_back(name());
  add(subject, launch, plan, tiled_shape(subject, launch));
  constrain_tiled(subject, launch, plan);
}

std::string RowTransform::objection(const Subject& subject, size_t launch, const Plans& plans) const {
  const RowShape shape = row_shape(subject, launch);
  if (std::string why = unrowed(shape, plans[launch], of_elements()); !why.empty()) return why;
  return has(plans[launch], name()) ? kApplied : refusal(plans[launch], shape);
}

void RowTransform::apply(const Subject& subject, size_t launch, Plans& plans) const {
  plans[launch].done.emplace_back(name());
  constrain_rows(subject, launch, plans[launch]);
}

std::string AnyFormTransform::objection(const Subject& subject, size_t launch, const Plans& plans) const {
  const Plan& plan = plans[launch];
  const bool rows = plan.form == "rows" || plan.form == "elements";
  if (std::string why = rows ? unrowed(row_shape(subject, launch), plan, true) : untiled(tiled_shape(subject, launch), plan); !why.empty()) return why;
  return has(plan, name()) ? kApplied : "";
}

void AnyFormTransform::apply(const Subject& subject, size_t launch, Plans& plans) const {
  Plan& plan = plans[launch];
  plan.done.emplace_back(name());
  if (plan.form == "tiled") constrain_tiled(subject, launch, plan);
}

}  // namespace wavelift::tune
