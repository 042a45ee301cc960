// thrust::adjacent_difference.
#ifndef THRUST_ADJACENT_DIFFERENCE_H
#define THRUST_ADJACENT_DIFFERENCE_H
#include "detail/transform.h"
#endif
