// See device/device_adjacent_difference.hpp.
#ifndef HIPCUB_DEVICE_DEVICE_FOR_HPP_
#define HIPCUB_DEVICE_DEVICE_FOR_HPP_
#include "../device/device_adjacent_difference.hpp"
#endif
