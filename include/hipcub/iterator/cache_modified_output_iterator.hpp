// See iterator/iterators.hpp.
#ifndef HIPCUB_ITERATOR_CACHE_MODIFIED_OUTPUT_ITERATOR_HPP_
#define HIPCUB_ITERATOR_CACHE_MODIFIED_OUTPUT_ITERATOR_HPP_
#include "../iterator/iterators.hpp"
#endif
