// Stream capture: work of capturing streams becomes a graph. Other streams join through events.
#include "soft/runtime/graph.h"
#include "soft/runtime/stream.h"
#include <algorithm>

namespace wavelift::hiprt {
namespace {

std::mutex captures_mutex;
std::vector<Capture*> active;
std::atomic<uint64_t> next_capture{1};

std::shared_ptr<Capture> make_capture(ihipStream_t* stream, hipStreamCaptureMode mode) {
  auto capture = std::make_shared<Capture>();
  capture->id = next_capture++;
  capture->origin = stream;
  capture->mode = mode;
  capture->thread = &thread_state();
  capture->streams.push_back(stream);
  std::lock_guard lock(captures_mutex);
  active.push_back(capture.get());
  return capture;
}

hipError_t begin(hipStream_t handle, hipStreamCaptureMode mode, hipGraph_t graph,
                 std::span<const hipGraphNode_t> dependencies) {
  if (mode > hipStreamCaptureModeRelaxed) return hipErrorInvalidValue;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  HIP_TRY(device_fault());
  if (stream->legacy) return hipErrorStreamCaptureUnsupported;
  if (stream->capture) return hipErrorIllegalState;
  stream->capture = make_capture(stream, mode);
  stream->capture->owns_graph = !graph;
  stream->capture->graph = graph ? graph : new_graph();
  stream->tails.assign(dependencies.begin(), dependencies.end());
  return hipSuccess;
}

// Every node that nothing in the graph waits for must be among, or the source of, the origin's tails: here
// simply one of them, since tails are what the next node would wait for.
bool joined(const Capture& capture) {
  const std::vector<hipGraphNode_t>& tails = capture.origin->tails;
  for (const ihipStream_t* stream : capture.streams) {
    if (stream == capture.origin) continue;
    for (hipGraphNode_t tail : stream->tails) {
      bool waited_for = !tail->to.empty() || std::ranges::find(tails, tail) != tails.end();
      if (!waited_for) return false;
    }
  }
  return true;
}

void leave(Capture& capture) {
  for (ihipStream_t* stream : std::vector(capture.streams)) {
    stream->tails.clear();
    if (stream != capture.origin) stream->capture.reset();
  }
}

hipError_t end(hipStream_t handle, hipGraph_t* out) {
  if (!out) return hipErrorInvalidValue;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  std::shared_ptr<Capture> capture = stream->capture;
  if (!capture) return hipErrorIllegalState;
  if (capture->origin != stream) return hipErrorStreamCaptureUnmatched;
  if (capture->mode != hipStreamCaptureModeRelaxed && capture->thread != &thread_state())
    return hipErrorStreamCaptureWrongThread;
  hipError_t error = capture->invalid    ? hipErrorStreamCaptureInvalidated
                     : !joined(*capture) ? hipErrorStreamCaptureUnjoined
                                         : hipSuccess;
  leave(*capture);
  {
    std::lock_guard lock(captures_mutex);
    std::erase(active, capture.get());
  }
  *out = error == hipSuccess ? capture->graph : nullptr;
  if (error == hipSuccess) capture->owns_graph = false;
  stream->capture.reset();
  return error;
}

hipError_t info(hipStream_t handle, hipStreamCaptureStatus* status, unsigned long long* id, hipGraph_t* graph,
                const hipGraphNode_t** dependencies, size_t* count) {
  if (!status) return hipErrorInvalidValue;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  if (stream->legacy && capture_forbids_sync()) return hipErrorStreamCaptureImplicit;
  const Capture* c = stream->capture.get();
  *status = !c           ? hipStreamCaptureStatusNone
            : c->invalid ? hipStreamCaptureStatusInvalidated
                         : hipStreamCaptureStatusActive;
  if (!c) return hipSuccess;
  if (id) *id = c->id;
  if (graph) *graph = c->graph;
  if (dependencies) *dependencies = stream->tails.data();
  if (count) *count = stream->tails.size();
  return hipSuccess;
}

} // namespace

Capture::~Capture() {
  {
    std::lock_guard lock(captures_mutex);
    std::erase(active, this);
  }
  if (owns_graph && graph) delete_graph(graph);
}

// A call that may synchronise is forbidden to a thread in global mode while anyone captures globally, and to
// a thread that is not relaxed while it captures itself.
bool capture_forbids_sync() {
  const ThreadState& me = thread_state();
  if (me.capture_mode == hipStreamCaptureModeRelaxed) return false;
  std::lock_guard lock(captures_mutex);
  for (const Capture* c : active) {
    bool mine = c->thread == &me;
    if (c->mode == hipStreamCaptureModeGlobal && (mine || me.capture_mode == hipStreamCaptureModeGlobal))
      return true;
    if (c->mode == hipStreamCaptureModeThreadLocal && mine) return true;
  }
  return false;
}

hipError_t not_capturing(ihipStream_t* stream) {
  if (!stream->capture) return hipSuccess;
  stream->capture->invalid = true;
  return hipErrorStreamCaptureUnsupported;
}

hipError_t capture_add(ihipStream_t* stream, Work work) {
  if (stream->capture->invalid) return hipErrorStreamCaptureInvalidated;
  hipGraphNode_t node = nullptr;
  HIP_TRY(add_node(stream->capture->graph, stream->tails, std::move(work), &node));
  stream->tails = {node};
  return hipSuccess;
}

hipError_t capture_record(ihipStream_t* stream, hipEvent_t event) {
  if (stream->capture->invalid) return hipErrorStreamCaptureInvalidated;
  event->capture = stream->capture;
  event->nodes = stream->tails;
  event->stream = stream;
  return hipSuccess;
}

hipError_t capture_wait(ihipStream_t* stream, hipEvent_t event) {
  if (!event->capture) {
    // A capturing stream cannot depend on work outside of the capture; an event never recorded is no
    // dependency.
    if (!event->recorded) return hipSuccess;
    stream->capture->invalid = true;
    return hipErrorStreamCaptureIsolation;
  }
  if (event->capture->origin->capture != event->capture) {
    // The capture is over: the event stands for nothing any more.
    return stream->capture ? hipErrorStreamCaptureIsolation : hipErrorCapturedEvent;
  }
  if (stream->legacy) return hipErrorStreamCaptureImplicit;
  if (stream->capture && stream->capture != event->capture) {
    stream->capture->invalid = event->capture->invalid = true;
    return hipErrorStreamCaptureMerge;
  }
  if (!stream->capture) {
    stream->capture = event->capture;
    stream->capture->streams.push_back(stream);
    stream->tails.clear();
  }
  for (hipGraphNode_t node : event->nodes)
    if (std::ranges::find(stream->tails, node) == stream->tails.end()) stream->tails.push_back(node);
  return hipSuccess;
}

// A stream that goes while it captures spoils the capture.
void forget_stream(ihipStream_t* stream) {
  std::shared_ptr<Capture> capture = stream->capture;
  if (!capture) return;
  capture->invalid = true;
  if (capture->origin == stream) leave(*capture);
  std::erase(capture->streams, stream);
  stream->capture.reset();
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return HIP_CALL { return begin(stream, mode, nullptr, {}); };
}
hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph,
                                        const hipGraphNode_t* dependencies, const hipGraphEdgeData*,
                                        size_t count, hipStreamCaptureMode mode) {
  return HIP_CALL {
    if (!graph || !known_graph(graph) || (count && !dependencies)) return hipErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (!known_node(dependencies[i]) || dependencies[i]->graph != graph) return hipErrorInvalidValue;
    return begin(stream, mode, graph, {dependencies, count});
  };
}
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  return HIP_CALL { return end(stream, graph); };
}
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  return HIP_CALL { return info(stream, status, nullptr, nullptr, nullptr, nullptr); };
}
hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status,
                                   unsigned long long* id) {
  return HIP_CALL { return info(stream, status, id, nullptr, nullptr, nullptr); };
}
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus* status,
                                      unsigned long long* id, hipGraph_t* graph,
                                      const hipGraphNode_t** dependencies, size_t* count) {
  return HIP_CALL { return info(stream, status, id, graph, dependencies, count); };
}
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, const hipGraphNode_t* dependencies,
                                              size_t count, unsigned int flags) {
  return HIP_CALL {
    if ((count && !dependencies) || flags > hipStreamSetCaptureDependencies) return hipErrorInvalidValue;
    ihipStream_t* stream = nullptr;
    HIP_TRY(resolve(handle, &stream));
    if (!stream->capture) return hipErrorIllegalState;
    for (size_t i = 0; i < count; ++i)
      if (!known_node(dependencies[i]) || dependencies[i]->graph != stream->capture->graph)
        return hipErrorInvalidValue;
    if (flags == hipStreamSetCaptureDependencies) stream->tails.clear();
    for (size_t i = 0; i < count; ++i)
      if (std::ranges::find(stream->tails, dependencies[i]) == stream->tails.end())
        stream->tails.push_back(dependencies[i]);
    return hipSuccess;
  };
}
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
  return HIP_CALL {
    if (!mode || *mode > hipStreamCaptureModeRelaxed) return hipErrorInvalidValue;
    std::swap(*mode, thread_state().capture_mode);
    return hipSuccess;
  };
}
