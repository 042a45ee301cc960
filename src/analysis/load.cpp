// Loads lib/libwavelift_clang.so, where all that includes Clang is, and calls it.
#include "analysis/analyze.h"
#include "base/paths.h"
#include <dlfcn.h>
#include <fmt/format.h>

namespace wavelift::analysis {

Result<Facts> analyze(const Request& request) {
  using Function = void (*)(const Request&, Result<Facts>&);
  static const std::string path = (build_root() / "lib/libwavelift_clang.so").string();
  static void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  static const auto function = library ? reinterpret_cast<Function>(::dlsym(library, "wavelift_analyze")) : nullptr;
  if (!function)
    return fail(Exit::tool_missing, fmt::format("cannot load {}", path), "./wl --version builds it; wl doctor shows what is missing");
  Result<Facts> facts;
  function(request, facts);
  return facts;
}

}  // namespace wavelift::analysis
