// thrust::discard_iterator.
#ifndef THRUST_ITERATOR_DISCARD_ITERATOR_H
#define THRUST_ITERATOR_DISCARD_ITERATOR_H
#include "iterators.h"
#endif
