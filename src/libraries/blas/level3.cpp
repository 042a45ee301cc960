// The symbols of level 3.
#include "libraries/blas/level3.h"
#include "libraries/blas/define.h"

using namespace wavelift::libraries;

extern "C" {
HIPBLAS_LEVEL3(HIPBLAS_DEFINE)
}
