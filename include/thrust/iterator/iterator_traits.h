// thrust::iterator_traits.
#ifndef THRUST_ITERATOR_ITERATOR_TRAITS_H
#define THRUST_ITERATOR_ITERATOR_TRAITS_H
#include "iterator_facade.h"
#endif
