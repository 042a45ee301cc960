// thrust::remove.
#ifndef THRUST_REMOVE_H
#define THRUST_REMOVE_H
#include "detail/compact.h"
#endif
