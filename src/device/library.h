// A shared library that is loaded when it is needed.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::device {

class Library {
public:
  // The first of `names` (files or bare names) that loads. `what` says what it is, for the message: "NVIDIA's driver".
  // Errors: tool_missing, with what was looked for.
  static Result<Library> open(const std::vector<std::string>& names, std::string_view what);

  Library(Library&& other) noexcept;
  Library& operator=(Library&& other) noexcept;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  // Null when it has no such function.
  void* symbol(const char* name) const;

  // Sets `function` to the symbol of that name. False: there is none.
  template <class F> bool bind(F*& function, const char* name) const {
    function = reinterpret_cast<F*>(symbol(name));
    return function != nullptr;
  }

  const std::string& name() const { return name_; }
  // The file that was loaded.
  std::filesystem::path file() const;

private:
  Library(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  void* handle_ = nullptr;
  std::string name_;
};

// The libraries of devices. An environment variable can name the file to take instead of the usual ones.
enum class Known {
  hip,         // WAVELIFT_HIP_LIBRARY: ROCm's or DTK's run time
  cuda,        // WAVELIFT_CUDA_LIBRARY: NVIDIA's driver
  nvml,        // WAVELIFT_NVML_LIBRARY: NVIDIA's management library
  amdsmi,      // WAVELIFT_AMDSMI_LIBRARY
  rocm_smi,    // WAVELIFT_ROCM_SMI_LIBRARY: ROCm's, and Hygon's under the same name
};
struct KnownLibrary {
  std::string_view name;       // "CUDA", for tables
  std::string_view what;       // "NVIDIA's driver"
  const char* variable;        // of the environment
  std::string_view soname;     // "libcuda.so.1", for messages
};
const KnownLibrary& known_library(Known which);

// Where it is looked for, in order.
std::vector<std::string> names_of(Known which);

// Errors: tool_missing.
Result<Library> open_library(Known which);

}  // namespace wavelift::device
