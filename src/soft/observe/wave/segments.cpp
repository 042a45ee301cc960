#include "soft/observe/wave/segments.h"
#include "soft/observe/ranges.h"

namespace wavelift::soft::WAVE {

namespace {

template <class F> void each_segment(const LaunchState& s, F f) {
  f(s.kernarg.data(), s.kernarg.size());
  f(s.packet.data(), s.packet.size());
  f(s.queue.data(), s.queue.size());
  f(s.grid_sync.data(), s.grid_sync.size());
  if (s.hostcall)
    for (auto [base, size] : s.hostcall->memory_ranges()) f(base, size);
}

}  // namespace

Segments::~Segments() {
  if (object_) Ranges::get().leave(*object_);
}

void Segments::launch_started(const LaunchState& s) {
  std::call_once(once_, [&] {
    object_ = &s.program->object();
    Ranges::get().enter(*object_);
  });
  each_segment(s, [](const void* base, size_t size) { Ranges::get().enter(base, size, RangeKind::engine); });
}

void Segments::launch_finished(const LaunchState& s) {
  each_segment(s, [](const void* base, size_t) { Ranges::get().leave(base); });
}

}  // namespace wavelift::soft::WAVE
