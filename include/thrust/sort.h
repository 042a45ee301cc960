// thrust::sort.
#ifndef THRUST_SORT_H
#define THRUST_SORT_H
#include "detail/search.h"
#include "detail/sort.h"
#endif
