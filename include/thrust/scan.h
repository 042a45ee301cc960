// thrust::scan.
#ifndef THRUST_SCAN_H
#define THRUST_SCAN_H
#include "detail/scan.h"
#endif
