// HIP's run time: ROCm's, DTK's, and our own over the software GPU.
#include "base/paths.h"
#include "device/driver.h"
#include "hardware/targets.h"
#include <array>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::device {

namespace {

// hipDeviceAttribute_t since HIP 5.
constexpr AttributeNumbers kNumbers{.wave_size = 87, .compute_units = 63, .last_level_cache = 19, .group_memory = 74, .max_threads = 56, .memory_khz = 60, .memory_bits = 59, .core_khz = 5};
constexpr int kOldest = 50000000;
// hipDeviceProp_t is at most this long in any release.
constexpr size_t kProperties = 8192;
constexpr size_t kNameInProperties = 256;

class Hip final : public Driver {
public:
  Hip(Kind kind, Library library) : Driver(kind, kNumbers, reinterpret_cast<void*>(3), std::move(library)) {}

  Status start() {
    if (Status s = bind_calls(); !s) return s;
    const bool bound = library.bind(set_device_, "hipSetDevice") && library.bind(reset_, "hipDeviceReset") &&
                       library.bind(error_string_, "hipGetErrorString") &&
                       (library.bind(properties_, "hipGetDevicePropertiesR0600") || library.bind(properties_, "hipGetDeviceProperties"));
    if (!bound) return fail(Exit::tool_missing, fmt::format("{} is no HIP run time", library.file().string()));
    int version = 0;
    if (Status s = initialise(); !s || no_devices_) return s;
    if (Status s = run(calls.version, &version); !s) return s;
    if (version < kOldest)
      return fail(Exit::tool_missing, fmt::format("{} is HIP {}", library.file().string(), version_text(version)), "5 or later is needed");
    return {};
  }

  std::string says(int code) const override {
    const char* text = error_string_(code);
    return text ? text : fmt::format("error {}", code);
  }

  Result<std::string> arch(int device) const override {
    // The name's place in the structure differs between releases; it is the only text in it that starts with gfx, apart from
    // the product's name at the beginning.
    std::array<char, kProperties> properties{};
    if (Status s = check("hipGetDeviceProperties", properties_(properties.data(), device)); !s) return std::unexpected(s.error());
    std::string_view all(properties.data(), properties.size());
    size_t at = all.find("gfx", kNameInProperties);
    if (at == all.npos) return fail(Exit::failed, fmt::format("{} does not say the device's architecture", library.file().string()));
    // Without the features: an object for the plain name runs with any of them.
    std::string name(properties.data() + at);
    name.resize(std::min(name.size(), name.find(':')));
    // The software GPU runs the code of another architecture for cards that upstream's compiler does not know.
    const hardware::Target* target = kind == Kind::software ? hardware::find_target(name) : nullptr;
    return target ? std::string(target->compile_as) : name;
  }

  std::string version_text(int v) const override { return fmt::format("{}.{}.{}", v / 10000000, v / 100000 % 100, v % 100000); }

  int acquire(int device) override { return set_device_(device); }
  void give_back(int device, bool faulted) override {
    if (faulted && set_device_(device) == 0) reset_();
  }
  int make_current(int device) override { return set_device_(device); }
  // A HIP kernel may always have all that the device has.
  int allow_group_memory(Handle, int) override { return 0; }

private:
  int (*set_device_)(int) = nullptr;
  int (*reset_)() = nullptr;
  const char* (*error_string_)(int) = nullptr;
  int (*properties_)(void*, int) = nullptr;
};

constexpr std::string_view kSoftwareName = " (software)";   // ends the name of our run time's device

Result<std::unique_ptr<Driver>> load(Kind kind, Library library) {
  auto driver = std::make_unique<Hip>(kind, std::move(library));
  if (Status s = driver->start(); !s) return std::unexpected(s.error());
  return driver;
}

Result<std::unique_ptr<Driver>> load_software(const std::string& arch) {
  const hardware::Target* target = nullptr;
  if (arch.empty()) {
    auto chosen = hardware::default_target();
    if (!chosen) return std::unexpected(chosen.error());
    target = *chosen;
  } else if (target = hardware::find_target(arch); !target) {
    return fail(Exit::usage, fmt::format("the software GPU cannot be {}", arch), "the targets are " + hardware::target_names());
  }
  const std::string name(target->name);
  // Our run time reads it when it is first used.
  ::setenv("WAVELIFT_ARCH", name.c_str(), 1);
  auto library = Library::open({(build_root() / "lib/libamdhip64.so").string()}, "the software GPU");
  if (!library) return std::unexpected(library.error());
  auto driver = load(Kind::software, std::move(*library));
  if (!driver) return driver;
  Result<Info> info = (*driver)->info(0);
  if (!info) return std::unexpected(info.error());
  if (!info->name.contains(name + std::string(kSoftwareName))) {
    return fail(Exit::unsupported, fmt::format("this process's software GPU is {} already", info->name),
                fmt::format("{} needs a process of its own", name));
  }
  return driver;
}

}  // namespace

Result<std::unique_ptr<Driver>> load_hip(Kind kind, const std::string& arch) {
  if (kind == Kind::software) return load_software(arch);
  auto library = open_library(Known::hip);
  if (!library) return std::unexpected(library.error());
  auto driver = load(Kind::hip, std::move(*library));
  if (!driver) return driver;
  // Our own run time goes by the same name, and a search path may lead to it.
  if (Result<Info> info = (*driver)->info(0); info && info->name.ends_with(kSoftwareName))
    return fail(Exit::tool_missing, fmt::format("a HIP run time of a card is not there: {} is the software GPU's", (*driver)->library.file().string()),
                "ROCM_PATH or WAVELIFT_HIP_LIBRARY can name another");
  return driver;
}

}  // namespace wavelift::device
