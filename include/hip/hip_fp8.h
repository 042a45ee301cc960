// 8-bit floating point: the OCP types __hip_fp8_e4m3 and __hip_fp8_e5m2, AMD's FNUZ types, and their pairs
// and quadruples, converted in software on host and device.
//
//              bias  largest  infinity  NaN               -0
//   E4M3        7      448    none      S.1111.111        yes
//   E5M2       15    57344    S.11111.00  S.11111.xx      yes
//   E4M3 FNUZ   8      240    none      0x80              none
//   E5M2 FNUZ  16    57344    none      0x80              none
#ifndef HIP_INCLUDE_HIP_HIP_FP8_H
#define HIP_INCLUDE_HIP_HIP_FP8_H

#include "hip_bf16.h"
#include "hip_fp16.h"

#ifdef __cplusplus
#include "detail/fp8_conversions.h"
#include "detail/fp8_types.h"
#endif

#endif
