// thrust::uninitialized_copy.
#ifndef THRUST_UNINITIALIZED_COPY_H
#define THRUST_UNINITIALIZED_COPY_H
#include "detail/copy.h"
#endif
