// thrust::zip_iterator.
#ifndef THRUST_ITERATOR_ZIP_ITERATOR_H
#define THRUST_ITERATOR_ZIP_ITERATOR_H
#include "iterators.h"
#endif
