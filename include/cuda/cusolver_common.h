// What cuSOLVER shares, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUSOLVER_COMMON_H
#define WAVELIFT_CUDA_CUSOLVER_COMMON_H

#include "cuComplex.h"
#include "cuda_runtime.h"

#include <hipsolver/hipsolver.h>

#include "wavelift_library_names.h"

#endif
