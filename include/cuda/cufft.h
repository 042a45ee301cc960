// cuFFT, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CUFFT_H
#define WAVELIFT_CUDA_CUFFT_H

#include "cuComplex.h"
#include "cuda_runtime.h"

#include <hipfft/hipfft.h>

#include "wavelift_library_names.h"

#endif
