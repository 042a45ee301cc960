// The compilers that candidates are compiled with: what is run, what it may read.
#pragma once
#include "judge/candidate.h"
#include "judge/jail.h"
#include <filesystem>
#include <string_view>

namespace wavelift::judge {

// Commands read their standard input and write to their standard output.
struct CompileCommand {
  std::string prologue;                // goes before the source: macros, and that its lines count from 1
  std::vector<std::string> argv;       // from the source to LLVM assembly before any optimisation or, where there is no `object`, to the object
  std::vector<std::string> plain;      // the same without a precompiled header; empty: argv is
  std::vector<std::string> object;     // from LLVM assembly to the object
  std::vector<std::string> whole;      // from the source to the object: knows the lines that `object` complains about
  std::string file;                    // what it calls the source
  Jail jail;
  std::string identity;                // changes when the compiler or a header does
};

// Errors: tool_missing, usage (an arch, a wave size or a flag that may not be).
Result<CompileCommand> compile_command(Language language, const CompileFor& how);

// A tool of CUDA's, "nvcc" or "cuobjdump": on PATH, else where CUDA_HOME or CUDA_PATH says, else in CUDA's usual folder. Empty: there is none.
std::filesystem::path find_cuda_tool(std::string_view name);

}  // namespace wavelift::judge
