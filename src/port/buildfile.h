// Build files: compiler, flags and libraries of CUDA become those of HIP. Everything else keeps its bytes.
#pragma once
#include "base/edits.h"
#include "port/finding.h"
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::port {

struct BuildFileOptions {
  std::string arch = "gfx90a";                  // the default target put in
  int torch_release = 215;                      // of PyTorch, major * 100 + minor
  std::map<std::string, std::string> include_dirs;  // folders outside the program -> where their ported headers lie
};

struct BuildFileResult {
  Edits edits;  // settled
  std::vector<Finding> findings;
  size_t changes = 0;
};

BuildFileResult port_makefile(std::string_view text, const std::string& name, const BuildFileOptions& options);

// The folders that a makefile's -I flags name, variables of the same file put in.
std::vector<std::string> makefile_include_dirs(std::string_view text);

// The makefile with blanks in the place of the branches that a plain `make` leaves out, where the file alone decides that: variables
// that nobody sets are empty. A branch of which it is not known is kept.
std::string makefile_as_taken(std::string_view text);

// The -D flags of a makefile as a plain `make` gives them, variables of the same file put in; nothing when one of them stays unknown.
std::optional<std::vector<std::string>> makefile_macros(std::string_view text);

// The files that it includes (include, -include, sinclude), variables of the same file put in, names that stay unknown left out.
std::vector<std::string> makefile_includes(std::string_view text);

// True when nvcc is told that other files than *.cu are CUDA (-x cu).
bool makefile_forces_cuda(std::string_view text);

// True when the file gives nvcc -use_fast_math.
bool makefile_fast_math(std::string_view text);
bool cmake_fast_math(std::string_view text);

// True when the file builds with PyTorch and without its build step, which renames its CUDA interface.
bool makefile_links_torch(std::string_view text);
bool cmake_finds_torch(std::string_view text);

// True for a Python script that builds extensions of PyTorch.
bool builds_extensions(std::string_view text);
BuildFileResult port_setup_script(std::string_view text, const std::string& name, const BuildFileOptions& options);

BuildFileResult port_cmake(std::string_view text, const std::string& name, const BuildFileOptions& options);

}  // namespace wavelift::port
