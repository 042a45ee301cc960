// Where a library call stands in its stream. Work of a stream runs when it is enqueued, so a call may compute at once as
// soon as the stream is idle; a stream that is being captured cannot take a call that runs on the host.
#pragma once
#include <hip/hip_runtime_api.h>

namespace wavelift::libraries {

enum class Ready { yes, capturing, failed };

// Waits for the stream. `failed`: the device reported an error before.
inline Ready wait_for(hipStream_t stream) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  if (hipStreamIsCapturing(stream, &status) != hipSuccess) return Ready::failed;
  if (status != hipStreamCaptureStatusNone) return Ready::capturing;
  return hipStreamSynchronize(stream) == hipSuccess ? Ready::yes : Ready::failed;
}

// The library's status for a stream that is not ready.
template <class Status> Status refusal(Ready ready, Status capturing, Status failed) {
  return ready == Ready::capturing ? capturing : failed;
}

}  // namespace wavelift::libraries
