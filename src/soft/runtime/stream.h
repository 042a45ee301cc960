// Streams and stream capture. Work of a stream runs at once, on the calling thread; two threads that use one
// stream take turns.
#pragma once
#include "soft/runtime/work.h"
#include <array>
#include <atomic>
#include <map>
#include <mutex>

namespace wavelift::hiprt {

// A capture sequence: begun on one stream, joined by others through events.
struct Capture {
  uint64_t id = 0;
  ihipStream_t* origin = nullptr;
  hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  const ThreadState* thread = nullptr; // that began it
  ihipGraph* graph = nullptr;
  bool owns_graph = true; // false: captured into the caller's graph
  bool invalid = false;
  std::vector<ihipStream_t*> streams;
  ~Capture();
};

hipError_t resolve(hipStream_t handle, ihipStream_t** stream);
uint64_t stream_id(ihipStream_t* stream);
bool capture_forbids_sync();
// A stream that captures: hipErrorStreamCaptureUnsupported, and the capture is spoilt.
hipError_t not_capturing(ihipStream_t* stream);

// Capture's side of events.
hipError_t capture_record(ihipStream_t* stream, hipEvent_t event);
hipError_t capture_wait(ihipStream_t* stream, hipEvent_t event);
hipError_t capture_add(ihipStream_t* stream, Work work);
void forget_stream(ihipStream_t* stream);

double seconds_now(); // monotonic
// The clock that events read: seconds_now(), or, with WAVELIFT_CLOCK=issue, the time in which the target could at best have issued
// all instructions until now. That time is the same in every run. It knows nothing of memory: it compares the instructions of
// kernels, it does not predict a GPU's time.
double device_seconds();
// A kernel has run.
void advance_device_clock(const soft::LaunchStats& stats);
// Gives the event the present time; an event that is gone: hipErrorInvalidHandle.
hipError_t record_now(hipEvent_t event);

} // namespace wavelift::hiprt

struct ihipStream_t {
  unsigned flags = hipStreamDefault;
  int priority = 0;
  uint64_t id = 0;
  bool legacy = false;          // the null stream
  std::recursive_mutex running; // held while work of this stream runs
  std::shared_ptr<wavelift::hiprt::Capture> capture;
  std::vector<hipGraphNode_t> tails; // what the next captured node depends on
  std::vector<uint32_t> cu_mask;
  std::map<int, hipLaunchAttributeValue> attributes;
};

struct ihipEvent_t {
  unsigned flags = hipEventDefault;
  bool recorded = false;
  double time = 0;                                   // device_seconds() at the record
  std::shared_ptr<wavelift::hiprt::Capture> capture; // recorded last in a capturing stream
  std::vector<hipGraphNode_t> nodes;
  ihipStream_t* stream = nullptr;
};
