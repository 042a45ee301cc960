// See device/device_copy.hpp.
#ifndef HIPCUB_DEVICE_DEVICE_MEMCPY_HPP_
#define HIPCUB_DEVICE_DEVICE_MEMCPY_HPP_
#include "../device/device_copy.hpp"
#endif
