// Contexts: one primary context, which every thread uses.
#include "soft/runtime/stream.h"

// hipCtx_t: there is one; a created context is another name for it.
struct ihipCtx_t {
  unsigned flags = 0;
};

namespace wavelift::hiprt {
namespace {

ihipCtx_t primary;
std::atomic<int> retained{0};

std::vector<hipCtx_t>& pushed() {
  thread_local std::vector<hipCtx_t> stack{&primary};
  return stack;
}
hipError_t check(int device) { return valid_device(device) ? hipSuccess : hipErrorInvalidDevice; }

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipCtxCreate(hipCtx_t* context, unsigned int flags, hipDevice_t device) {
  return HIP_CALL {
    if (!context) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    primary.flags = flags;
    *context = &primary;
    pushed().push_back(&primary);
    return hipSuccess;
  };
}
hipError_t hipCtxDestroy(hipCtx_t context) {
  return HIP_CALL {
    if (context != &primary) return hipErrorInvalidValue;
    if (pushed().size() > 1) pushed().pop_back();
    return hipSuccess;
  };
}
hipError_t hipCtxPushCurrent(hipCtx_t context) {
  return HIP_CALL {
    if (context != &primary) return hipErrorInvalidContext;
    pushed().push_back(context);
    return hipSuccess;
  };
}
hipError_t hipCtxPopCurrent(hipCtx_t* context) {
  return HIP_CALL {
    if (pushed().empty()) return hipErrorInvalidContext;
    if (context) *context = pushed().back();
    pushed().pop_back();
    return hipSuccess;
  };
}
hipError_t hipCtxSetCurrent(hipCtx_t context) {
  return HIP_CALL {
    if (context && context != &primary) return hipErrorInvalidContext;
    if (!pushed().empty()) pushed().pop_back();
    if (context) pushed().push_back(context);
    return hipSuccess;
  };
}
hipError_t hipCtxGetCurrent(hipCtx_t* context) {
  return HIP_CALL {
    if (!context) return hipErrorInvalidValue;
    *context = pushed().empty() ? nullptr : pushed().back();
    return hipSuccess;
  };
}
hipError_t hipCtxGetDevice(hipDevice_t* device) {
  return HIP_CALL {
    if (!device) return hipErrorInvalidValue;
    if (pushed().empty()) return hipErrorInvalidContext;
    *device = 0;
    return hipSuccess;
  };
}
hipError_t hipCtxGetApiVersion(hipCtx_t, unsigned int* version) {
  return HIP_CALL { return version ? (*version = 4, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipCtxGetFlags(unsigned int* flags) {
  return HIP_CALL { return flags ? (*flags = primary.flags, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipCtxSynchronize() {
  return HIP_CALL { return usable(); };
}
hipError_t hipCtxGetCacheConfig(hipFuncCache_t* config) {
  return HIP_CALL { return config ? (*config = hipFuncCachePreferNone, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipCtxSetCacheConfig(hipFuncCache_t config) {
  return HIP_CALL { return config > hipFuncCachePreferEqual ? hipErrorInvalidValue : hipSuccess; };
}
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig* config) {
  return HIP_CALL {
    return config ? (*config = hipSharedMemBankSizeFourByte, hipSuccess) : hipErrorInvalidValue;
  };
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) {
  return HIP_CALL { return config > hipSharedMemBankSizeEightByte ? hipErrorInvalidValue : hipSuccess; };
}

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned int* flags, int* active) {
  return HIP_CALL {
    if (!flags || !active) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    *flags = primary.flags;
    *active = retained > 0;
    return hipSuccess;
  };
}
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* context, hipDevice_t device) {
  return HIP_CALL {
    if (!context) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    ++retained;
    *context = &primary;
    return hipSuccess;
  };
}
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  return HIP_CALL {
    HIP_TRY(check(device));
    if (retained > 0) --retained;
    return hipSuccess;
  };
}
hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  return HIP_CALL {
    HIP_TRY(check(device));
    return hipDeviceReset();
  };
}
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned int flags) {
  return HIP_CALL {
    HIP_TRY(check(device));
    primary.flags = flags;
    return hipSuccess;
  };
}
