// thrust::uninitialized_fill.
#ifndef THRUST_UNINITIALIZED_FILL_H
#define THRUST_UNINITIALIZED_FILL_H
#include "detail/fill.h"
#endif
