// See block/block_merge_sort.hpp.
#ifndef HIPCUB_WARP_WARP_MERGE_SORT_HPP_
#define HIPCUB_WARP_WARP_MERGE_SORT_HPP_
#include "../block/block_merge_sort.hpp"
#endif
