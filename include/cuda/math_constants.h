// Mathematical constants.
#ifndef WAVELIFT_CUDA_MATH_CONSTANTS_H
#define WAVELIFT_CUDA_MATH_CONSTANTS_H

#include <hip/hip_math_constants.h>
#include <wavelift_cuda_names.h>

#ifndef CUDART_INF_F
#define CUDART_INF_F HIP_INF_F
#endif
#ifndef CUDART_NAN_F
#define CUDART_NAN_F HIP_NAN_F
#endif
#ifndef CUDART_MIN_DENORM_F
#define CUDART_MIN_DENORM_F HIP_MIN_DENORM_F
#endif
#ifndef CUDART_MAX_NORMAL_F
#define CUDART_MAX_NORMAL_F HIP_MAX_NORMAL_F
#endif
#ifndef CUDART_NEG_ZERO_F
#define CUDART_NEG_ZERO_F HIP_NEG_ZERO_F
#endif
#ifndef CUDART_ZERO_F
#define CUDART_ZERO_F HIP_ZERO_F
#endif
#ifndef CUDART_ONE_F
#define CUDART_ONE_F HIP_ONE_F
#endif
#ifndef CUDART_SQRT_HALF_F
#define CUDART_SQRT_HALF_F HIP_SQRT_HALF_F
#endif
#ifndef CUDART_SQRT_TWO_F
#define CUDART_SQRT_TWO_F HIP_SQRT_TWO_F
#endif
#ifndef CUDART_THIRD_F
#define CUDART_THIRD_F HIP_THIRD_F
#endif
#ifndef CUDART_PIO4_F
#define CUDART_PIO4_F HIP_PIO4_F
#endif
#ifndef CUDART_PIO2_F
#define CUDART_PIO2_F HIP_PIO2_F
#endif
#ifndef CUDART_3PIO4_F
#define CUDART_3PIO4_F HIP_3PIO4_F
#endif
#ifndef CUDART_PI_F
#define CUDART_PI_F HIP_PI_F
#endif
#ifndef CUDART_2_OVER_PI_F
#define CUDART_2_OVER_PI_F HIP_2_OVER_PI_F
#endif
#ifndef CUDART_SQRT_2OVERPI_F
#define CUDART_SQRT_2OVERPI_F HIP_SQRT_2OVERPI_F
#endif
#ifndef CUDART_L2E_F
#define CUDART_L2E_F HIP_L2E_F
#endif
#ifndef CUDART_L2T_F
#define CUDART_L2T_F HIP_L2T_F
#endif
#ifndef CUDART_LG2_F
#define CUDART_LG2_F HIP_LG2_F
#endif
#ifndef CUDART_LGE_F
#define CUDART_LGE_F HIP_LGE_F
#endif
#ifndef CUDART_LN2_F
#define CUDART_LN2_F HIP_LN2_F
#endif
#ifndef CUDART_LNT_F
#define CUDART_LNT_F HIP_LNT_F
#endif
#ifndef CUDART_LNPI_F
#define CUDART_LNPI_F HIP_LNPI_F
#endif
#ifndef CUDART_TWO_TO_M126_F
#define CUDART_TWO_TO_M126_F HIP_TWO_TO_M126_F
#endif
#ifndef CUDART_TWO_TO_126_F
#define CUDART_TWO_TO_126_F HIP_TWO_TO_126_F
#endif
#ifndef CUDART_NORM_HUGE_F
#define CUDART_NORM_HUGE_F HIP_NORM_HUGE_F
#endif
#ifndef CUDART_TWO_TO_23_F
#define CUDART_TWO_TO_23_F HIP_TWO_TO_23_F
#endif
#ifndef CUDART_TWO_TO_24_F
#define CUDART_TWO_TO_24_F HIP_TWO_TO_24_F
#endif
#ifndef CUDART_TWO_TO_31_F
#define CUDART_TWO_TO_31_F HIP_TWO_TO_31_F
#endif
#ifndef CUDART_TWO_TO_32_F
#define CUDART_TWO_TO_32_F HIP_TWO_TO_32_F
#endif
#ifndef CUDART_INF
#define CUDART_INF HIP_INF
#endif
#ifndef CUDART_NAN
#define CUDART_NAN HIP_NAN
#endif
#ifndef CUDART_NEG_ZERO
#define CUDART_NEG_ZERO HIP_NEG_ZERO
#endif
#ifndef CUDART_MIN_DENORM
#define CUDART_MIN_DENORM HIP_MIN_DENORM
#endif
#ifndef CUDART_ZERO
#define CUDART_ZERO HIP_ZERO
#endif
#ifndef CUDART_ONE
#define CUDART_ONE HIP_ONE
#endif
#ifndef CUDART_SQRT_TWO
#define CUDART_SQRT_TWO HIP_SQRT_TWO
#endif
#ifndef CUDART_SQRT_HALF
#define CUDART_SQRT_HALF HIP_SQRT_HALF
#endif
#ifndef CUDART_THIRD
#define CUDART_THIRD HIP_THIRD
#endif
#ifndef CUDART_TWOTHIRD
#define CUDART_TWOTHIRD HIP_TWOTHIRD
#endif
#ifndef CUDART_PIO4
#define CUDART_PIO4 HIP_PIO4
#endif
#ifndef CUDART_PIO2
#define CUDART_PIO2 HIP_PIO2
#endif
#ifndef CUDART_3PIO4
#define CUDART_3PIO4 HIP_3PIO4
#endif
#ifndef CUDART_2_OVER_PI
#define CUDART_2_OVER_PI HIP_2_OVER_PI
#endif
#ifndef CUDART_PI
#define CUDART_PI HIP_PI
#endif
#ifndef CUDART_SQRT_2OVERPI
#define CUDART_SQRT_2OVERPI HIP_SQRT_2OVERPI
#endif
#ifndef CUDART_L2E
#define CUDART_L2E HIP_L2E
#endif
#ifndef CUDART_L2T
#define CUDART_L2T HIP_L2T
#endif
#ifndef CUDART_LG2
#define CUDART_LG2 HIP_LG2
#endif
#ifndef CUDART_LGE
#define CUDART_LGE HIP_LGE
#endif
#ifndef CUDART_LN2
#define CUDART_LN2 HIP_LN2
#endif
#ifndef CUDART_LNT
#define CUDART_LNT HIP_LNT
#endif
#ifndef CUDART_LNPI
#define CUDART_LNPI HIP_LNPI
#endif
#ifndef CUDART_TWO_TO_23
#define CUDART_TWO_TO_23 HIP_TWO_TO_23
#endif
#ifndef CUDART_TWO_TO_52
#define CUDART_TWO_TO_52 HIP_TWO_TO_52
#endif
#ifndef CUDART_TWO_TO_53
#define CUDART_TWO_TO_53 HIP_TWO_TO_53
#endif
#ifndef CUDART_TWO_TO_54
#define CUDART_TWO_TO_54 HIP_TWO_TO_54
#endif

#endif
