// thrust::uniform_int_distribution.
#ifndef THRUST_RANDOM_UNIFORM_INT_DISTRIBUTION_H
#define THRUST_RANDOM_UNIFORM_INT_DISTRIBUTION_H
#include "../random.h"
#endif
