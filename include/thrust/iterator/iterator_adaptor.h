// thrust::iterator_adaptor.
#ifndef THRUST_ITERATOR_ITERATOR_ADAPTOR_H
#define THRUST_ITERATOR_ITERATOR_ADAPTOR_H
#include "iterator_facade.h"
#endif
