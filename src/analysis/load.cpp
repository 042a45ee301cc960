// Loads lib/libwavelift_clang.so, where all that includes Clang is, and calls it.
#include "analysis/analyze.h"
#include "analysis/kernels.h"
#include "analysis/nest.h"
#include "base/paths.h"
#include <dlfcn.h>
#include <fmt/format.h>

namespace wavelift::analysis {

namespace {

// A function of the library by its name.
template <class Out, class... Rest> Result<Out> call(const char* name, const Request& request, const Rest&... rest) {
  using Function = void (*)(const Request&, const Rest&..., Result<Out>&);
  static const std::string path = (build_root() / "lib/libwavelift_clang.so").string();
  static void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const auto function = library ? reinterpret_cast<Function>(::dlsym(library, name)) : nullptr;
  if (!function)
    return fail(Exit::tool_missing, fmt::format("cannot load {}", path), "./wl --version builds it; wl doctor shows what is missing");
  Result<Out> out;
  function(request, rest..., out);
  return out;
}

}  // namespace

Result<Facts> analyze(const Request& request) { return call<Facts>("wavelift_analyze", request); }
Result<KernelSource> read_kernels(const Request& request) { return call<KernelSource>("wavelift_read_kernels", request); }
Result<std::vector<Raised>> raise_nests(const Request& request, const std::vector<NestLaunch>& launches) { return call<std::vector<Raised>>("wavelift_raise_nests", request, launches); }

}  // namespace wavelift::analysis
