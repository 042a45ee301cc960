// thrust: binary_search.
#ifndef THRUST_BINARY_SEARCH_H
#define THRUST_BINARY_SEARCH_H
#include "detail/merge.h"
#endif
