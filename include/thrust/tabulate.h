// thrust::tabulate.
#ifndef THRUST_TABULATE_H
#define THRUST_TABULATE_H
#include "detail/fill.h"
#endif
