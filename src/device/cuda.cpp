// NVIDIA's driver.
#include "device/driver.h"
#include <fmt/format.h>

namespace wavelift::device {

namespace {

// CUdevice_attribute.
constexpr AttributeNumbers kNumbers{.wave_size = 10, .compute_units = 16, .last_level_cache = 38, .group_memory = 97, .max_threads = 1, .memory_khz = 36, .memory_bits = 37, .core_khz = 13};
constexpr int kComputeMajor = 75, kComputeMinor = 76;

class Cuda final : public Driver {
public:
  explicit Cuda(Library library) : Driver(Kind::cuda, kNumbers, nullptr, std::move(library)) {}

  Status start() {
    if (Status s = bind_calls(); !s) return s;
    const bool bound = library.bind(retain_, "cuDevicePrimaryCtxRetain") && library.bind(release_, "cuDevicePrimaryCtxRelease_v2") &&
                       library.bind(set_current_, "cuCtxSetCurrent") && library.bind(error_string_, "cuGetErrorString") &&
                       library.bind(set_attribute_, "cuFuncSetAttribute");
    if (!bound) return fail(Exit::tool_missing, fmt::format("{} is no CUDA driver of release 11 or later", library.file().string()));
    return initialise();
  }

  std::string says(int code) const override {
    const char* text = nullptr;
    return error_string_(code, &text) == 0 && text ? text : fmt::format("error {}", code);
  }

  Result<std::string> arch(int device) const override {
    int major = 0, minor = 0;
    if (Status s = run(calls.attribute, &major, kComputeMajor, device); !s) return std::unexpected(s.error());
    if (Status s = run(calls.attribute, &minor, kComputeMinor, device); !s) return std::unexpected(s.error());
    return fmt::format("sm_{}{}", major, minor);
  }

  std::string version_text(int v) const override { return fmt::format("{}.{}", v / 1000, v % 1000 / 10); }

  int acquire(int device) override {
    int code = retain_(&context_, device);
    return code ? code : set_current_(context_);
  }
  // A fault stays in the process whatever is done to the context.
  void give_back(int device, bool) override {
    set_current_(nullptr);
    release_(device);
  }
  int make_current(int) override { return set_current_(context_); }
  int allow_group_memory(Handle function, int bytes) override { return set_attribute_(function, kMaxDynamicGroupMemory, bytes); }

private:
  Handle context_ = nullptr;
  int (*retain_)(Handle*, int) = nullptr;
  int (*release_)(int) = nullptr;
  int (*set_current_)(Handle) = nullptr;
  int (*error_string_)(int, const char**) = nullptr;
  int (*set_attribute_)(Handle, int, int) = nullptr;
};

}  // namespace

Result<std::unique_ptr<Driver>> load_cuda() {
  auto library = open_library(Known::cuda);
  if (!library) return std::unexpected(library.error());
  auto driver = std::make_unique<Cuda>(std::move(*library));
  if (Status s = driver->start(); !s) return std::unexpected(s.error());
  return driver;
}

}  // namespace wavelift::device
