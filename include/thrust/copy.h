// copy, copy_n, copy_if.
#ifndef THRUST_COPY_H
#define THRUST_COPY_H
#include "detail/compact.h"
#include "detail/copy.h"
#endif
