// See ../version.h.
#ifndef THRUST_DETAIL_CONFIG_H
#define THRUST_DETAIL_CONFIG_H
#include "../version.h"
#endif
