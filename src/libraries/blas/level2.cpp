// The symbols of level 2.
#include "libraries/blas/level2.h"
#include "libraries/blas/define.h"

using namespace wavelift::libraries;

extern "C" {
HIPBLAS_LEVEL2(HIPBLAS_DEFINE)
}
