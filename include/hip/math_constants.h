// Mathematical constants.
#ifndef HIP_INCLUDE_HIP_MATH_CONSTANTS_H
#define HIP_INCLUDE_HIP_MATH_CONSTANTS_H

#include "hip_math_constants.h"

#endif
