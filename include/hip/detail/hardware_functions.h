// Questions to the hardware: clocks, the compute unit, traps.
#ifndef HIP_DETAIL_HARDWARE_FUNCTIONS_H
#define HIP_DETAIL_HARDWARE_FUNCTIONS_H

// Clocks: cycles of the compute unit (clock, clock64) and the constant 100 MHz counter (wall_clock64).
__WL_DEVICE__ long long __clock64() { return static_cast<long long>(__builtin_readcyclecounter()); }
__WL_DEVICE__ long long __clock() { return __clock64(); }
__WL_DEVICE__ long long clock64() { return __clock64(); }
__WL_DEVICE__ long long wall_clock64() { return static_cast<long long>(__builtin_readsteadycounter()); }
__WL_DEVICE__ clock_t clock() { return static_cast<clock_t>(__clock64()); }

// Number of the compute unit that runs the call, over all shader engines (of the hardware identification
// register).
__WL_DEVICE__ unsigned int __smid() {
#if defined(__GFX9__) || !__HIP_DEVICE_COMPILE__
  return __builtin_amdgcn_s_getreg((3 << 11) | (8 << 6) | 4) +
         16u * __builtin_amdgcn_s_getreg((1 << 11) | (13 << 6) | 4);
#else
  return __builtin_amdgcn_s_getreg((3 << 11) | (10 << 6) | 23) +
         16u * __builtin_amdgcn_s_getreg((1 << 11) | (18 << 6) | 23);
#endif
}

__WL_DEVICE__ void __trap() { __builtin_trap(); }
__WL_DEVICE__ void __brkpt() { __builtin_debugtrap(); }

#endif
