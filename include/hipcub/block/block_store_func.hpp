// See block/block_store.hpp.
#ifndef HIPCUB_BLOCK_BLOCK_STORE_FUNC_HPP_
#define HIPCUB_BLOCK_BLOCK_STORE_FUNC_HPP_
#include "../block/block_store.hpp"
#endif
