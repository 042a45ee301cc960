// Kernel launches: validation, arguments, execution.
#include "soft/runtime/device_table.h"
#include "soft/runtime/module.h"
#include "soft/runtime/occupancy.h"
#include "soft/runtime/run_log.h"
#include "soft/runtime/stream.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <vector>

namespace wavelift::hiprt {
namespace {

struct Configuration {
  dim3 grid, block;
  size_t dynamic_lds = 0;
  hipStream_t stream = nullptr;
  std::vector<std::byte> arguments; // hipSetupArgument
};
std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> stack;
  return stack;
}

hipError_t launch(Function* function, dim3 grid, dim3 block, void** params, void** extra, size_t lds,
                  hipStream_t stream, bool cooperative, bool driver) {
  KernelWork work;
  work.function = function;
  work.grid = grid;
  work.block = block;
  work.dynamic_lds = uint32_t(std::min<size_t>(lds, ~0u));
  work.cooperative = cooperative;
  HIP_TRY(usable_while_capturing());
  HIP_TRY(check_launch(work, driver));
  HIP_TRY(gather_arguments(work, params, extra));
  return submit(stream, std::move(work));
}

hipError_t launch_host(const void* host, dim3 grid, dim3 block, void** params, size_t lds, hipStream_t stream,
                       bool cooperative = false) {
  hipError_t error = hipErrorInvalidDeviceFunction;
  Function* function = host ? function_of_either(host, &error) : nullptr;
  if (!function) return error;
  return launch(function, grid, block, params, nullptr, lds, stream, cooperative, false);
}

hipError_t launch_driver(hipFunction_t f, dim3 grid, dim3 block, void** params, void** extra, size_t lds,
                         hipStream_t stream, bool cooperative = false) {
  hipError_t error = hipErrorInvalidHandle;
  Function* function = f ? function_of_either(f, &error) : nullptr;
  if (!function) return hipErrorInvalidHandle;
  return launch(function, grid, block, params, extra, lds, stream, cooperative, true);
}

// What kind of fault the engine's sentence tells of.
hipError_t fault_code(const Error& error) {
  auto says = [&](const char* word) { return error.what.find(word) != std::string::npos; };
  if (says("deadlock in kernel")) return hipErrorLaunchTimeOut;
  if (says("assert")) return hipErrorAssert;
  return says("memory") || says("address") ? hipErrorIllegalAddress : hipErrorLaunchFailure;
}

bool wants_cooperative(const hipLaunchAttribute* attributes, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    if (attributes[i].id == hipLaunchAttributeCooperative && attributes[i].value.cooperative) return true;
  return false;
}

} // namespace

hipError_t check_launch(const KernelWork& w, bool driver) {
  hipError_t bad = driver ? hipErrorInvalidValue : hipErrorInvalidConfiguration;
  auto empty = [](dim3 d) { return d.x == 0 || d.y == 0 || d.z == 0; };
  if (empty(w.grid) || empty(w.block)) return bad;
  if (std::max({w.block.x, w.block.y, w.block.z}) > uint32_t(kMaxThreads)) return bad;
  uint64_t threads = uint64_t(w.block.x) * w.block.y * w.block.z;
  if (threads > uint64_t(kMaxThreads)) return bad;
  auto over = [](uint32_t blocks, uint32_t size) { return uint64_t(blocks) * size > UINT32_MAX; };
  if (over(w.grid.x, w.block.x) || over(w.grid.y, w.block.y) || over(w.grid.z, w.block.z)) return bad;
  const soft::Kernel& kernel = *w.function->kernel;
  if (threads > kernel.max_threads) {
    say(fmt::format("{} is launched with {} threads a block, but its launch bounds allow {}",
                    w.function->name, threads, kernel.max_threads));
    return hipErrorLaunchFailure;
  }
  if (uint64_t(kernel.lds_size) + w.dynamic_lds > kLdsBytes) return hipErrorInvalidValue;
  if (w.cooperative) {
    uint64_t resident =
        uint64_t(blocks_per_unit(kernel, int(threads), w.dynamic_lds)) * device_row().compute_units;
    if (uint64_t(w.grid.x) * w.grid.y * w.grid.z > resident) return hipErrorCooperativeLaunchTooLarge;
  }
  return hipSuccess;
}

hipError_t gather_arguments(KernelWork& w, void** params, void** extra) {
  const soft::Kernel& kernel = *w.function->kernel;
  if (params && extra) return hipErrorInvalidValue;
  w.kernarg.resize(kernel.explicit_size);
  if (extra) {
    const void* buffer = nullptr;
    size_t size = 0;
    bool sized = false;
    for (void** e = extra; *e != HIP_LAUNCH_PARAM_END; e += 2) {
      if (*e == HIP_LAUNCH_PARAM_BUFFER_POINTER)
        buffer = e[1];
      else if (*e == HIP_LAUNCH_PARAM_BUFFER_SIZE)
        size = *static_cast<size_t*>(e[1]), sized = true;
      else
        return hipErrorInvalidValue;
    }
    if (!buffer || !sized) return hipErrorInvalidValue;
    std::memcpy(w.kernarg.data(), buffer, std::min(size, w.kernarg.size()));
    return hipSuccess;
  }
  if (w.function->arguments == 0) return hipSuccess;
  if (!params) return hipErrorInvalidValue;
  size_t i = 0;
  for (const soft::KernelArg& a : kernel.args) {
    if (i == w.function->arguments) break;
    if (a.value_kind.starts_with("hidden_")) continue;
    if (!params[i]) return hipErrorInvalidValue;
    std::memcpy(w.kernarg.data() + a.offset, params[i++], a.size);
  }
  return hipSuccess;
}

hipError_t run_kernel(const KernelWork& w) {
  soft::Launch launch;
  launch.kernel = w.function->kernel;
  launch.blocks = {w.grid.x, w.grid.y, w.grid.z};
  launch.threads = {w.block.x, w.block.y, w.block.z};
  launch.dynamic_lds = w.dynamic_lds;
  launch.kernarg = w.kernarg.data();
  launch.kernarg_size = uint32_t(w.kernarg.size());
  launch.cooperative = w.cooperative;
  Result<soft::LaunchStats> stats = w.function->module->launch(launch);
  if (!stats) {
    say(stats.error().sentence());
    hipError_t fault = fault_code(stats.error());
    set_device_fault(fault);
    return fault;
  }
  advance_device_clock(*stats);
  log_launch(w, *stats);
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift;
using namespace wavelift::hiprt;

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  configurations().push_back({grid, block, lds, stream, {}});
  return hipSuccess;
}
hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, size_t* lds, hipStream_t* stream) {
  if (configurations().empty()) return hipErrorMissingConfiguration;
  const Configuration& top = configurations().back();
  *grid = top.grid;
  *block = top.block;
  *lds = top.dynamic_lds;
  *stream = top.stream;
  configurations().pop_back();
  return hipSuccess;
}

hipError_t hipLaunchKernel(const void* host, dim3 grid, dim3 block, void** args, size_t lds,
                           hipStream_t stream) {
  return HIP_CALL { return launch_host(host, grid, block, args, lds, stream); };
}
hipError_t hipLaunchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** args, unsigned int lds,
                                      hipStream_t stream) {
  return HIP_CALL { return launch_host(host, grid, block, args, lds, stream, true); };
}
hipError_t hipLaunchKernelExC(const hipLaunchConfig_t* config, const void* host, void** args) {
  return HIP_CALL {
    if (!config || (config->numAttrs && !config->attrs)) return hipErrorInvalidValue;
    return launch_host(host, config->gridDim, config->blockDim, args, config->dynamicSmemBytes,
                       config->stream, wants_cooperative(config->attrs, config->numAttrs));
  };
}
hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG* config, hipFunction_t f, void** params,
                                void** extra) {
  return HIP_CALL {
    if (!config || (config->numAttrs && !config->attrs)) return hipErrorInvalidValue;
    return launch_driver(f, {config->gridDimX, config->gridDimY, config->gridDimZ},
                         {config->blockDimX, config->blockDimY, config->blockDimZ}, params, extra,
                         config->sharedMemBytes, config->hStream,
                         wants_cooperative(config->attrs, config->numAttrs));
  };
}
// The events bracket the kernel.
hipError_t hipExtLaunchKernel(const void* host, dim3 grid, dim3 block, void** args, size_t lds,
                              hipStream_t stream, hipEvent_t start, hipEvent_t stop, int) {
  return HIP_CALL {
    if (start) HIP_TRY(hipEventRecord(start, stream));
    HIP_TRY(launch_host(host, grid, block, args, lds, stream));
    return stop ? hipEventRecord(stop, stream) : hipSuccess;
  };
}

hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned int gx, unsigned int gy, unsigned int gz,
                                 unsigned int bx, unsigned int by, unsigned int bz, unsigned int lds,
                                 hipStream_t stream, void** params, void** extra) {
  return HIP_CALL { return launch_driver(f, {gx, gy, gz}, {bx, by, bz}, params, extra, lds, stream); };
}
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gx, unsigned int gy,
                                            unsigned int gz, unsigned int bx, unsigned int by,
                                            unsigned int bz, unsigned int lds, hipStream_t stream,
                                            void** params) {
  return HIP_CALL {
    return launch_driver(f, {gx, gy, gz}, {bx, by, bz}, params, nullptr, lds, stream, true);
  };
}

// hip_ext.h and its ancestor: sizes are in work-items, not blocks.
#pragma GCC visibility push(default)
extern "C" hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz,
                                               uint32_t bx, uint32_t by, uint32_t bz, size_t lds,
                                               hipStream_t stream, void** params, void** extra,
                                               hipEvent_t start, hipEvent_t stop, uint32_t) {
  return HIP_CALL {
    if (!bx || !by || !bz || gx % bx || gy % by || gz % bz) return hipErrorInvalidValue;
    if (start) HIP_TRY(hipEventRecord(start, stream));
    HIP_TRY(launch_driver(f, {gx / bx, gy / by, gz / bz}, {bx, by, bz}, params, extra, lds, stream));
    return stop ? hipEventRecord(stop, stream) : hipSuccess;
  };
}
extern "C" hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz,
                                               uint32_t bx, uint32_t by, uint32_t bz, size_t lds,
                                               hipStream_t stream, void** params, void** extra,
                                               hipEvent_t start, hipEvent_t stop) {
  return hipExtModuleLaunchKernel(f, gx, gy, gz, bx, by, bz, lds, stream, params, extra, start, stop, 0);
}
#pragma GCC visibility pop

// One device: a list of one is a launch, a longer one has no devices to go to.
hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams* list, unsigned int devices,
                                                       unsigned int flags) {
  return HIP_CALL {
    if (!list || devices == 0 || flags > 3) return hipErrorInvalidValue;
    if (devices > 1) return hipErrorInvalidDevice;
    const hipFunctionLaunchParams& p = list[0];
    return launch_driver(p.function, {p.gridDimX, p.gridDimY, p.gridDimZ},
                         {p.blockDimX, p.blockDimY, p.blockDimZ}, p.kernelParams, nullptr, p.sharedMemBytes,
                         p.hStream, true);
  };
}
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams* list, int devices, unsigned int flags) {
  return HIP_CALL {
    if (!list || devices <= 0 || flags > 3) return hipErrorInvalidValue;
    if (devices > 1) return hipErrorInvalidDevice;
    const hipLaunchParams& p = list[0];
    return launch_host(p.func, p.gridDim, p.blockDim, p.args, p.sharedMem, p.stream, true);
  };
}
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams* list, int devices, unsigned int flags) {
  return HIP_CALL {
    if (!list || devices <= 0 || flags > 3) return hipErrorInvalidValue;
    if (devices > 1) return hipErrorInvalidDevice;
    const hipLaunchParams& p = list[0];
    return launch_host(p.func, p.gridDim, p.blockDim, p.args, p.sharedMem, p.stream);
  };
}

// The launch of HIP's first years: configure, set arguments one by one, go.
hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  return HIP_CALL { return __hipPushCallConfiguration(grid, block, lds, stream); };
}
hipError_t hipSetupArgument(const void* argument, size_t size, size_t offset) {
  return HIP_CALL {
    if (configurations().empty()) return hipErrorMissingConfiguration;
    if (!argument) return hipErrorInvalidValue;
    std::vector<std::byte>& buffer = configurations().back().arguments;
    buffer.resize(std::max(buffer.size(), offset + size));
    std::memcpy(buffer.data() + offset, argument, size);
    return hipSuccess;
  };
}
hipError_t hipLaunchByPtr(const void* host) {
  return HIP_CALL {
    if (configurations().empty()) return hipErrorMissingConfiguration;
    Configuration top = std::move(configurations().back());
    configurations().pop_back();
    hipError_t error = hipErrorInvalidDeviceFunction;
    Function* function = function_of(host, &error);
    if (!function) return error;
    size_t size = top.arguments.size();
    void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, top.arguments.data(), HIP_LAUNCH_PARAM_BUFFER_SIZE,
                     &size, HIP_LAUNCH_PARAM_END};
    return launch(function, top.grid, top.block, nullptr, size ? extra : nullptr, top.dynamic_lds, top.stream,
                  false, false);
  };
}
