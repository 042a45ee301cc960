// thrust::permutation_iterator.
#ifndef THRUST_ITERATOR_PERMUTATION_ITERATOR_H
#define THRUST_ITERATOR_PERMUTATION_ITERATOR_H
#include "iterators.h"
#endif
