// See config.hpp.
#ifndef HIPCUB_UTIL_MACRO_HPP_
#define HIPCUB_UTIL_MACRO_HPP_
#include "config.hpp"
#endif
