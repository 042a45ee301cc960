// cuSOLVER for dense matrices, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUSOLVERDN_H
#define WAVELIFT_CUDA_CUSOLVERDN_H

#include "cuComplex.h"
#include "cuda_runtime.h"

#include <hipsolver/hipsolver.h>

#include "wavelift_library_names.h"

#endif
