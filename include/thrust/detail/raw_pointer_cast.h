// See ../device_ptr.h.
#ifndef THRUST_DETAIL_RAW_POINTER_CAST_H
#define THRUST_DETAIL_RAW_POINTER_CAST_H
#include "../device_ptr.h"
#endif
