// Building a folder of source, ported or not, as its author would.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::build {

struct BuildRequest {
  std::filesystem::path folder;      // holds the sources and perhaps a Makefile
  std::filesystem::path wl;          // the command whose verb `compiler` stands for hipcc or nvcc
  std::string compiler = "hipcc";    // or "nvcc": the source is CUDA
  std::string target;                // gfx90a
  std::vector<std::string> options;  // further options for compiling sources without a Makefile
  double timeout_s = 0;              // 0: none
};

struct Built {
  std::filesystem::path program;     // the executable
  std::string how;                   // "make", "wl hipcc" or "wl nvcc"
  std::string run_line;              // the shell line of the Makefile's `run` target that starts it; may be empty
  std::string out;                   // what the tools printed
  double seconds = 0;
};

// The makefile that make would read in the folder; empty when there is none.
std::filesystem::path makefile_in(const std::filesystem::path& folder);

// Builds the folder: with make where there is a Makefile (CC, NVCC, HIPCC and CUDACC are the compiler, ARCH the target), else
// all its sources into one program, named after the folder. Errors: failed with the end of the compiler's output, no_input
// when there is nothing to compile, tool_missing.
Result<Built> build_project(const BuildRequest& request);

}  // namespace wavelift::build
