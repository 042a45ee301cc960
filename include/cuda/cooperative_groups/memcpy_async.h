// Copies by a group. The hardware has no asynchronous copy: memcpy_async copies, wait synchronises the group.
#ifndef WAVELIFT_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define WAVELIFT_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group>
__WL_DEVICE__ void memcpy_async(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t rank = group.thread_rank(), count = group.size();
  const unsigned long long both =
      reinterpret_cast<unsigned long long>(to) | reinterpret_cast<unsigned long long>(from) | bytes;
  if ((both & 3) == 0) {
    for (size_t i = rank; i < bytes / 4; i += count)
      static_cast<unsigned int*>(to)[i] = static_cast<const unsigned int*>(from)[i];
  } else {
    for (size_t i = rank; i < bytes; i += count)
      static_cast<unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[i];
  }
}
template <class Group, class T>
__WL_DEVICE__ void memcpy_async(const Group& group, T* to, size_t to_count, const T* from,
                                size_t from_count) {
  memcpy_async(group, static_cast<void*>(to), static_cast<const void*>(from),
               (to_count < from_count ? to_count : from_count) * sizeof(T));
}
template <class Group> __WL_DEVICE__ void wait(const Group& group) { group.sync(); }
template <unsigned int stages, class Group> __WL_DEVICE__ void wait_prior(const Group& group) {
  group.sync();
}

} // namespace cooperative_groups

#endif
