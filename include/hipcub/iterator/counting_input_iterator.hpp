// See iterator/iterators.hpp.
#ifndef HIPCUB_ITERATOR_COUNTING_INPUT_ITERATOR_HPP_
#define HIPCUB_ITERATOR_COUNTING_INPUT_ITERATOR_HPP_
#include "../iterator/iterators.hpp"
#endif
