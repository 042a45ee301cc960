// thrust::sequence.
#ifndef THRUST_SEQUENCE_H
#define THRUST_SEQUENCE_H
#include "detail/fill.h"
#endif
