// Platform and feature macros that every other HIP header relies on.
#ifndef HIP_INCLUDE_HIP_HIP_COMMON_H
#define HIP_INCLUDE_HIP_HIP_COMMON_H

#include "hip_version.h"

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif

#if defined(__HIP__) && !defined(__HIPCC__)
#define __HIPCC__ 1
#endif

// __HIP_DEVICE_COMPILE__ is clang's: 1 in the device pass, undefined in the host pass.
// What the target can do: all AMD targets can do everything but the three CUDA specialities at the end.
#if __HIP_DEVICE_COMPILE__
#define __WL_HAS__ 1
#else
#define __WL_HAS__ 0
#endif
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ __WL_HAS__
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ __WL_HAS__
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ __WL_HAS__
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ __WL_HAS__
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ __WL_HAS__
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ __WL_HAS__
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ __WL_HAS__
#define __HIP_ARCH_HAS_DOUBLES__ __WL_HAS__
#define __HIP_ARCH_HAS_WARP_VOTE__ __WL_HAS__
#define __HIP_ARCH_HAS_WARP_BALLOT__ __WL_HAS__
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ __WL_HAS__
#define __HIP_ARCH_HAS_3DGRID__ __WL_HAS__
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ __WL_HAS__
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ __WL_HAS__
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ 0
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ 0
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0

#endif
