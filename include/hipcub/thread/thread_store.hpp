// See thread/thread_load.hpp.
#ifndef HIPCUB_THREAD_THREAD_STORE_HPP_
#define HIPCUB_THREAD_THREAD_STORE_HPP_
#include "../thread/thread_load.hpp"
#endif
