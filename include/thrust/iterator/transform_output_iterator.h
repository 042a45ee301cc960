// thrust::transform_output_iterator.
#ifndef THRUST_ITERATOR_TRANSFORM_OUTPUT_ITERATOR_H
#define THRUST_ITERATOR_TRANSFORM_OUTPUT_ITERATOR_H
#include "iterators.h"
#endif
