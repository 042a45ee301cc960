// CUB for CUDA source that is compiled as it stands: hipCUB's classes under CUB's names, warps of 32 lanes.
#ifndef WAVELIFT_CUDA_CUB_CUH
#define WAVELIFT_CUDA_CUB_CUH

#include <cuda_runtime.h>
#if defined(CUB_STDERR) && !defined(HIPCUB_STDERR)
#define HIPCUB_STDERR
#endif
#include <cstdlib>
#include <hipcub/hipcub.hpp>

namespace cub = hipcub;

#define CUB_VERSION 200800
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_WARP_THREADS(arch) 32
#define CUB_MAX(a, b) HIPCUB_MAX(a, b)
#define CUB_MIN(a, b) HIPCUB_MIN(a, b)
#define CUB_QUOTIENT_FLOOR(x, y) HIPCUB_QUOTIENT_FLOOR(x, y)
#define CUB_QUOTIENT_CEILING(x, y) HIPCUB_QUOTIENT_CEILING(x, y)
#define CUB_ROUND_UP_NEAREST(x, y) HIPCUB_ROUND_UP_NEAREST(x, y)
#define CUB_ROUND_DOWN_NEAREST(x, y) HIPCUB_ROUND_DOWN_NEAREST(x, y)
#define CUB_RUNTIME_FUNCTION HIPCUB_RUNTIME_FUNCTION
#define CubDebug(e) HipcubDebug(e)
#define CubDebugExit(e)                                                                                      \
  do {                                                                                                       \
    if (CubDebug(e) != hipSuccess) exit(1);                                                                  \
  } while (0)

#endif
