#include "device/library.h"
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <utility>

namespace wavelift::device {

Result<Library> Library::open(const std::vector<std::string>& names, std::string_view what) {
  std::string why;
  for (const std::string& name : names) {
    // Run times have threads and do not take being unloaded.
    if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) return Library(handle, name);
    const char* error = ::dlerror();
    // A file that is there and does not load says more than one that is missing.
    if (std::error_code ec; error && name.contains('/') && std::filesystem::exists(name, ec)) why = error;
  }
  if (!why.empty()) return fail(Exit::tool_missing, fmt::format("{} cannot be loaded: {}", what, why));
  return fail(Exit::tool_missing, fmt::format("{} is not there: looked for {}", what, fmt::join(names, ", ")));
}

Library::Library(Library&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)), name_(std::move(other.name_)) {}

Library& Library::operator=(Library&& other) noexcept {
  std::swap(handle_, other.handle_);
  std::swap(name_, other.name_);
  return *this;
}

Library::~Library() {
  if (handle_) ::dlclose(handle_);
}

void* Library::symbol(const char* name) const { return ::dlsym(handle_, name); }

std::filesystem::path Library::file() const {
  link_map* map = nullptr;
  if (::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || !map->l_name || !*map->l_name) return name_;
  return map->l_name;
}

const KnownLibrary& known_library(Known which) {
  static constexpr KnownLibrary kLibraries[] = {
      {"HIP", "a HIP run time", "WAVELIFT_HIP_LIBRARY", "libamdhip64.so"},
      {"CUDA", "NVIDIA's driver", "WAVELIFT_CUDA_LIBRARY", "libcuda.so.1"},
      {"NVML", "NVIDIA's management library", "WAVELIFT_NVML_LIBRARY", "libnvidia-ml.so.1"},
      {"AMD SMI", "AMD's management library", "WAVELIFT_AMDSMI_LIBRARY", "libamd_smi.so"},
      {"ROCm SMI", "ROCm's management library", "WAVELIFT_ROCM_SMI_LIBRARY", "librocm_smi64.so"},
  };
  return kLibraries[static_cast<int>(which)];
}

namespace {

// The usual folders of ROCm and of DTK (whose run time has a name of its own), then what the loader knows. Files come
// first: our own run time has the same bare name, and would be taken where it is loaded already.
std::vector<std::string> under_rocm(const std::vector<std::string>& folders, const std::vector<std::string>& bare) {
  std::vector<std::string> names;
  auto add = [&](const std::string& root) {
    for (const std::string& folder : folders)
      for (const std::string& name : bare) {
        std::string file = root + "/" + folder + "/" + name;
        if (std::error_code ec; std::filesystem::exists(file, ec)) names.push_back(file);
      }
  };
  for (const char* variable : {"ROCM_PATH", "HIP_PATH", "ROCM_HOME"})
    if (const char* root = std::getenv(variable); root && *root) add(root);
  for (const char* root : {"/opt/rocm", "/opt/dtk", "/opt/hyhal"}) add(root);
  names.insert(names.end(), bare.begin(), bare.end());
  return names;
}

}  // namespace

std::vector<std::string> names_of(Known which) {
  if (const char* named = std::getenv(known_library(which).variable); named && *named) return {named};
  switch (which) {
    case Known::hip:
      return under_rocm({"lib", "hip/lib"}, {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                                             "libgalaxyhip.so", "libgalaxyhip.so.5"});
    case Known::cuda:
      return {"libcuda.so.1", "libcuda.so"};
    case Known::nvml:
      return {"libnvidia-ml.so.1", "libnvidia-ml.so"};
    case Known::amdsmi:
      return under_rocm({"lib", "lib64"}, {"libamd_smi.so"});
    case Known::rocm_smi:
      return under_rocm({"lib", "rocm_smi/lib"}, {"librocm_smi64.so", "librocm_smi64.so.7", "librocm_smi64.so.6",
                                                  "librocm_smi64.so.5", "librocm_smi64.so.2"});
  }
  return {};
}

Result<Library> open_library(Known which) { return Library::open(names_of(which), known_library(which).what); }

}  // namespace wavelift::device
