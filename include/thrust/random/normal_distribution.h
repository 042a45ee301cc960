// thrust::normal_distribution.
#ifndef THRUST_RANDOM_NORMAL_DISTRIBUTION_H
#define THRUST_RANDOM_NORMAL_DISTRIBUTION_H
#include "../random.h"
#endif
