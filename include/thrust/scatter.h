// thrust::scatter.
#ifndef THRUST_SCATTER_H
#define THRUST_SCATTER_H
#include "detail/transform.h"
#endif
