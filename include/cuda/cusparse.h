// cuSPARSE, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUSPARSE_H
#define WAVELIFT_CUDA_CUSPARSE_H

#include "cuComplex.h"
#include "cuda_runtime.h"

#include <hipsparse/hipsparse.h>

#include "wavelift_library_names.h"

#endif
