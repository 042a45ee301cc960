// thrust: set_operations.
#ifndef THRUST_SET_OPERATIONS_H
#define THRUST_SET_OPERATIONS_H
#include "detail/merge.h"
#endif
