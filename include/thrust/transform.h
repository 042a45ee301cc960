// thrust::transform.
#ifndef THRUST_TRANSFORM_H
#define THRUST_TRANSFORM_H
#include "detail/transform.h"
#endif
