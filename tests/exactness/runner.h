// Compiles files of kernels for the host and for the software GPU, runs them, compares.
#pragma once
#include "base/error.h"
#include "kernel.h"
#include "soft/device.h"
#include <filesystem>
#include <optional>

namespace wavelift::exactness {

// Devices and levels that kernels are compiled for. Those that the engine does not run are left out of a run.
struct Arch {
  const char* name;     // as --arch says it
  const char* target;   // as clang does
  uint32_t lanes;       // of a wave
};
inline constexpr Arch kArchs[] = {
    {"gfx90a", "gfx90a", 64},   {"gfx942", "gfx942", 64},   {"gfx906", "gfx906", 64},           {"gfx908", "gfx908", 64},
    {"gfx1030", "gfx1030", 32}, {"gfx1100", "gfx1100", 32}, {"gfx1030-wave64", "gfx1030", 64}, {"gfx1100-wave64", "gfx1100", 64},
};
inline constexpr const char* kLevels[] = {"O0", "O1", "O2", "O3"};
const Arch* find_arch(const std::string& name);

struct Toolchain {
  std::string clang;                   // clang++
  std::string prelude;                 // path of prelude.h
  std::filesystem::path folder;        // where sources and objects go
};

// A file of kernels compiled for the host and loaded.
class HostFile {
public:
  // Errors: failed, with the compiler's words.
  static Result<std::unique_ptr<HostFile>> compile(const Toolchain& tools, std::span<const Kernel> kernels, const std::string& stem,
                                                   const std::string& level = "O0");
  ~HostFile();
  // What the kernel writes. Errors: internal, when its threads do not exchange in step.
  Result<std::vector<uint64_t>> run(const Kernel& k, std::span<const uint64_t> input);

private:
  void* library_ = nullptr;
};

class DeviceFile {
public:
  static Result<std::unique_ptr<DeviceFile>> compile(const Toolchain& tools, std::span<const Kernel> kernels, const std::string& stem,
                                                     const Arch& arch, const std::string& level);
  Result<std::vector<uint64_t>> run(const Kernel& k, std::span<const uint64_t> input);

private:
  std::unique_ptr<soft::Module> module_;
};

// The archs of kArchs that the engine runs: a small kernel is tried on each.
std::vector<const Arch*> archs_that_run(const Toolchain& tools);

// The first difference of two outputs in words ("k3: thread 5 of block 1, result 2 (v4): 0x1, expected 0x2"); nothing when
// they agree.
std::optional<std::string> difference(const Kernel& k, std::span<const uint64_t> expected, std::span<const uint64_t> got);

}  // namespace wavelift::exactness
