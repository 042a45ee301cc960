// thrust::reduce.
#ifndef THRUST_REDUCE_H
#define THRUST_REDUCE_H
#include "detail/reduce.h"
#endif
