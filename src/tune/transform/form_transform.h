// What the transformations of a form have in common, beside those that begin one: they are for launches that have the form, each is applied once,
// and the plan's numbers follow from what was applied.
#pragma once
#include "tune/emit/rows.h"
#include "tune/transform/table.h"

namespace wavelift::tune {

// Of the form "tiled".
class TiledTransform : public Transform {
 public:
  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const final;
  void apply(const Subject& subject, size_t launch, Plans& plans) const final;

 protected:
  // Why not, of a launch that is tiled and has not been transformed so.
  virtual std::string refusal(const Plan& /*plan*/, const TiledShape& /*shape*/) const { return {}; }
  // Knobs and flags of its own.
  virtual void add(const Subject& /*subject*/, size_t /*launch*/, Plan& /*plan*/, const TiledShape& /*shape*/) const {}
};

// Of the form "rows".
class RowTransform : public Transform {
 public:
  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const final;
  void apply(const Subject& subject, size_t launch, Plans& plans) const final;

 protected:
  virtual bool of_elements() const { return false; }   // of the form "elements" too
  virtual std::string refusal(const Plan& /*plan*/, const RowShape& /*shape*/) const { return {}; }
};

// Of any form, and nothing but the emitted text changes.
class AnyFormTransform : public Transform {
 public:
  std::string objection(const Subject& subject, size_t launch, const Plans& plans) const final;
  void apply(const Subject& subject, size_t launch, Plans& plans) const final;
};

}  // namespace wavelift::tune
