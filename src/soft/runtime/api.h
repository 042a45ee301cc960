// What every API function of the library shares: the declarations with default visibility, the wrapper that
// traces a call and keeps the error state, and the device's fault state.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
#include "hip/hip_runtime_api.h"
#pragma GCC visibility pop
#include "soft/observe/ranges.h"

namespace wavelift::hiprt {

// Per host thread.
struct ThreadState {
  hipError_t last_error = hipSuccess;   // last failure, until hipGetLastError takes it
  hipError_t last_command = hipSuccess; // what the call before returned
  int device = 0;
  hipStreamCaptureMode capture_mode = hipStreamCaptureModeGlobal;
};
ThreadState& thread_state();

// Prints "wavelift: sentence" to stderr, each sentence once a process.
void say(const std::string& sentence);

bool tracing(); // WAVELIFT_TRACE is set
void trace(const char* name, hipError_t result);

// Every API function is `return HIP_CALL { ... };`. hipErrorNotReady is an answer, not an error.
struct Call {
  const char* name;
  template <class F> hipError_t operator+(F&& body) const {
    if (soft::checking() && !soft::host_call) [[unlikely]] {
      soft::host_call = name;   // reports name the call that the program made
      hipError_t result = finish(body());
      soft::host_call = nullptr;
      return result;
    }
    return finish(body());
  }
  hipError_t finish(hipError_t result) const {
    if (tracing()) [[unlikely]]
      trace(name, result);
    ThreadState& state = thread_state();
    state.last_command = result;
    if (result != hipSuccess && result != hipErrorNotReady) [[unlikely]]
      state.last_error = result;
    return result;
  }
};
#define HIP_CALL ::wavelift::hiprt::Call{__func__} + [&]()->hipError_t

// Leaves the enclosing function with an error.
#define HIP_TRY(expression)                                                                                  \
  if (hipError_t hip_try_error = (expression); hip_try_error != hipSuccess) return hip_try_error

// A kernel fault leaves the device unusable: every later call that needs it answers with the fault's code,
// until hipDeviceReset.
hipError_t device_fault();
void set_device_fault(hipError_t fault);

// hipSuccess, or what stands in the way of using the device from this thread: a fault, or a stream capture
// that forbids calls which could synchronise.
hipError_t usable();
hipError_t usable_while_capturing(); // for calls that a capture allows

bool valid_device(int device);

} // namespace wavelift::hiprt
