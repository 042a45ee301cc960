// cuBLASLt, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUBLASLT_H
#define WAVELIFT_CUDA_CUBLASLT_H

#include "cuda_runtime.h"

#include <hipblaslt/hipblaslt.h>

#include "wavelift_library_names.h"

#endif
