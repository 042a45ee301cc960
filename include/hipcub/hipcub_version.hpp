// See config.hpp.
#ifndef HIPCUB_HIPCUB_VERSION_HPP_
#define HIPCUB_HIPCUB_VERSION_HPP_
#include "config.hpp"
#endif
