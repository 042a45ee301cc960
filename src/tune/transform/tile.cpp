#include "judge/expression.h"
#include "tune/emit/tiled.h"
#include "tune/transform/table.h"
#include <algorithm>
#include <limits>

namespace wavelift::tune {

namespace {

class Tile final : public Transform {
 public:
  std::string_view name() const override { return "tile"; }
  std::string_view changes() const override { return "A workgroup computes a tile of two dimensions, so that its threads read the same rows and columns close together in time."; }

  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const override {
    if (!plans[launch].form.empty()) return "The launch has the form " + plans[launch].form + " already.";
    const TiledShape shape = tiled_shape(subject, launch);
    if (!shape.objection.empty()) return shape.objection;
    if (!subject.target.spec) return "The target's figures are not known.";
    if (shape.store->guard) return "The store has a guard.";
    if (shape.reduce && (shape.reduce->op == "max" || shape.reduce->op == "min") && !shape.reduce->initial && shape.reduce->type != "float" && shape.reduce->type != "double")
      return "A maximum or minimum of whole numbers has no initial value.";
    for (const analysis::KernelParameter& p : shape.nest->parameters)
      if (p.pointer && type_bytes(p.type) == 0) return "The elements of " + p.name + " have no known size.";
    return {};
  }

  void apply(const Subject& subject, size_t launch, Plans& plans) const override {
    Plan& plan = plans[launch];
    plan.form = "tiled";
    plan.done.emplace_back(name());
    if (tiled_shape(subject, launch).reduce) {
      add_knob(plan, knob(subject, launch, "TILE_M"), 16, {16, 32, 8});
      add_knob(plan, knob(subject, launch, "TILE_N"), 16, {16, 32, 64});
    } else {
      add_knob(plan, knob(subject, launch, "TILE_M"), 64, {64, 32, 128});
      add_knob(plan, knob(subject, launch, "TILE_N"), 64, {64, 32, 128});
      add_knob(plan, knob(subject, launch, "THREADS"), 256, {256, 128, 512});
    }
    constrain_tiled(subject, launch, plan);
  }
};

}  // namespace

const Transform& tile() {
  static const Tile one;
  return one;
}

TileChoice choose_tile(const Subject& subject, size_t launch) {
  const TiledShape shape = tiled_shape(subject, launch);
  static constexpr TileChoice choices[] = {{128, 128, 8, 8}, {128, 64, 8, 8}, {64, 64, 8, 4}, {64, 32, 4, 4}, {32, 32, 4, 2}};
  const int64_t units = subject.target.spec->whole(hardware::Key::compute_units);
  for (const TileChoice& c : choices) {
    int64_t fewest = std::numeric_limits<int64_t>::max();
    for (const judge::Shape& s : subject.task->shapes) {
      if (!s.timed) continue;
      int64_t tiles = (size_in(subject, launch, *shape.m->size, s) + c.m - 1) / c.m * ((size_in(subject, launch, *shape.n->size, s) + c.n - 1) / c.n);
      for (const analysis::Dimension* d : shape.batch) tiles *= size_in(subject, launch, *d->size, s);
      fewest = std::min(fewest, tiles);
    }
    if (fewest >= units) return c;
  }
  return {64, 64, 8, 4};   // a result that is too small for this card: what keeps most of its operands in LDS
}

}  // namespace wavelift::tune
