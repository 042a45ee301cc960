// See device_ptr.h.
#ifndef THRUST_DEVICE_MALLOC_ALLOCATOR_H
#define THRUST_DEVICE_MALLOC_ALLOCATOR_H
#include "device_ptr.h"
#endif
