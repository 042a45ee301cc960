// What HIP programs include: the host API and, in HIP compilation, everything a kernel may call.
//
// Nothing of the standard C++ library is included here beyond what the compiler's own wrapper for HIP brings
// in, as in ROCm 7.
#ifndef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H

#include "hip_version.h"

#if defined(__HIP__) && !defined(__CLANG_HIP_RUNTIME_WRAPPER_INCLUDED__) && !defined(__HIPCC_RTC__)
#include <__clang_hip_runtime_wrapper.h>
#endif

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "detail/host_defines.h"
#include "hip_common.h"
#include "hip_vector_types.h"
#include "library_types.h"
#include <hip/hip_runtime_api.h>

#if defined(__HIP__) && defined(__clang__)
#include "detail/atomics.h"
#include "detail/builtin_variables.h"
#include "detail/device_library.h"
#include "detail/float_functions.h"
#include "detail/hardware_functions.h"
#include "detail/integer_functions.h"
#include "detail/launch.h"
#include "detail/memory_functions.h"
#include "detail/surface_functions.h"
#include "detail/synchronization.h"
#include "detail/texture_functions.h"
#include "detail/warp.h"
#endif

#endif
