// thrust::for_each.
#ifndef THRUST_FOR_EACH_H
#define THRUST_FOR_EACH_H
#include "detail/transform.h"
#endif
