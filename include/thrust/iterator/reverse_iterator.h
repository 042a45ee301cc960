// thrust::reverse_iterator.
#ifndef THRUST_ITERATOR_REVERSE_ITERATOR_H
#define THRUST_ITERATOR_REVERSE_ITERATOR_H
#include "iterators.h"
#endif
