// thrust::find.
#ifndef THRUST_FIND_H
#define THRUST_FIND_H
#include "detail/search.h"
#endif
