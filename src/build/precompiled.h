// Precompiled prefix headers. What clang includes before every HIP source (its own wrapper, for CUDA cuda_runtime.h,
// too) costs more time than most kernels do: over a second for each side. It is the same each time, so the second
// compilation with the same options makes a precompiled header of it in the user's cache, and later ones use that.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace wavelift::build {

// The part of a compile command that decides what the prefix means, as one string: the compiler and its options
// without inputs, outputs, search paths, warnings, and macros that no header of the prefix can look at. Empty when the
// command cannot use a precompiled header: it has sources other than HIP, or only preprocesses.
std::string prefix_key(std::span<const std::string> command);

// Changes when any header of ours, the compiler or a package does: clang refuses a precompiled header that is older than what
// it was made of.
std::string state_of_headers(const std::string& compiler);

// `command`, with its leading -include options replaced by the precompiled header if there is one by now. Never
// fails: without a cache, or when making one fails, the command stays as it is.
// WAVELIFT_PCH=0 switches this off, WAVELIFT_PCH=1 makes the header at the first compilation already.
std::vector<std::string> with_precompiled_prefix(std::vector<std::string> command);

}  // namespace wavelift::build
