// hipCUB: block- and device-wide primitives under CUB's names.
#ifndef HIPCUB_HIPCUB_HPP_
#define HIPCUB_HIPCUB_HPP_

#include "block/block_adjacent_difference.hpp"
#include "block/block_exchange.hpp"
#include "block/block_load.hpp"
#include "block/block_reduce.hpp"
#include "block/block_scan.hpp"
#include "block/block_store.hpp"
#include "device/device_reduce.hpp"
#include "device/device_select.hpp"
#include "iterator/iterators.hpp"
#include "thread/thread_load.hpp"
#include "thread/thread_operators.hpp"
#include "thread/thread_reduce.hpp"
#include "util_type.hpp"
// The device-wide headers of the originals bring this in, and programs rely on it.
#include <chrono>

#endif
