// thrust::count.
#ifndef THRUST_COUNT_H
#define THRUST_COUNT_H
#include "detail/search.h"
#endif
