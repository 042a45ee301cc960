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
  bool goes_along(size_t step) const;    // whether the step is done at each element of the row
  bool reads_along(const analysis::Value& value) const;   // whether the value differs within the row
  bool divides_by_row(const analysis::Value& value) const;   // an element by a number of its row
  std::string key(const analysis::Value& value) const;    // equal for equal values, whatever the steps call the row's dimension
  std::set<std::string> others = {};     // names of the row's dimension in the steps
  bool by_grid = false;                  // all workgroups share one row: sums of a vector in parts
};

RowShape row_shape(const Subject& subject, size_t launch);

// As shape.objection, and why the plan is not of the form "rows"; nor, where `or_elements`, of "elements".
std::string unrowed(const RowShape& shape, const Plan& plan, bool or_elements = false);

// Elements of a pack: as many as 16 bytes hold of the largest type.
int row_width(const RowShape& shape);
// The row's elements in the task's timed shapes, and how many rows there are; the shape with most elements first.
struct RowSize {
  int64_t rows = 0, length = 0;
};
std::vector<RowSize> row_sizes(const Subject& subject, size_t launch);
// What knobs must keep to: whole waves, threads for the ends of rows. Each transformation ends with it.
void constrain_rows(const Subject& subject, size_t launch, Plan& plan);

// The pair of launches of a split reduction: the first leaves a part of the sum a workgroup in scratch, the next joins them. What is in the
// way; empty: nothing. Flags of the plans: "split" of the first, "joins" of the next.
std::string unsplittable(const Subject& subject, size_t launch);
// The scratch of the parts, whose number is the knob PARTS: its name, and the buffer that it stands for.
struct PartsBuffer {
  std::string name, instead, type;
};
PartsBuffer parts_of(const Subject& subject, size_t launch);

// Whether elements are divided by a number of their row; whether they are functions that the hardware has a coarser form of.
bool divides_by_row(const RowShape& shape);
bool calls_slowly(const RowShape& shape);
// The coarser form: "expf" is "__expf"; empty: there is none.
std::string_view fast_call(std::string_view function);
// The value of an element that a reduction computes and a later store needs again.
struct KeptResult {
  const analysis::Value* value = nullptr;   // as the reduction has it; null: there is none
  size_t reduction = 0, store = 0;          // steps
};
KeptResult kept_result(const RowShape& shape);
// Two reductions that one pass can do.
struct OnlinePair {
  enum class Kind : uint8_t { exponentials, squares } kind = Kind::exponentials;
  size_t first = 0, second = 0;             // steps
  const analysis::Value* value = nullptr;   // of an element, of which the first takes the maximum or the sum
  const analysis::Step* mean = nullptr;     // squares: the let that is its difference's subtrahend
};
std::optional<OnlinePair> online_pair(const RowShape& shape);

// Whether something that a row's threads keep is worth it: loaded in more than one pass.
bool kept(const RowArray& array);

}  // namespace wavelift::tune
