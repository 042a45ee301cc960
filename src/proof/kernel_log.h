// The log of kernel launches that the run-time library writes when WAVELIFT_KERNEL_LOG names a file: one JSON
// object a line, {"kernel", "grid", "block", "wave_instructions", "seconds"}; at the end {"unlaunched"} for each kernel that
// the program has and did not launch.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::proof {

struct KernelCost {
  std::string kernel;                  // demangled name
  int64_t launches = 0;
  int64_t wave_instructions = 0;       // of all launches
  double seconds = 0;                  // on the software GPU, of all launches
};

struct KernelLog {
  std::vector<KernelCost> launched;     // summed by kernel, the costliest in wave instructions first
  std::vector<std::string> unlaunched;  // by name; empty too when the program was killed or has loaded its kernels itself
};

// Lines that are neither (a program that was killed leaves half a line) are left out.
KernelLog read_kernel_log(std::string_view text);

}  // namespace wavelift::proof
