// thrust::extrema.
#ifndef THRUST_EXTREMA_H
#define THRUST_EXTREMA_H
#include "detail/search.h"
#endif
