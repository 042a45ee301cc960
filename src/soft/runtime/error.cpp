// Error state of threads and device, names and texts of errors, trace.
#include "soft/runtime/api.h"
#include "soft/runtime/stream.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <unistd.h>

namespace wavelift::hiprt {
namespace {

struct ErrorRow {
  hipError_t code;
  const char* name;
  const char* text;
};
#define ROW(code, text) {code, #code, text}
constexpr ErrorRow kErrors[] = {
    ROW(hipSuccess, "no error"),
    ROW(hipErrorInvalidValue, "invalid argument"),
    ROW(hipErrorOutOfMemory, "out of memory"),
    ROW(hipErrorNotInitialized, "initialization error"),
    ROW(hipErrorDeinitialized, "driver shutting down"),
    ROW(hipErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    ROW(hipErrorProfilerNotInitialized, "profiler is not initialized"),
    ROW(hipErrorProfilerAlreadyStarted, "profiler already started"),
    ROW(hipErrorProfilerAlreadyStopped, "profiler already stopped"),
    ROW(hipErrorInvalidConfiguration, "invalid configuration argument"),
    ROW(hipErrorInvalidPitchValue, "invalid pitch argument"),
    ROW(hipErrorInvalidSymbol, "invalid device symbol"),
    ROW(hipErrorInvalidDevicePointer, "invalid device pointer"),
    ROW(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ROW(hipErrorInsufficientDriver, "driver version is insufficient for runtime version"),
    ROW(hipErrorMissingConfiguration, "__global__ function call is not configured"),
    ROW(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    ROW(hipErrorInvalidDeviceFunction, "invalid device function"),
    ROW(hipErrorNoDevice, "no ROCm-capable device is detected"),
    ROW(hipErrorInvalidDevice, "invalid device ordinal"),
    ROW(hipErrorInvalidImage, "device kernel image is invalid"),
    ROW(hipErrorInvalidContext, "invalid device context"),
    ROW(hipErrorContextAlreadyCurrent, "context is already current context"),
    ROW(hipErrorMapFailed, "mapping of buffer object failed"),
    ROW(hipErrorUnmapFailed, "unmapping of buffer object failed"),
    ROW(hipErrorArrayIsMapped, "array is mapped"),
    ROW(hipErrorAlreadyMapped, "resource already mapped"),
    ROW(hipErrorNoBinaryForGpu, "no kernel image is available for execution on the device"),
    ROW(hipErrorAlreadyAcquired, "resource already acquired"),
    ROW(hipErrorNotMapped, "resource not mapped"),
    ROW(hipErrorNotMappedAsArray, "resource not mapped as array"),
    ROW(hipErrorNotMappedAsPointer, "resource not mapped as pointer"),
    ROW(hipErrorECCNotCorrectable, "uncorrectable ECC error encountered"),
    ROW(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ROW(hipErrorContextAlreadyInUse, "exclusive-thread device already in use by a different thread"),
    ROW(hipErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    ROW(hipErrorInvalidKernelFile, "invalid kernel file"),
    ROW(hipErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    ROW(hipErrorInvalidSource, "device kernel image is invalid"),
    ROW(hipErrorFileNotFound, "file not found"),
    ROW(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    ROW(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    ROW(hipErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    ROW(hipErrorInvalidHandle, "invalid resource handle"),
    ROW(hipErrorIllegalState, "the operation cannot be performed in the present state"),
    ROW(hipErrorNotFound, "named symbol not found"),
    ROW(hipErrorNotReady, "device not ready"),
    ROW(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    ROW(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    ROW(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    ROW(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ROW(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ROW(hipErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    ROW(hipErrorContextIsDestroyed, "context is destroyed"),
    ROW(hipErrorAssert, "device-side assert triggered"),
    ROW(hipErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    ROW(hipErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    ROW(hipErrorLaunchFailure, "unspecified launch failure"),
    ROW(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ROW(hipErrorNotSupported, "operation not supported"),
    ROW(hipErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ROW(hipErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    ROW(hipErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    ROW(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ROW(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ROW(hipErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    ROW(hipErrorStreamCaptureImplicit,
        "operation would make the legacy stream depend on a capturing blocking stream"),
    ROW(hipErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    ROW(hipErrorStreamCaptureWrongThread,
        "attempt to terminate a thread-local capture sequence from another thread"),
    ROW(hipErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes "
                                        "which violated constraints specific to instantiated graph update"),
    ROW(hipErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    ROW(hipErrorInvalidTexture, "invalid texture"),
    ROW(hipErrorUnknown, "unknown error"),
    ROW(hipErrorRuntimeMemory, "runtime memory call returned error"),
    ROW(hipErrorRuntimeOther, "runtime call other than memory returned error"),
};
#undef ROW

const ErrorRow* row(hipError_t code) {
  for (const ErrorRow& r : kErrors)
    if (r.code == code) return &r;
  return nullptr;
}

std::atomic<hipError_t> the_fault{hipSuccess};

} // namespace

ThreadState& thread_state() {
  thread_local ThreadState state;
  return state;
}

void say(const std::string& sentence) {
  static std::mutex mutex;
  static std::set<std::string> said;
  std::lock_guard lock(mutex);
  if (!said.insert(sentence).second) return;
  std::string line = "wavelift: " + sentence + "\n";
  std::fflush(stdout); // what the program printed before comes first
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool tracing() {
  static const bool on = [] {
    const char* value = std::getenv("WAVELIFT_TRACE");
    return value && *value && std::string_view(value) != "0";
  }();
  return on;
}

void trace(const char* name, hipError_t result) {
  const ErrorRow* r = row(result);
  std::fprintf(stderr, "wavelift: %s -> %s\n", name, r ? r->name : "hipErrorUnknown");
}

hipError_t device_fault() { return the_fault.load(std::memory_order_relaxed); }
void set_device_fault(hipError_t fault) { the_fault.store(fault, std::memory_order_relaxed); }

hipError_t usable_while_capturing() { return device_fault(); }
hipError_t usable() {
  HIP_TRY(device_fault());
  return capture_forbids_sync() ? hipErrorStreamCaptureUnsupported : hipSuccess;
}

bool valid_device(int device) { return device == 0; }

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipGetLastError() {
  ThreadState& state = thread_state();
  hipError_t error = state.last_error;
  state.last_error = state.last_command = hipSuccess;
  return error;
}
hipError_t hipPeekAtLastError() { return thread_state().last_error; }
hipError_t hipExtGetLastError() {
  ThreadState& state = thread_state();
  hipError_t error = state.last_command;
  state.last_command = hipSuccess;
  return error;
}

const char* hipGetErrorName(hipError_t code) {
  if (code == hipErrorTbd) return "hipErrorTbd";
  const ErrorRow* r = row(code);
  return r ? r->name : "hipErrorUnknown";
}
const char* hipGetErrorString(hipError_t code) {
  const ErrorRow* r = row(code);
  return r ? r->text : "unknown error";
}
hipError_t hipDrvGetErrorName(hipError_t code, const char** text) {
  return HIP_CALL {
    if (!text) return hipErrorInvalidValue;
    const ErrorRow* r = row(code);
    *text = r ? r->name : nullptr;
    return r ? hipSuccess : hipErrorInvalidValue;
  };
}
hipError_t hipDrvGetErrorString(hipError_t code, const char** text) {
  return HIP_CALL {
    if (!text) return hipErrorInvalidValue;
    const ErrorRow* r = row(code);
    *text = r ? r->text : nullptr;
    return r ? hipSuccess : hipErrorInvalidValue;
  };
}
