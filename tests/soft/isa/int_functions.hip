// Two kernels a function of int_functions.h: of values that differ from lane to lane, and of uniform ones (which scalar
// instructions compute).
#define FN static __attribute__((device)) __attribute__((always_inline))
#include "int_functions.h"

#define KERNELS(name)                                                                                       \
  extern "C" __attribute__((global)) void lanes_##name(const u32* in, u64* out, u32 n) {                    \
    u32 i = __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();                     \
    if (i < n) out[i] = name(in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3]);                       \
  }                                                                                                         \
  extern "C" __attribute__((global)) void uniform_##name(const u32* in, u64* out, u32 n) {                  \
    u32 i = __builtin_amdgcn_workgroup_id_x();                                                              \
    if (i < n) out[i] = name(in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3]);                       \
  }
EACH_PROGRAM(KERNELS)
