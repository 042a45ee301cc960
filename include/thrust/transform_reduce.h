// thrust::transform_reduce.
#ifndef THRUST_TRANSFORM_REDUCE_H
#define THRUST_TRANSFORM_REDUCE_H
#include "detail/reduce.h"
#endif
