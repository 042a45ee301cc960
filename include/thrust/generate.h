// thrust::generate.
#ifndef THRUST_GENERATE_H
#define THRUST_GENERATE_H
#include "detail/fill.h"
#endif
