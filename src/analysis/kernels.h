// What a source has of kernels, told in a way that each can be launched alone: its parameters, how host code launches it, and the texts
// that device code is made of. Plain values; analysis/clang/kernel_sources.cpp reads them.
#pragma once
#include "analysis/analyze.h"
#include <array>

namespace wavelift::analysis {

struct KernelParameter {
  std::string name;
  std::string type;               // of the value, or of what the pointer points to, as C writes it: "float", "half", "bf16", "int", "uint64_t";
                                  // as the source has it where there is none of these
  bool known = false;             // type is one of these
  bool pointer = false;
  bool is_const = false;          // what it points to
  bool real = false;              // a floating-point type
};

// What a kernel does with its place in the grid, in one direction.
struct KernelDirection {
  bool block = false, thread = false;   // reads blockIdx, threadIdx
  std::string limit;              // what the number of the thread (of the block, where no thread is read) is first compared with: an expression
                                  // in whole-number parameters; empty: with nothing
  int64_t factor = 0;             // a constant that blockIdx is multiplied by: threads of a block; 0: there is none
};

struct KernelText {
  Place place;
  std::string name;               // without namespaces
  bool plain = true;              // no template, in no namespace
  std::vector<KernelParameter> parameters;
  std::array<KernelDirection, 3> directions;
};

struct LaunchArgument {
  std::string what;               // equal for the same variable: its name and place; else the text
  std::optional<int64_t> whole;   // written as a constant
  std::optional<double> real;     // known
};

struct KernelLaunchSite {
  Place place;
  uint32_t kernel = 0;            // position in KernelSource::kernels
  std::array<std::string, 3> grid, block;   // expressions in the kernel's whole-number parameters; empty: not known
  std::string group_memory;       // bytes; empty: not known
  std::vector<LaunchArgument> arguments;
};

// A declaration or a macro of the user's files outside of functions.
struct SourcePart {
  std::string name;               // empty: it has none and is always needed
  std::string text;
  bool host = false;              // a function or variable of the host alone
  std::string open, close;        // around it: "namespace x {", "}"
};

struct KernelSource {
  std::vector<KernelText> kernels;
  std::vector<KernelLaunchSite> launches;   // in the order of the source
  std::vector<SourcePart> parts;            // in the order of the translation unit
  std::vector<std::string> includes;        // "<cmath>", those in angle brackets, each once
  std::vector<Problem> problems;
};

// Errors: those of analyze().
Result<KernelSource> read_kernels(const Request& request);

}  // namespace wavelift::analysis
