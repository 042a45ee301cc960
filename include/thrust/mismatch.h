// thrust::mismatch.
#ifndef THRUST_MISMATCH_H
#define THRUST_MISMATCH_H
#include "detail/search.h"
#endif
