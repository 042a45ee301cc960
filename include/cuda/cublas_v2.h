// cuBLAS, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUBLAS_V2_H
#define WAVELIFT_CUDA_CUBLAS_V2_H

#include "cuComplex.h"
#include "cuda_runtime.h"

// cuBLAS's half is __half; hipBLAS's is 16 plain bits unless it is asked.
#ifndef HIPBLAS_USE_HIP_HALF
#define HIPBLAS_USE_HIP_HALF
#endif
#include <hipblas/hipblas.h>

#include "wavelift_library_names.h"

#endif
