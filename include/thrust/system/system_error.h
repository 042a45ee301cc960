// See system_error.h.
#ifndef THRUST_SYSTEM_SYSTEM_ERROR_H
#define THRUST_SYSTEM_SYSTEM_ERROR_H
#include "../system_error.h"
#endif
