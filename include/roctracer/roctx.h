// ROCTx: marks and ranges for a profiler. Served by libroctx64.so, which does nothing but count.
#ifndef WAVELIFT_ROCTX_H
#define WAVELIFT_ROCTX_H

#include <stdint.h>

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

typedef uint64_t roctx_range_id_t;

#ifdef __cplusplus
extern "C" {
#endif

uint32_t roctx_version_major(void);
uint32_t roctx_version_minor(void);
void roctxMarkA(const char* message);
// The level of the range that begins or ends, counted from 0; negative when there is none to end.
int roctxRangePushA(const char* message);
int roctxRangePop(void);
roctx_range_id_t roctxRangeStartA(const char* message);
void roctxRangeStop(roctx_range_id_t id);

#ifdef __cplusplus
}
#endif

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)

#endif
