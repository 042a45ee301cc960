// ROCTx without a profiler behind it: ranges are numbered, their texts are not kept.
#include <atomic>
#include <rocprofiler-sdk-roctx/roctx.h>
#include <unistd.h>

namespace {
thread_local int depth = 0;
std::atomic<roctx_range_id_t> next_range{1};
}  // namespace

extern "C" {

uint32_t roctx_version_major() { return ROCTX_VERSION_MAJOR; }
uint32_t roctx_version_minor() { return ROCTX_VERSION_MINOR; }
void roctxMarkA(const char*) {}
int roctxRangePushA(const char*) { return depth++; }
int roctxRangePop() { return depth > 0 ? --depth : -1; }
roctx_range_id_t roctxRangeStartA(const char*) { return next_range++; }
void roctxRangeStop(roctx_range_id_t) {}
int roctxProfilerPause(roctx_thread_id_t) { return 0; }
int roctxProfilerResume(roctx_thread_id_t) { return 0; }
int roctxNameOsThread(const char*) { return 0; }
int roctxGetThreadId(roctx_thread_id_t* thread) {
  if (!thread) return -1;
  *thread = static_cast<roctx_thread_id_t>(::gettid());
  return 0;
}

}  // extern "C"
