#include "build/toolchain.h"
#include "base/paths.h"
#include "build/devicelibs.h"
#include "hardware/targets.h"
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace wavelift::build {
namespace fs = std::filesystem;

Result<fs::path> llvm_bin() {
  const char* named = std::getenv("WAVELIFT_LLVM");
  fs::path bin = fs::path(named && *named ? named : "/usr/lib/llvm-22") / "bin";
  if (::access((bin / "clang++").c_str(), X_OK) == 0) return bin;
  return fail(Exit::tool_missing, fmt::format("there is no compiler {}/clang++", bin.string()),
              "install clang-22 or set WAVELIFT_LLVM to the folder above LLVM 22's bin; wl doctor shows what is missing");
}

Result<Toolchain> find_toolchain() {
  auto bin = llvm_bin();
  if (!bin) return std::unexpected(bin.error());
  auto target = hardware::default_target();
  if (!target) return std::unexpected(target.error());
  return Toolchain{.clang = *bin / "clang++",
                   .archiver = *bin / "llvm-ar",
                   .device_libs = device_libs_folder(),
                   .home = home(),
                   .build_root = build_root(),
                   .default_target = std::string((*target)->name)};
}

}  // namespace wavelift::build
