// Launch macros of HIP's older spelling. kernel<<<...>>> itself is the compiler's.
#ifndef HIP_DETAIL_LAUNCH_H
#define HIP_DETAIL_LAUNCH_H

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#ifndef HIP_SYMBOL
#define HIP_SYMBOL(name) name
#endif

#define hipLaunchKernelGGLInternal(kernel, blocks, threads, shared_bytes, stream, ...)                       \
  do {                                                                                                       \
    kernel<<<(blocks), (threads), (shared_bytes), (stream)>>>(__VA_ARGS__);                                  \
  } while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)

#endif
