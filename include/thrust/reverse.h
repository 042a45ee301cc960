// thrust::reverse.
#ifndef THRUST_REVERSE_H
#define THRUST_REVERSE_H
#include "detail/transform.h"
#endif
