// See warp/warp_exchange.hpp.
#ifndef HIPCUB_WARP_WARP_LOAD_HPP_
#define HIPCUB_WARP_WARP_LOAD_HPP_
#include "../warp/warp_exchange.hpp"
#endif
