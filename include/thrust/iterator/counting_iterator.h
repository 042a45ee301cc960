// thrust::counting_iterator.
#ifndef THRUST_ITERATOR_COUNTING_ITERATOR_H
#define THRUST_ITERATOR_COUNTING_ITERATOR_H
#include "iterators.h"
#endif
