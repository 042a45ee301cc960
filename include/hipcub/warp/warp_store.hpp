// See warp/warp_exchange.hpp.
#ifndef HIPCUB_WARP_WARP_STORE_HPP_
#define HIPCUB_WARP_WARP_STORE_HPP_
#include "../warp/warp_exchange.hpp"
#endif
