// thrust::pair.
#ifndef THRUST_PAIR_H
#define THRUST_PAIR_H
#include "tuple.h"
#endif
