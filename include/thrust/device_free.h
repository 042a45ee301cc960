// See device_ptr.h.
#ifndef THRUST_DEVICE_FREE_H
#define THRUST_DEVICE_FREE_H
#include "device_ptr.h"
#endif
