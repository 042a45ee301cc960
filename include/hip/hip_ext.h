// AMD's extensions to the runtime API: launches that record events.
#ifndef HIP_INCLUDE_HIP_HIP_EXT_H
#define HIP_INCLUDE_HIP_HIP_EXT_H

#include "hip_runtime.h"

#ifdef __cplusplus

namespace hip_impl {
template <class Kernel, class... Args>
inline void launch_with_events(Kernel kernel, dim3 blocks, dim3 threads, unsigned int shared_bytes,
                               hipStream_t stream, hipEvent_t start, hipEvent_t stop, unsigned int flags,
                               Args... args) {
  void* pointers[] = {const_cast<void*>(static_cast<const void*>(&args))..., nullptr};
  (void)hipExtLaunchKernel(reinterpret_cast<const void*>(kernel), blocks, threads, pointers, shared_bytes,
                           stream, start, stop, static_cast<int>(flags));
}
// The arguments as the kernel declares them, so that a literal 0 arrives as the pointer it stands for.
template <class... Params, class... Args>
inline void launch_converted(void (*kernel)(Params...), dim3 blocks, dim3 threads, unsigned int shared_bytes,
                             hipStream_t stream, hipEvent_t start, hipEvent_t stop, unsigned int flags,
                             Args... args) {
  launch_with_events<void (*)(Params...), Params...>(kernel, blocks, threads, shared_bytes, stream, start,
                                                     stop, flags, args...);
}
} // namespace hip_impl

template <class Kernel, class... Args>
inline void hipExtLaunchKernelGGL(Kernel kernel, const dim3& blocks, const dim3& threads,
                                  unsigned int shared_bytes, hipStream_t stream, hipEvent_t start,
                                  hipEvent_t stop, unsigned int flags, Args... args) {
  hip_impl::launch_converted(kernel, blocks, threads, shared_bytes, stream, start, stop, flags, args...);
}

#endif

#endif
