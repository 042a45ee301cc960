// Kernels of which the compiler, not the engine, is known to make something else: in the machine code itself the operation is
// missing or wrong. Found by looking at the code; a row says what was seen there.
#pragma once
#include <cstdint>
#include <string_view>

namespace wavelift::exactness {

struct CompilerFault {
  uint64_t seed;
  uint32_t index;                // of the kernel
  std::string_view arch, level;  // empty: any
  std::string_view what;
};

inline constexpr CompilerFault kCompilerFaults[] = {
    {1, 146, "gfx1100", "O1", "clang 22 keeps 16-bit halves in registers of their own and forgets the lower half of a pair: the IR has "
                              "uadd.sat and insertelement, the machine code writes v15.h only"},
};

inline const CompilerFault* find_compiler_fault(uint64_t seed, uint32_t index, std::string_view arch, std::string_view level) {
  for (const CompilerFault& f : kCompilerFaults)
    if (f.seed == seed && f.index == index && (f.arch.empty() || f.arch == arch) && (f.level.empty() || f.level == level)) return &f;
  return nullptr;
}

}  // namespace wavelift::exactness
