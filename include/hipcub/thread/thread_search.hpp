// See thread/thread_reduce.hpp.
#ifndef HIPCUB_THREAD_THREAD_SEARCH_HPP_
#define HIPCUB_THREAD_THREAD_SEARCH_HPP_
#include "../thread/thread_reduce.hpp"
#endif
