// The symbols of level 1.
#include "libraries/blas/level1.h"
#include "libraries/blas/define.h"

using namespace wavelift::libraries;

extern "C" {
HIPBLAS_LEVEL1(HIPBLAS_DEFINE)
}
