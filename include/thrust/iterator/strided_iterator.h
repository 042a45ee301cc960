// thrust::strided_iterator.
#ifndef THRUST_ITERATOR_STRIDED_ITERATOR_H
#define THRUST_ITERATOR_STRIDED_ITERATOR_H
#include "iterators.h"
#endif
