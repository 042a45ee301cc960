// The newer name of ROCTx's header.
#ifndef WAVELIFT_ROCPROFILER_ROCTX_H
#define WAVELIFT_ROCPROFILER_ROCTX_H

#include "../roctracer/roctx.h"

typedef uint64_t roctx_thread_id_t;

#ifdef __cplusplus
extern "C" {
#endif

// Both succeed (0) and change nothing: there is no profiler to pause.
int roctxProfilerPause(roctx_thread_id_t thread);
int roctxProfilerResume(roctx_thread_id_t thread);
int roctxNameOsThread(const char* name);
int roctxGetThreadId(roctx_thread_id_t* thread);

#ifdef __cplusplus
}
#endif

#endif
