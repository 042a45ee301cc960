// The forms "rows" and "elements": a row is read along its memory by neighbouring threads, in packs of as many elements as 16 bytes hold.
// In "rows" the threads of a row join what they have; in "elements" nobody joins anything. What transformations ask of a nest before
// they are applied, and what the emitters share.
#pragma once
#include "tune/emit/emit.h"
#include "tune/emit/tiled.h"
#include <set>

namespace wavelift::tune {

// An array that is read or stored along the row, one element after the other.
struct RowArray {
  std::string array, type;               // the parameter; of its elements
  analysis::Polynomial rest;             // the index without the row's dimension: where the row begins
  std::string name;                      // of its row and packs: the array's, numbered where it is read at two places
  std::string buffer;                    // the task's
  bool beside = false;                   // its rows begin elsewhere than those of the first one: w[k]
  bool stored = false;
  std::set<size_t> passes = {};          // positions of the steps that load it
  std::vector<analysis::Value> when = {};   // conditions of the row's point under which it is there; none: always
};

// A nest as these forms see it.
struct RowShape {
  const analysis::Nest* nest = nullptr;
  std::string objection;                 // why the nest is none of these forms; the rest is empty then
  bool reduces = false;                  // otherwise there is no reduction, and the row's dimension may be one of the nest's parallel ones
  const analysis::Dimension* along = nullptr;             // the row's dimension; `k` below
  bool points = false;                   // it is one of the nest's parallel dimensions: every step is done at each of its points
  analysis::Polynomial flat = {};        // elements: the number of points where they are one row in memory, or 0
  std::vector<const analysis::Dimension*> rows = {};      // that number the rows, outermost first
  size_t before = 0;                     // steps before the first that goes along the row: lets of the row
  std::vector<RowArray> arrays = {};     // the first one is read most
  // The array of a load that packs bring, or null: what is read once a row, through other arrays or at guarded places that may not be there.
  const RowArray* packed(const analysis::Value& load) const;
  // A load of another element of a pack's row: of which array, and how many elements on; null: none.
  std::pair<const RowArray*, int64_t> shifted(const analysis::Value& load) const;
  std::string k() const { return along->name; }
  // With the row's dimension as `k` whatever a step calls it.
  analysis::Polynomial in_k(const analysis::Polynomial& p) const;
  std::set<std::string> others = {};     // names of the row's dimension in the steps
  bool by_grid = false;                  // all workgroups share one row: sums of a vector in parts
};

RowShape row_shape(const Subject& subject, size_t launch);

// As shape.objection, and why this launch has no plan of the form yet.
std::string unrowed(const Subject& subject, size_t launch, const Plans& plans);
// The same for plans of "rows" and "elements".
std::string unrowed_or_elements(const Subject& subject, size_t launch, const Plans& plans);

// Elements of a pack: as many as 16 bytes hold of the largest type.
int row_width(const RowShape& shape);
// The row's elements in the task's timed shapes, and how many rows there are; the shape with most elements first.
struct RowSize {
  int64_t rows = 0, length = 0;
};
std::vector<RowSize> row_sizes(const Subject& subject, size_t launch);
// What knobs must keep to: whole waves, threads for the ends of rows. Each transformation ends with it.
void constrain_rows(const Subject& subject, size_t launch, Plan& plan);

// Whether something that a row's threads keep is worth it: loaded in more than one pass.
bool kept(const RowArray& array);

}  // namespace wavelift::tune
