// ROCTx for code that was ported from NVTX 3: that is headers alone, which look for a profiler when the program runs, and
// so is this. Nothing need be linked; where there is no ROCTx, the calls do nothing.
//
// Self-contained: C or C++, and dlopen.
#ifndef WAVELIFT_ROCTX_SHIM_H
#define WAVELIFT_ROCTX_SHIM_H

#if !defined(__HIPCC_RTC__) && !defined(ROCTX_VERSION_MAJOR)
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t roctx_range_id_t;

// The address of a function of ROCTx, null where there is none.
static inline void* wlroctx_find(const char* name) {
  static const char* const libraries[] = {"librocprofiler-sdk-roctx.so.1", "librocprofiler-sdk-roctx.so.0", "libroctx64.so.4"};
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; ++i) {
    void* library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
    void* function = library ? dlsym(library, name) : NULL;
    if (function) return function;
  }
  return NULL;
}

// Each function is looked for once; threads that do so at the same time find the same.
#define WLROCTX_CALL(result, absent, name, parameters, arguments)                                            \
  static inline result name parameters {                                                                      \
    typedef result(*function_type) parameters;                                                                \
    static void* function;                                                                                    \
    static int looked;                                                                                        \
    if (!__atomic_load_n(&looked, __ATOMIC_ACQUIRE)) {                                                        \
      __atomic_store_n(&function, wlroctx_find(#name), __ATOMIC_RELAXED);                                     \
      __atomic_store_n(&looked, 1, __ATOMIC_RELEASE);                                                         \
    }                                                                                                         \
    void* found = __atomic_load_n(&function, __ATOMIC_RELAXED);                                               \
    if (!found) return absent;                                                                                \
    return ((function_type)found)arguments;                                                                   \
  }
WLROCTX_CALL(void, (void)0, roctxMarkA, (const char* message), (message))
WLROCTX_CALL(int, 0, roctxRangePushA, (const char* message), (message))
WLROCTX_CALL(int, 0, roctxRangePop, (void), ())
WLROCTX_CALL(roctx_range_id_t, 0, roctxRangeStartA, (const char* message), (message))
WLROCTX_CALL(void, (void)0, roctxRangeStop, (roctx_range_id_t id), (id))
#undef WLROCTX_CALL

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)
#endif

#endif
