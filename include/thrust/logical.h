// thrust::logical.
#ifndef THRUST_LOGICAL_H
#define THRUST_LOGICAL_H
#include "detail/search.h"
#endif
