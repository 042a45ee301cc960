// thrust::fill.
#ifndef THRUST_FILL_H
#define THRUST_FILL_H
#include "detail/fill.h"
#endif
