// thrust::constant_iterator.
#ifndef THRUST_ITERATOR_CONSTANT_ITERATOR_H
#define THRUST_ITERATOR_CONSTANT_ITERATOR_H
#include "iterators.h"
#endif
