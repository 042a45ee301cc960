// hipCUB: warp-, block- and device-wide primitives under CUB's names.
#ifndef HIPCUB_HIPCUB_HPP_
#define HIPCUB_HIPCUB_HPP_

#include "block/block_adjacent_difference.hpp"
#include "block/block_discontinuity.hpp"
#include "block/block_exchange.hpp"
#include "block/block_histogram.hpp"
#include "block/block_load.hpp"
#include "block/block_merge_sort.hpp"
#include "block/block_radix_sort.hpp"
#include "block/block_reduce.hpp"
#include "block/block_run_length_decode.hpp"
#include "block/block_scan.hpp"
#include "block/block_shuffle.hpp"
#include "block/block_store.hpp"
#include "device/device_adjacent_difference.hpp"
#include "device/device_copy.hpp"
#include "device/device_histogram.hpp"
#include "device/device_merge_sort.hpp"
#include "device/device_radix_sort.hpp"
#include "device/device_reduce.hpp"
#include "device/device_run_length_encode.hpp"
#include "device/device_scan.hpp"
#include "device/device_segmented_reduce.hpp"
#include "device/device_segmented_sort.hpp"
#include "device/device_select.hpp"
#include "iterator/iterators.hpp"
#include "thread/thread_load.hpp"
#include "thread/thread_operators.hpp"
#include "thread/thread_reduce.hpp"
#include "util_allocator.hpp"
#include "util_device.hpp"
#include "util_type.hpp"
#include "warp/warp_exchange.hpp"
#include "warp/warp_reduce.hpp"
#include "warp/warp_scan.hpp"
// The device-wide headers of the originals bring this in, and programs rely on it.
#include <chrono>

#endif
