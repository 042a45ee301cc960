// thrust::equal.
#ifndef THRUST_EQUAL_H
#define THRUST_EQUAL_H
#include "detail/search.h"
#endif
