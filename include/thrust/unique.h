// thrust::unique.
#ifndef THRUST_UNIQUE_H
#define THRUST_UNIQUE_H
#include "detail/compact.h"
#endif
