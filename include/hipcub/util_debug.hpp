// See config.hpp.
#ifndef HIPCUB_UTIL_DEBUG_HPP_
#define HIPCUB_UTIL_DEBUG_HPP_
#include "config.hpp"
#endif
