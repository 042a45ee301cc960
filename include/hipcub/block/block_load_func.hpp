// See block/block_load.hpp.
#ifndef HIPCUB_BLOCK_BLOCK_LOAD_FUNC_HPP_
#define HIPCUB_BLOCK_BLOCK_LOAD_FUNC_HPP_
#include "../block/block_load.hpp"
#endif
