// See device_ptr.h.
#ifndef THRUST_DEVICE_REFERENCE_H
#define THRUST_DEVICE_REFERENCE_H
#include "device_ptr.h"
#endif
