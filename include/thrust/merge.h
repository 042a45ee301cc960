// thrust: merge.
#ifndef THRUST_MERGE_H
#define THRUST_MERGE_H
#include "detail/merge.h"
#endif
