// See device/device_select.hpp.
#ifndef HIPCUB_DEVICE_DEVICE_PARTITION_HPP_
#define HIPCUB_DEVICE_DEVICE_PARTITION_HPP_
#include "../device/device_select.hpp"
#endif
