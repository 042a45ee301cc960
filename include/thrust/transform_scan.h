// thrust::transform_scan.
#ifndef THRUST_TRANSFORM_SCAN_H
#define THRUST_TRANSFORM_SCAN_H
#include "detail/scan.h"
#endif
