// thrust::uniform_real_distribution.
#ifndef THRUST_RANDOM_UNIFORM_REAL_DISTRIBUTION_H
#define THRUST_RANDOM_UNIFORM_REAL_DISTRIBUTION_H
#include "../random.h"
#endif
