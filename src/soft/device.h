// The software GPU as the runtime uses it: load a code object, find its kernels and variables, launch.
// Device memory is host memory: a device pointer is a host pointer.
#pragma once
#include "base/error.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace wavelift::soft {

struct KernelArg {
  uint32_t offset = 0, size = 0;   // bytes in the kernarg segment
  std::string value_kind;          // "by_value", "global_buffer", "hidden_block_count_x", ... (AMDGPU metadata v5)
  std::string name, type_name;
};

// A kernel of a code object: what its metadata and its descriptor say.
struct Kernel {
  std::string name;                // symbol, mangled, without ".kd"
  uint64_t entry = 0;              // address of its code
  uint32_t kernarg_size = 0, kernarg_align = 8;
  uint32_t explicit_size = 0;      // bytes up to the end of the last argument that is not hidden
  uint32_t lds_size = 0;           // static, bytes a workgroup
  uint32_t scratch_size = 0;       // bytes a lane
  bool dynamic_stack = false;
  uint32_t max_threads = 1024;     // max_flat_workgroup_size
  uint32_t wave_size = 64, sgprs = 0, vgprs = 0, agprs = 0, sgpr_spills = 0, vgpr_spills = 0;
  bool uniform_work_group_size = false;
  std::vector<KernelArg> args;
  uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0, code_properties = 0, kernarg_preload = 0;   // kernel descriptor
};

struct Variable {
  std::string name;
  void* address = nullptr;
  uint64_t size = 0;               // bytes
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

struct Launch {
  const Kernel* kernel = nullptr;
  Dim3 blocks, threads;            // workgroups, work-items a workgroup
  uint32_t dynamic_lds = 0;        // bytes
  const void* kernarg = nullptr;   // explicit arguments, at their offsets
  uint32_t kernarg_size = 0;       // bytes at kernarg
  bool cooperative = false;        // all workgroups must be resident at once
};

struct LaunchStats {
  uint64_t wave_instructions = 0;
  uint64_t waves = 0;
  double seconds = 0;              // wall time of the execution on this machine
};

class Module {
public:
  // `elf`: an AMDGPU code object; it is copied. `arch`: the device, "gfx90a". Errors: not an ELF, truncated, foreign
  // machine, another arch, a relocation that is not understood.
  static Result<std::unique_ptr<Module>> load(std::span<const std::byte> elf, const std::string& arch);
  virtual ~Module() = default;
  virtual const Kernel* kernel(const std::string& name) const = 0;
  virtual std::vector<const Kernel*> kernels() const = 0;
  virtual const Variable* variable(const std::string& name) const = 0;
  virtual std::vector<const Variable*> variables() const = 0;
  // Runs to the end. Errors: a fault (memory, unsupported instruction, deadlock) with kernel, address, source line;
  // sizes that the kernel or the device does not allow are the caller's to refuse. May be called from several threads.
  virtual Result<LaunchStats> launch(const Launch& launch) = 0;
};

// The device code object for `arch` in a fat binary: an offload bundle (plain or compressed, "CCOB"), or an ELF as it
// is. `arch` may carry features ("gfx90a:sramecc+:xnack-"). `bytes` may be longer than the bundle.
// Errors: no entry for arch (the sentence lists what is there), a truncated or unknown format.
Result<std::span<const std::byte>> find_code_object(std::span<const std::byte> bytes, const std::string& arch);

}  // namespace wavelift::soft
