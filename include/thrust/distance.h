// thrust::advance and thrust::distance.
#ifndef THRUST_DISTANCE_H
#define THRUST_DISTANCE_H
#include "iterator/iterators.h"
#endif
