// See device_ptr.h.
#ifndef THRUST_MEMORY_H
#define THRUST_MEMORY_H
#include "device_ptr.h"
#endif
