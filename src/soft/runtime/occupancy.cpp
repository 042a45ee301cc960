// Occupancy and function attributes.
#include "soft/runtime/occupancy.h"
#include "soft/runtime/device_table.h"
#include "soft/runtime/module.h"
#include <algorithm>

namespace wavelift::hiprt {
namespace {

int round_up(int value, int to) { return (value + to - 1) / to * to; }

// Scalar registers of GCN: 800 a SIMD in pieces of 16, six of them reserved.
int waves_by_sgprs(int sgprs) { return sgprs <= 80 ? 10 : sgprs <= 88 ? 9 : sgprs <= 100 ? 8 : 7; }

Function* kernel_of(const void* f, hipError_t* error) {
  *error = hipErrorInvalidDeviceFunction;
  return f ? function_of_either(f, error) : nullptr;
}

hipError_t active_blocks(int* blocks, const void* f, int threads, size_t lds) {
  if (!blocks || threads <= 0) return hipErrorInvalidValue;
  hipError_t error;
  Function* function = kernel_of(f, &error);
  if (!function) return error;
  *blocks =
      threads > int(function->kernel->max_threads) ? 0 : blocks_per_unit(*function->kernel, threads, lds);
  return hipSuccess;
}

// The block size that keeps most threads resident; of equals the largest.
hipError_t best_block(int* grid, int* block, const void* f, size_t lds, int limit) {
  if (!grid || !block) return hipErrorInvalidValue;
  hipError_t error;
  Function* function = kernel_of(f, &error);
  if (!function) return error;
  const DeviceRow& device = device_row();
  int most = int(function->kernel->max_threads);
  if (limit > 0) most = std::min(most, limit);
  int best = 0, best_threads = 0, best_blocks = 0;
  for (int size = most; size > 0; size = (size - 1) / device.wave_size * device.wave_size) {
    int blocks = blocks_per_unit(*function->kernel, size, lds);
    if (blocks * size > best_threads) best = size, best_threads = blocks * size, best_blocks = blocks;
  }
  *block = best;
  *grid = best_blocks * device.compute_units;
  return hipSuccess;
}

hipError_t attributes_of(hipFuncAttributes* out, const Function& f) {
  const soft::Kernel& k = *f.kernel;
  *out = {};
  out->binaryVersion = device_row().major * 10 + device_row().minor;
  out->ptxVersion = out->binaryVersion;
  out->localSizeBytes = k.scratch_size;
  out->sharedSizeBytes = k.lds_size;
  out->maxDynamicSharedSizeBytes = f.max_dynamic_lds >= 0 ? f.max_dynamic_lds : int(kLdsBytes - k.lds_size);
  out->maxThreadsPerBlock = int(k.max_threads);
  out->numRegs = int(k.vgprs);
  out->preferredShmemCarveout = f.carveout;
  return hipSuccess;
}

} // namespace

int blocks_per_unit(const soft::Kernel& kernel, int threads, size_t dynamic_lds) {
  const DeviceRow& d = device_row();
  int waves = d.max_waves;
  int vgprs = int(kernel.vgprs);
  // .vgpr_count of a unified file counts the AGPRs already.
  if (!d.unified_vgprs) vgprs = std::max(vgprs, int(kernel.agprs));
  if (vgprs > 0) waves = std::min(waves, d.vgprs / round_up(vgprs, d.vgpr_granule));
  if (d.major < 10) waves = std::min(waves, waves_by_sgprs(int(kernel.sgprs)));
  int of_block = (threads + d.wave_size - 1) / d.wave_size;
  int blocks = waves * d.simds / of_block;
  size_t lds = kernel.lds_size + dynamic_lds;
  if (lds > kLdsBytes) return 0;
  if (lds > 0) blocks = std::min(blocks, int(kLdsBytes / round_up(int(lds), d.lds_granule)));
  return blocks;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* f, int threads, size_t lds) {
  return HIP_CALL { return active_blocks(blocks, f, threads, lds); };
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* f, int threads,
                                                                 size_t lds, unsigned int flags) {
  return HIP_CALL {
    if (flags > hipOccupancyDisableCachingOverride) return hipErrorInvalidValue;
    return active_blocks(blocks, f, threads, lds);
  };
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, hipFunction_t f, int threads,
                                                              size_t lds) {
  return HIP_CALL { return active_blocks(blocks, f, threads, lds); };
}
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, hipFunction_t f,
                                                                       int threads, size_t lds,
                                                                       unsigned int flags) {
  return HIP_CALL {
    if (flags > hipOccupancyDisableCachingOverride) return hipErrorInvalidValue;
    return active_blocks(blocks, f, threads, lds);
  };
}
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* f, size_t lds, int limit) {
  return HIP_CALL { return best_block(grid, block, f, lds, limit); };
}
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, hipFunction_t f, size_t lds,
                                                   int limit) {
  return HIP_CALL { return best_block(grid, block, f, lds, limit); };
}
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, hipFunction_t f,
                                                            size_t lds, int limit, unsigned int flags) {
  return HIP_CALL {
    if (flags > hipOccupancyDisableCachingOverride) return hipErrorInvalidValue;
    return best_block(grid, block, f, lds, limit);
  };
}
// The dynamic LDS that a block may take with `blocks` of them on a unit.
hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* f, int blocks, int threads) {
  return HIP_CALL {
    if (!bytes || blocks <= 0 || threads <= 0 || threads > kMaxThreads) return hipErrorInvalidValue;
    hipError_t error;
    Function* function = kernel_of(f, &error);
    if (!function) return error;
    if (blocks_per_unit(*function->kernel, threads, 0) < blocks) return hipErrorInvalidValue;
    size_t each =
        kLdsBytes / size_t(blocks) / size_t(device_row().lds_granule) * size_t(device_row().lds_granule);
    *bytes = each > function->kernel->lds_size ? each - function->kernel->lds_size : 0;
    return hipSuccess;
  };
}

hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, const void* f) {
  return HIP_CALL {
    if (!attributes) return hipErrorInvalidValue;
    hipError_t error;
    Function* function = kernel_of(f, &error);
    return function ? attributes_of(attributes, *function) : error;
  };
}
hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute, hipFunction_t f) {
  return HIP_CALL {
    if (!value) return hipErrorInvalidValue;
    hipError_t error;
    Function* function = kernel_of(f, &error);
    if (!function) return f ? hipErrorInvalidHandle : hipErrorInvalidDeviceFunction;
    hipFuncAttributes a;
    HIP_TRY(attributes_of(&a, *function));
    switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = a.maxThreadsPerBlock;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = int(a.sharedSizeBytes);
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *value = int(a.constSizeBytes);
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = int(a.localSizeBytes);
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_NUM_REGS:
      *value = a.numRegs;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = a.ptxVersion;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = a.binaryVersion;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      *value = a.cacheModeCA;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = a.maxDynamicSharedSizeBytes;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = a.preferredShmemCarveout;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
    }
  };
}
hipError_t hipFuncSetAttribute(const void* f, hipFuncAttribute attribute, int value) {
  return HIP_CALL {
    hipError_t error;
    Function* function = kernel_of(f, &error);
    if (!function) return error;
    if (attribute == hipFuncAttributeMaxDynamicSharedMemorySize) {
      if (value < 0 || size_t(value) + function->kernel->lds_size > kLdsBytes) return hipErrorInvalidValue;
      function->max_dynamic_lds = value;
      return hipSuccess;
    }
    if (attribute == hipFuncAttributePreferredSharedMemoryCarveout) {
      if (value < -1 || value > 100) return hipErrorInvalidValue;
      function->carveout = value;
      return hipSuccess;
    }
    return hipErrorInvalidValue;
  };
}
// LDS and cache are separate on AMD: the preference is taken and has no effect.
hipError_t hipFuncSetCacheConfig(const void* f, hipFuncCache_t config) {
  return HIP_CALL {
    hipError_t error;
    if (!kernel_of(f, &error)) return error;
    return config > hipFuncCachePreferEqual ? hipErrorInvalidValue : hipSuccess;
  };
}
hipError_t hipFuncSetSharedMemConfig(const void* f, hipSharedMemConfig config) {
  return HIP_CALL {
    hipError_t error;
    if (!kernel_of(f, &error)) return error;
    return config > hipSharedMemBankSizeEightByte ? hipErrorInvalidValue : hipSuccess;
  };
}
hipError_t hipGetFuncBySymbol(hipFunction_t* function, const void* symbol) {
  return HIP_CALL {
    if (!function) return hipErrorInvalidValue;
    hipError_t error;
    *function = kernel_of(symbol, &error);
    return *function ? hipSuccess : error;
  };
}
