// Events. Work is done when a call that enqueues it returns, so an event's time is the time at its
// record: the host's, or that of the issued instructions (device_seconds).
#include "soft/runtime/stream.h"
#include <algorithm>
#include <unordered_set>

namespace wavelift::hiprt {
namespace {

std::mutex events_mutex;
std::unordered_set<hipEvent_t> live;

bool known(hipEvent_t event) {
  std::lock_guard lock(events_mutex);
  return live.contains(event);
}

hipError_t create(hipEvent_t* out, unsigned flags) {
  constexpr unsigned kKnown = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess |
                              hipEventDisableSystemFence | hipEventReleaseToDevice | hipEventReleaseToSystem;
  if (!out || (flags & ~kKnown)) return hipErrorInvalidValue;
  if ((flags & hipEventReleaseToDevice) && (flags & hipEventReleaseToSystem)) return hipErrorInvalidValue;
  if ((flags & hipEventInterprocess) && !(flags & hipEventDisableTiming)) return hipErrorInvalidValue;
  HIP_TRY(usable_while_capturing());
  auto* event = new ihipEvent_t;
  event->flags = flags;
  std::lock_guard lock(events_mutex);
  live.insert(event);
  *out = event;
  return hipSuccess;
}

hipError_t record(hipEvent_t event, hipStream_t handle) {
  if (!known(event)) return hipErrorInvalidHandle;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  if (stream->capture) return capture_record(stream, event);
  HIP_TRY(device_fault());
  event->stream = stream;
  return submit(handle, EventRecordWork{event});
}

hipError_t wait(hipStream_t handle, hipEvent_t event) {
  if (!known(event)) return hipErrorInvalidHandle;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  if (event->capture || stream->capture) return capture_wait(stream, event);
  return submit(handle, EventWaitWork{event});
}

} // namespace

hipError_t record_now(hipEvent_t event) {
  std::lock_guard lock(events_mutex);
  if (!live.contains(event)) return hipErrorInvalidHandle;
  event->time = device_seconds();
  event->recorded = true;
  event->capture.reset();
  event->nodes.clear();
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipEventCreate(hipEvent_t* event) {
  return HIP_CALL { return create(event, hipEventDefault); };
}
hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned int flags) {
  return HIP_CALL { return create(event, flags); };
}
hipError_t hipEventDestroy(hipEvent_t event) {
  return HIP_CALL {
    if (!event) return hipErrorInvalidHandle;
    {
      std::lock_guard lock(events_mutex);
      if (live.erase(event) == 0) return hipErrorInvalidHandle;
    }
    delete event;
    return hipSuccess;
  };
}
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return HIP_CALL { return record(event, stream); };
}
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags) {
  return HIP_CALL {
    if (flags != hipEventRecordDefault && flags != hipEventRecordExternal) return hipErrorInvalidValue;
    ihipStream_t* s = nullptr;
    HIP_TRY(resolve(stream, &s));
    // An external record becomes a node of the captured graph instead of a dependency.
    if (flags == hipEventRecordExternal && s->capture && known(event))
      return capture_add(s, EventRecordWork{event});
    return record(event, stream);
  };
}
hipError_t hipEventSynchronize(hipEvent_t event) {
  return HIP_CALL {
    if (!known(event)) return hipErrorInvalidHandle;
    if (event->capture) return hipErrorCapturedEvent;
    return usable();
  };
}
hipError_t hipEventQuery(hipEvent_t event) {
  return HIP_CALL {
    if (!known(event)) return hipErrorInvalidHandle;
    if (event->capture) return hipErrorCapturedEvent;
    return usable();
  };
}
hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  return HIP_CALL {
    if (!milliseconds) return hipErrorInvalidValue;
    if (!known(start) || !known(stop)) return hipErrorInvalidHandle;
    if (start->capture || stop->capture) return hipErrorCapturedEvent;
    if ((start->flags | stop->flags) & hipEventDisableTiming) return hipErrorInvalidHandle;
    if (!start->recorded || !stop->recorded) return hipErrorInvalidHandle;
    double ms = (stop->time - start->time) * 1e3;
    // The clock may not have moved between two records in order: the least that a device's clock would show.
    *milliseconds = float(start != stop && ms == 0 ? 1e-5 : ms);
    return device_fault();
  };
}
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return HIP_CALL {
    if (flags != hipEventWaitDefault && flags != hipEventWaitExternal) return hipErrorInvalidValue;
    ihipStream_t* s = nullptr;
    HIP_TRY(resolve(stream, &s));
    if (flags == hipEventWaitExternal && s->capture && known(event))
      return capture_add(s, EventWaitWork{event});
    return wait(stream, event);
  };
}
