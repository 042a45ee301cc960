// thrust::gather.
#ifndef THRUST_GATHER_H
#define THRUST_GATHER_H
#include "detail/transform.h"
#endif
