// A GPU that kernels are launched on, whichever it is: the software GPU and AMD's and Hygon's cards through the HIP run time,
// NVIDIA's through the CUDA driver. Their libraries are loaded when a device is opened; none is needed to build.
#pragma once
#include "base/error.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wavelift::device {

enum class Kind : uint8_t {
  software,   // our own HIP run time
  hip,        // libamdhip64.so of ROCm or DTK
  cuda,       // libcuda.so
};
std::string_view name_of(Kind kind);   // "software", "hip", "cuda"

// What is known of a device before a kernel runs on it. Zero: not known.
struct Info {
  Kind kind = Kind::software;
  int index = 0;                   // among the devices of its kind
  std::string name;                // "NVIDIA H200", "AMD Instinct MI250X"
  std::string arch;                // what code objects are compiled for: "gfx90a", "sm_90"
  int wave_size = 0;               // lanes
  int compute_units = 0;           // or multiprocessors
  uint64_t memory = 0;             // bytes
  uint64_t last_level_cache = 0;   // bytes
  uint64_t group_memory = 0;       // bytes of LDS (shared memory) that a workgroup can use
  int max_threads = 0;             // a workgroup
  double bandwidth = 0;            // of the device's memory, peak, bytes a second
  double vector_flops = 0;         // a second, in exact single precision, by the fastest units that have it, peak
  double half_flops = 0;           // with operands of 16 bits, by matrix units where there are any, dense, peak
  std::string driver;              // version, as the library says it
  std::string pci;                 // "0000:81:00.0", by which management libraries know it
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

// A kernel's resources, as the run time reports them.
struct KernelInfo {
  int vgprs = 0;                   // registers a lane
  uint64_t group_memory = 0;       // bytes, static
  uint64_t private_memory = 0;     // bytes a lane
  int max_threads = 0;             // a workgroup may have
};

struct Launch {
  std::string kernel;              // symbol in the module
  Dim3 grid, block;                // workgroups; threads of each
  uint32_t dynamic_group_memory = 0;       // bytes
  // Packed as the kernel's parameters are, each aligned to its own size. Drivers do not check that they are all there.
  std::vector<std::byte> arguments;
};

// A loaded code object. Its kernels' variables live as long as it does.
class Module {
public:
  virtual ~Module() = default;
  // Error: failed, no such kernel.
  virtual Result<KernelInfo> kernel(const std::string& name) = 0;
};

// Clocks, power, temperature: what the timing's record shows. Absent where the device does not tell.
struct Telemetry {
  std::optional<double> core_mhz, memory_mhz, watts, celsius;
  std::optional<std::vector<std::string>> limited_by;   // what holds the clocks down now: "the power limit"; none: nothing does
};

// One opened device with one stream, on which all that is asked for happens in order. Not thread-safe. Errors of the device are
// Exit::failed with the run time's own word for them ("an illegal memory access was encountered").
class Device {
public:
  virtual ~Device() = default;
  virtual const Info& info() const = 0;

  // Device memory, at least 256-byte aligned. Error when there is not enough.
  virtual Result<uint64_t> allocate(size_t bytes) = 0;
  virtual Status release(uint64_t address) = 0;
  // These wait until they are done.
  virtual Status write(uint64_t to, std::span<const std::byte> bytes) = 0;
  virtual Status read(std::span<std::byte> to, uint64_t from) = 0;
  virtual Status fill(uint64_t to, std::byte value, size_t bytes) = 0;
  // Device to device; need not wait.
  virtual Status copy(uint64_t to, uint64_t from, size_t bytes) = 0;

  // Whether kernels may write to what lies there, with a page of the same allocation on either side: so that who writes to an input is
  // found out. Only the software GPU can; on others nothing changes.
  virtual Status protect(uint64_t /*address*/, size_t /*bytes*/, bool /*writable*/) { return {}; }

  // A code object (HIP) or cubin or PTX (CUDA). `module` must be destroyed before the device.
  virtual Result<std::unique_ptr<Module>> load(std::span<const std::byte> object) = 0;
  // Starts it. An error of the kernel itself shows when one waits at the latest, and stays: all that is asked for afterwards
  // answers the same, on the software GPU until it is opened again, on an NVIDIA GPU until the process ends. (ROCm's run time
  // ends the process itself at an access to memory that is not mapped.)
  virtual Status launch(Module& module, const Launch& launch) = 0;
  virtual Status wait() = 0;
  // Seconds between an event before `work` and one after it, by the device's clock. Waits.
  virtual Result<double> time(const std::function<Status()>& work) = 0;
  // Seconds that the last time() took by the host's clock, where that is another process's and the caller's would show the way there and back.
  virtual std::optional<double> host_seconds() const { return {}; }

  virtual Telemetry telemetry() = 0;
};

// Which device: "software", "software:gfx1100", "hip", "hip:1", "cuda:0"; without a number, the first.
// Errors: usage for another text; tool_missing when the library is not there (what was looked for), no_input when it
// has no such device.
Result<std::unique_ptr<Device>> open(const std::string& address);

}  // namespace wavelift::device
