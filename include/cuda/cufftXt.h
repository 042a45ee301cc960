// cuFFT with extended plans, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUFFTXT_H
#define WAVELIFT_CUDA_CUFFTXT_H

#include "cuComplex.h"
#include "cuda_runtime.h"

#include <hipfft/hipfftXt.h>

#include "wavelift_library_names.h"

#endif
