// DeviceMemcpy and DeviceCopy: many buffers copied in one launch, a block a buffer.
#ifndef HIPCUB_DEVICE_DEVICE_COPY_HPP_
#define HIPCUB_DEVICE_DEVICE_COPY_HPP_

#include "../config.hpp"

namespace hipcub {

namespace detail {

template <class From, class To, class Sizes>
__global__ void __launch_bounds__(wlprim::block_threads) copy_ranges(From from, To to, Sizes sizes) {
  const auto source = from[blockIdx.x];
  const auto target = to[blockIdx.x];
  const size_t n = static_cast<size_t>(sizes[blockIdx.x]);
  for (size_t i = threadIdx.x; i < n; i += wlprim::block_threads) target[i] = source[i];
}
// Buffers are untyped: words where both ends are aligned to them, then bytes.
template <class From, class To, class Sizes>
__global__ void __launch_bounds__(wlprim::block_threads) copy_buffers(From from, To to, Sizes sizes) {
  const char* source = static_cast<const char*>(static_cast<const void*>(from[blockIdx.x]));
  char* target = static_cast<char*>(static_cast<void*>(to[blockIdx.x]));
  const size_t n = static_cast<size_t>(sizes[blockIdx.x]);
  const bool aligned = ((reinterpret_cast<size_t>(source) | reinterpret_cast<size_t>(target)) & 3) == 0;
  const size_t words = aligned ? n / 4 : 0;
  for (size_t i = threadIdx.x; i < words; i += wlprim::block_threads)
    reinterpret_cast<unsigned*>(target)[i] = reinterpret_cast<const unsigned*>(source)[i];
  for (size_t i = words * 4 + threadIdx.x; i < n; i += wlprim::block_threads) target[i] = source[i];
}

} // namespace detail

struct DeviceMemcpy {
  template <class From, class To, class Sizes>
  static hipError_t Batched(void* temporary, size_t& bytes, From from, To to, Sizes sizes,
                            unsigned num_buffers, hipStream_t stream = 0) {
    return wlprim::two_phase(
        temporary, bytes, [](wlprim::storage&) {},
        [&] {
          if (num_buffers)
            detail::copy_buffers<<<num_buffers, wlprim::block_threads, 0, stream>>>(from, to, sizes);
          return hipGetLastError();
        });
  }
};
struct DeviceCopy {
  template <class From, class To, class Sizes>
  static hipError_t Batched(void* temporary, size_t& bytes, From from, To to, Sizes sizes,
                            unsigned num_ranges, hipStream_t stream = 0) {
    return wlprim::two_phase(
        temporary, bytes, [](wlprim::storage&) {},
        [&] {
          if (num_ranges)
            detail::copy_ranges<<<num_ranges, wlprim::block_threads, 0, stream>>>(from, to, sizes);
          return hipGetLastError();
        });
  }
};

} // namespace hipcub

#endif
