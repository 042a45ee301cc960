// See device/device_segmented_sort.hpp.
#ifndef HIPCUB_DEVICE_DEVICE_SEGMENTED_RADIX_SORT_HPP_
#define HIPCUB_DEVICE_DEVICE_SEGMENTED_RADIX_SORT_HPP_
#include "../device/device_segmented_sort.hpp"
#endif
