// From what a kernel's text does in one thread to what its launch computes. No Clang.
#pragma once
#include "analysis/nest_values.h"
#include <array>
#include <map>

namespace wavelift::analysis {

// A step as the reading of a kernel leaves it: the conditions that it stands under apart, and coordinates as names that no source has:
// "threadIdx.x", "blockIdx.x", and "@x", the number of the thread in the whole grid.
struct RawStep {
  Step step;
  std::vector<Value> conditions;
  bool partial = false;            // a reduce of which each thread of the workgroup has its part, "@part:NAME"
  Place place;
};

struct RawNest {
  std::string kernel;
  std::vector<KernelParameter> parameters;
  std::vector<RawStep> steps;
  std::array<Value, 3> grid;       // in whole-number names
  std::array<int64_t, 3> block = {1, 1, 1};
  bool joined = false;             // something is joined over the workgroup
  std::optional<Dimension> outer;  // a loop over the grid around all that the kernel does
  std::map<std::string, std::string> names, types;   // of coordinates: the variable that holds one; of all names: their types
};

inline const std::array<std::string, 3> global_names = {"@x", "@y", "@z"};
inline const std::array<std::string, 3> block_names = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
inline const std::array<std::string, 3> thread_names = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};

Raised finish_nest(RawNest raw);

}  // namespace wavelift::analysis
