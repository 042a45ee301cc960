// The log of kernel launches that the run-time library writes when WAVELIFT_KERNEL_LOG names a file: one JSON
// object a line, {"kernel", "grid", "block", "wave_instructions", "seconds"}.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::build {

struct KernelCost {
  std::string kernel;                  // demangled name
  int64_t launches = 0;
  int64_t wave_instructions = 0;       // of all launches
  double seconds = 0;                  // on the software GPU, of all launches
};

// Sums the log by kernel, the costliest in wave instructions first. Lines that are no launch (a program that was killed leaves
// half a line) are left out.
std::vector<KernelCost> read_kernel_log(std::string_view text);

}  // namespace wavelift::build
