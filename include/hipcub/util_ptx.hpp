// See util_device.hpp.
#ifndef HIPCUB_UTIL_PTX_HPP_
#define HIPCUB_UTIL_PTX_HPP_
#include "util_device.hpp"
#endif
