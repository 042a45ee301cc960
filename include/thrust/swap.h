// thrust::swap.
#ifndef THRUST_SWAP_H
#define THRUST_SWAP_H
#include "detail/transform.h"
#endif
