// From plans to source: a form of sharing out work is a file each, and emit.cpp puts their kernels together.
#pragma once
#include "tune/transform.h"
#include <array>
#include <functional>
#include <map>

namespace wavelift::tune {

// One launch of the emitted source. Forms may give more than one, in their order: a reduction and what joins its parts.
struct EmittedLaunch {
  std::string kernel;                    // its name, unlike the baseline's where its text differs
  std::string parameters;                // as the contract has them: "const float* a, float* c, int m"
  std::array<std::string, 3> grid, block;   // expressions of parameters and knobs; empty: 1
  std::string group_memory;              // bytes, dynamic; empty: 0
};

struct EmittedScratch {
  std::string name, type, size;          // as [[scratch]]: type "f32", size in elements
};

// The text of one plan.
struct EmittedKernel {
  // What the kernel stands on, by name, so that two kernels share it: {"vec", "template <class T, int N> struct ..."}. In order of names, so a
  // helper must not use one of a later name.
  std::map<std::string, std::string> helpers;
  std::string text;                      // of the kernels
  std::vector<EmittedLaunch> launches;
  std::vector<EmittedScratch> scratch;
};

// A value as C++ with other names for dimensions and steps, and another text for loads: what emitters share (values.cpp).
using LoadText = std::function<std::string(const analysis::Value& load)>;
std::string write_value(const analysis::Value& value, const std::map<std::string, std::string>& names, const LoadText& load);

Result<EmittedKernel> emit_tiled(const Subject& subject, size_t launch, const Plans& plans);      // tiled.cpp
Result<EmittedKernel> emit_rows(const Subject& subject, size_t launch, const Plans& plans);       // rows.cpp
Result<EmittedKernel> emit_elements(const Subject& subject, size_t launch, const Plans& plans);   // elements.cpp

}  // namespace wavelift::tune
