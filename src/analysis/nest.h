// What a kernel computes, freed of how its threads share the work: loops over named dimensions, values as trees, indexes as polynomials.
// Transformations start from it (tune/), and so do the performance checks. Plain values; analysis/clang/nest*.cpp raises them.
//
// A nest says what the source computes, if the source has no race, its whole-number indexes do not wrap round, arrays of different parameters do
// not overlap, and no loop has fewer iterations than none. Reductions may be summed up in another order. What is not understood is no nest but a reason.
#pragma once
#include "analysis/analyze.h"
#include "analysis/kernels.h"
#include "analysis/polynomial.h"
#include <array>

namespace wavelift::analysis {

// An expression. Side effects have none: what a source computes on the way is a step of its own (Step) or put in where it is read.
struct Value {
  enum class Kind : uint8_t {
    number,      // text: the literal as C writes it, "1.0f", "-INFINITY"
    name,        // text: a parameter, a dimension, an earlier step
    load,        // text: the array's parameter; operands: the index
    operation,   // text: "+", "-" (with one operand: negation), "*", "/", "%", "<", "&&", "!", "&", "<<", ..., "?:" (the guarded side is not computed)
    call,        // text: the function, "fmaxf", "expf", "__bfloat162float"; a pure one of the device's library
    cast,        // to `type`
  };
  Kind kind = Kind::number;
  std::string text;
  std::string type;                      // of the value, as KernelParameter::type
  std::vector<Value> operands;
  std::optional<Polynomial> index = {};  // of a load, where it is one. Casts that widen are seen through: 32-bit indexes are assumed not to wrap round
};

// A loop, from 0 on: what the source starts elsewhere is shifted.
struct Dimension {
  enum class Sharing : uint8_t {
    serial,   // each thread runs all of it
    lanes,    // the threads of the workgroup share it out: for (k = threadIdx.x; k < cols; k += blockDim.x)
    grid,     // all threads of the launch share it out
  };
  std::string name;                      // the source's variable, unique in the nest; steps that were one loop have one name
  std::string type;                      // "int"
  Value extent;                          // in parameters of the kernel, outer dimensions and loads; of workgroups, in the launch's names
  std::optional<Polynomial> size;        // extent, where it is a polynomial of parameters alone
  Sharing sharing = Sharing::serial;     // of loops within steps; of Nest::parallel it says nothing
};

// One thing that each point of Nest::parallel does, after those before it.
struct Step {
  enum class Kind : uint8_t {
    let,         // name = value
    reduce,      // name = initial op value over all of `over`; what the threads have is joined: every thread may read the result
    store,       // array[index] = value at each point of `over`
  };
  Kind kind = Kind::let;
  std::string name, type;                // let, reduce
  std::string op;                        // reduce: "+", "*", "max", "min", "&", "|", "^": associative, but for roundings
  std::optional<Value> initial;          // reduce; none: the op's neutral element
  std::string array;                     // store
  Value index;                           // store
  std::optional<Polynomial> place;       // store: the index, where it is one
  std::vector<Dimension> over;           // reduce, store: outermost first
  std::optional<Value> guard;            // only where it holds; reads dimensions. A let without it is read only where it holds
  Value value;
  uint32_t line = 0;                     // of the source
};

struct Nest {
  std::string kernel;
  std::vector<KernelParameter> parameters;
  // Points that do not wait for each other: an element a thread, a row a workgroup. What is left of the source's grid and block.
  std::vector<Dimension> parallel;       // outermost first: the last one has neighbouring threads where the source had them so
  bool by_groups = false;                // a point is a workgroup: steps share out loops with Sharing::lanes. Otherwise it is a thread
  std::vector<Step> steps;
};

// The launch that a kernel is raised for: expressions in its whole-number parameters, as a task has them.
struct NestLaunch {
  std::string kernel;
  std::array<std::string, 3> grid, block;   // empty: 1
};

struct Raised {
  std::optional<Nest> nest;
  std::string reason;                    // where there is none: what is in the way, a sentence
  Place place;                           // of that
};

// One answer a launch, in their order. Errors: those of analyze().
Result<std::vector<Raised>> raise_nests(const Request& request, const std::vector<NestLaunch>& launches);

// For people and tests: one line a loop or step.
std::string text_of(const Value& value);
std::string text_of(const Nest& nest);

}  // namespace wavelift::analysis
