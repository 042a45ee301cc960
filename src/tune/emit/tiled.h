// The form "tiled": a workgroup computes a tile of two dimensions of the result, in steps along a reduction where there is one.
// What transformations ask of a nest before they are applied, and what the emitters of the form share.
#pragma once
#include "analysis/nest_values.h"
#include "tune/emit/emit.h"
#include <set>

namespace wavelift::tune {

// What a reduction reads of one array: the largest part of its value with that load alone, __bfloat162float(a[i*k + l]).
struct TiledOperand {
  analysis::Value value;
  analysis::Value load;                  // within value
  analysis::Polynomial index;
  std::string name;                      // of its tile: the array's, numbered where one is read in two ways
  bool along_n = false;                  // it reads n and not m
  bool deep = false;                     // the reduction's dimension is its unit stride; otherwise m or n is, or nothing where !unit
  bool unit = false;
};

// A nest as this form sees it. Either a contraction, whose operands read the reduction and one of m and n each, or a map that transposes: its
// store has unit stride along n, and the loads that are operands along m.
struct TiledShape {
  const analysis::Nest* nest = nullptr;
  std::string objection;                 // why the nest is none of this form; the rest is empty then
  const analysis::Dimension* m = nullptr;
  const analysis::Dimension* n = nullptr;
  std::vector<const analysis::Dimension*> batch = {};   // the other parallel dimensions, outermost first
  const analysis::Step* reduce = nullptr;
  const analysis::Dimension* depth = nullptr;      // that is reduced
  std::vector<const analysis::Step*> lets = {};         // after the reduction
  const analysis::Step* store = nullptr;
  bool unit_store = false;               // the store's unit stride is along n
  std::vector<TiledOperand> operands = {};
  bool zero_is_neutral = false;          // operands that are 0 add nothing to the reduction
};

TiledShape tiled_shape(const Subject& subject, size_t launch);

// As shape.objection, and why the plan is none of the form: what all transformations but "tile" ask first.
std::string untiled(const TiledShape& shape, const Plan& plan);
bool has(const Plan& plan, std::string_view transform);

// The name of a knob of this launch: launches of one candidate do not share them.
std::string knob(const Subject& subject, size_t launch, std::string_view name);
// "${TILE_M}" of a plan: the knob's name, or the value that stands where no transformation made one.
std::string number(const Plan& plan, const Subject& subject, size_t launch, std::string_view name, std::string_view otherwise);
// Adds a knob with its default first.
void add_knob(Plan& plan, std::string name, int64_t first, std::vector<int64_t> values);
// What knobs must keep to: LDS and threads of the target, tiles that threads divide. Each transformation ends with it.
void constrain_tiled(const Subject& subject, size_t launch, Plan& plan);

// The type as the emitted language writes it.
std::string type_text(std::string_view type, judge::Language language);
using analysis::type_bytes;
// An index in 64 bits: "static_cast<int64_t>(i) * k + l".
std::string index_text(const analysis::Polynomial& p);
// A size in the contract's names.
std::string contract_text(const Subject& subject, size_t launch, const analysis::Polynomial& p);
// Its value in a shape of the task; 0 where it has none.
int64_t size_in(const Subject& subject, size_t launch, const analysis::Polynomial& p, const judge::Shape& shape);
// A parameter of the nest by its name; null: there is none.
const analysis::KernelParameter* parameter_of(const analysis::Nest& nest, std::string_view name);
std::string contract_parameters(const Subject& subject, size_t launch);
// "const float* __restrict__ a, int m", and "a, m".
std::string kernel_parameters(const Subject& subject, size_t launch, bool restricted);
std::string parameter_names(const analysis::Nest& nest);
// Each "${name}" replaced.
std::string fill(std::string_view text, const std::map<std::string, std::string>& values);
// Under which condition all arrays can be moved by 16 bytes.
std::string wide_condition(const TiledShape& shape);
// The texts that maps and contractions have in common: the kernel's name and parameters, the store, the bodies that wide and narrow shapes call. `block`:
// threads. Errors: internal, a plan that no transformation makes.
Result<std::map<std::string, std::string>> tiled_texts(const Subject& subject, size_t launch, const Plan& plan, const TiledShape& shape, const std::string& block);
// The declarations of the batch's dimensions, from "batch", which it uses up; `grid` becomes as many times larger.
std::string batch_text(const Subject& subject, size_t launch, const TiledShape& shape, std::string& grid);
// The kernel of a text with those in it.
EmittedKernel tiled_kernel(const Subject& subject, size_t launch, std::string_view text, const std::map<std::string, std::string>& texts, std::string grid, std::string block);

inline constexpr std::string_view kPack = R"(// N elements that are moved at once.
template <class T, int N>
struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) Pack {
  T of[N];
};
)";

Result<EmittedKernel> emit_tiled_map(const Subject& subject, size_t launch, const Plan& plan, const TiledShape& shape);           // tiled_map.cpp
Result<EmittedKernel> emit_tiled_contraction(const Subject& subject, size_t launch, const Plan& plan, const TiledShape& shape);   // tiled_contraction.cpp

}  // namespace wavelift::tune
