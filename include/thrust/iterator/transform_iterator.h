// thrust::transform_iterator.
#ifndef THRUST_ITERATOR_TRANSFORM_ITERATOR_H
#define THRUST_ITERATOR_TRANSFORM_ITERATOR_H
#include "iterators.h"
#endif
