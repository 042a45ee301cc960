// thrust::advance and thrust::distance.
#ifndef THRUST_ADVANCE_H
#define THRUST_ADVANCE_H
#include "iterator/iterators.h"
#endif
