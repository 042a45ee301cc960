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

#ifdef __GFX9__   // whose DPP controls the scan uses
// Across lanes: an inclusive scan by DPP, the neighbour in the quad, ranks and reads of single lanes.
extern "C" __attribute__((global)) void across_lanes(const u32* in, u32* scan, u32* mirrored, u32* rank, u32* single) {
  u32 t = __builtin_amdgcn_workitem_id_x();
  u32 x = in[t];
#define STEP(control, rows) x += (u32)__builtin_amdgcn_update_dpp(0, (int)x, control, rows, 0xf, false)
  STEP(0x111, 0xf);
  STEP(0x112, 0xf);
  STEP(0x114, 0xf);
  STEP(0x118, 0xf);
  STEP(0x142, 0xa);
  STEP(0x143, 0xc);
  scan[t] = x;
  mirrored[t] = (u32)__builtin_amdgcn_mov_dpp((int)in[t], 0x1b, 0xf, 0xf, true);
  rank[t] = __builtin_amdgcn_mbcnt_hi(in[64], __builtin_amdgcn_mbcnt_lo(in[65], 0));
  single[t] = (u32)__builtin_amdgcn_readlane((int)in[t], 17);
  if (t >= 40) single[t] = (u32)__builtin_amdgcn_readfirstlane((int)in[t]);
}
#endif
