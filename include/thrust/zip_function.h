// thrust::zip_function.
#ifndef THRUST_ZIP_FUNCTION_H
#define THRUST_ZIP_FUNCTION_H
#include "iterator/iterators.h"
#endif
