// Says to every header that CUDA source is being compiled, and names the CUDA version that it sees.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_MODE_H
#define WAVELIFT_CUDA_DETAIL_CUDA_MODE_H

#define __WAVELIFT_CUDA__ 1

#if defined(__HIP__) && !defined(__CUDACC__)
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif

// nvcc --default-stream per-thread and its macro say the same.
#if defined(HIP_API_PER_THREAD_DEFAULT_STREAM) && !defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define CUDA_API_PER_THREAD_DEFAULT_STREAM 1
#elif defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(HIP_API_PER_THREAD_DEFAULT_STREAM)
#define HIP_API_PER_THREAD_DEFAULT_STREAM 1
#endif

// The compute capability that device code is told. -D__CUDA_ARCH__ on the command line would reach the host
// pass too, so another one is asked for with WAVELIFT_CUDA_ARCH.
#ifndef WAVELIFT_CUDA_ARCH
#define WAVELIFT_CUDA_ARCH 800
#endif
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ && !defined(__CUDA_ARCH__)
#define __CUDA_ARCH__ WAVELIFT_CUDA_ARCH
#endif

#ifndef CUDART_VERSION
#define CUDART_VERSION 12040
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION 12040
#endif
#define CUDA_API_PER_THREAD_DEFAULT_STREAM_ABI 0
#define CUDART_CB
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB

#endif
