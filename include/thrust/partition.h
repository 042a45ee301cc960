// thrust::partition.
#ifndef THRUST_PARTITION_H
#define THRUST_PARTITION_H
#include "detail/compact.h"
#endif
