// thrust::replace.
#ifndef THRUST_REPLACE_H
#define THRUST_REPLACE_H
#include "detail/transform.h"
#endif
