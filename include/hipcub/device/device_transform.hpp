// See device/device_adjacent_difference.hpp.
#ifndef HIPCUB_DEVICE_DEVICE_TRANSFORM_HPP_
#define HIPCUB_DEVICE_DEVICE_TRANSFORM_HPP_
#include "../device/device_adjacent_difference.hpp"
#endif
