// thrust::reduce.
#ifndef THRUST_REDUCE_H
#define THRUST_REDUCE_H
#include "detail/reduce.h"
// The reductions are made of scans, and programs rely on getting both.
#include "detail/scan.h"
#endif
