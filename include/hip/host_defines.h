// The function and variable qualifiers alone, for headers that need nothing else of HIP.
#ifndef HIP_INCLUDE_HIP_HOST_DEFINES_H
#define HIP_INCLUDE_HIP_HOST_DEFINES_H
#include "detail/host_defines.h"
#endif
