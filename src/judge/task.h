// What a kernel must compute, on which data, how exactly, and how it is launched: task.toml and the files beside it.
// docs/tasks.md describes the format.
#pragma once
#include "base/error.h"
#include "judge/element.h"
#include "judge/expression.h"
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace wavelift::judge {

enum class Role : uint8_t { input, output, inout, scratch };
inline bool is_input(Role r) { return r == Role::input || r == Role::inout; }    // has data
inline bool is_output(Role r) { return r == Role::output || r == Role::inout; }  // is judged

// What the elements of an input are drawn from: "normal", "uniform(0, 1)", "index(cols)". data.h knows the names.
struct Distribution {
  std::string name;
  std::vector<Expression> arguments;
};

struct Buffer {
  std::string name;
  Element type = Element::f32;
  Expression size;                      // elements
  Role role = Role::input;
  std::vector<Distribution> data;       // of input and inout: one is chosen a trial; the i-th of all buffers belong together
  std::optional<Expression> any_order;  // of outputs that are sets: each so many elements are right in any order
  double ulp = 0;                       // of outputs that are values of a function: units in the last place; 0: half a unit
  bool residual = false;                // of outputs that residuals judge: not compared element by element
};

// What must be 0 within its bound when the outputs are right: A x - b. reference.cpp computes it from what a candidate wrote.
struct Residual {
  std::string name;
  Element type = Element::f32;          // that the candidate computes in: its roundings are allowed
  Expression size;                      // elements
};

// A parameter of a kernel: a buffer, a parameter of the task or a constant.
struct Argument {
  std::string name;
  bool pointer = false;
  Element type = Element::i32;          // what it points to, where it does
};

struct KernelLaunch {
  std::string kernel;
  std::vector<Argument> arguments;
  std::array<Expression, 3> grid, block;   // workgroups; threads of each
  Expression group_memory;              // bytes, dynamic
};

struct Shape {
  std::string name;
  bool simulated = false;               // small enough for the software GPU
  bool timed = false;                   // counts for the speed
  Names values;                         // of every whole-number parameter
  std::vector<std::string> arrays = {}; // folders in the task's: one a kind of data, with BUFFER.npy of each input and what is expected
};

struct Tunable {
  std::string name;                     // a macro of the source and a name in expressions
  std::vector<int64_t> values;          // the first is the default
};

enum class Precision : uint8_t { strict, tf32, bf16, f16 };
std::string_view name_of(Precision p);

// What a candidate is launched by: the task's own launches, or those that its source declares.
struct Contract {
  std::vector<KernelLaunch> launches;
  std::vector<Buffer> scratch;          // beside the task's buffers
  std::vector<Tunable> tunables;
  std::vector<Expression> constraints;  // on tunables: each must be true
  std::vector<int> wave_sizes;          // that a candidate claims to be right with; empty: the architecture's own
};

struct Task {
  std::string name, title;              // the folder's name
  std::filesystem::path folder;
  Precision precision = Precision::strict;
  std::vector<std::string> parameters;  // whole numbers that shapes give
  std::map<std::string, double> constants;   // floating-point arguments, the same for all shapes
  std::vector<Buffer> buffers;
  std::vector<Residual> residuals;
  Contract contract;
  std::vector<Shape> shapes;
  std::map<std::string, std::pair<int64_t, int64_t>> hidden;   // ranges that hidden shapes are drawn from
  std::vector<Expression> shape_constraints;
  double bound = 1;                     // c of the error bound (oracle.h)
  bool repeatable = true;               // the same bits every time: no atomics in floating point
  bool cold = true;                     // timed with buffers that no cache holds; false: with buffers that it holds
  Expression bytes, flops;              // the least that any kernel moves and computes, for the floor

  // Whether data and results are arrays in files, and no reference computes them.
  bool has_arrays() const { return !shapes.empty() && !shapes.front().arrays.empty(); }
};

// Reads FOLDER/task.toml and looks that reference.cpp or arrays and a baseline are there. Errors: no_input; usage, with file and line.
Result<Task> read_task(const std::filesystem::path& folder);

// The contract that a candidate's source declares in its first comment, "/* wavelift ... */" with the same TOML as a task's [[launch]],
// [[scratch]] and [tunables], and with wave_sizes; what it leaves out is the task's. Errors: usage, with the line.
Result<Contract> read_contract(const std::string& source, const Task& task);

// Names that expressions may read: the shape's parameters and the tunables' values.
Names names_of(const Shape& shape, const Names& tunables);
Names defaults(const Contract& contract);

}  // namespace wavelift::judge
