// Mathematical functions for device code; the compiler brings them.
#ifndef HIP_INCLUDE_HIP_MATH_FUNCTIONS_H
#define HIP_INCLUDE_HIP_MATH_FUNCTIONS_H

#include "hip_runtime.h"

#endif
