// copy and its kin: within a system, and across.
#ifndef THRUST_DETAIL_COPY_H
#define THRUST_DETAIL_COPY_H

#include "transform_device.h"
#include <vector>

namespace thrust {
namespace detail {

// Iterators that are pointers at heart, as pointers. Others stay.
template <class T> WLPRIM_BOTH T* plain(T* p) { return p; }
template <class P, class C> P plain(__gnu_cxx::__normal_iterator<P, C> it) { return it.base(); }
template <class It> WLPRIM_BOTH auto plain(const It& it) { return detail::raw(it); }
template <class It> using plain_of = decltype(detail::plain(std::declval<It>()));

// Whether copying elements is copying bytes.
template <class From, class To>
constexpr bool bytewise =
    std::is_pointer_v<From> && std::is_pointer_v<To> &&
    std::is_same_v<std::remove_cv_t<std::remove_pointer_t<From>>, std::remove_pointer_t<To>> &&
    std::is_trivially_copyable_v<std::remove_cv_t<std::remove_pointer_t<From>>>;

template <class From, class To> WLPRIM_BOTH To copy_n(in_sequence, From from, size_t n, To to) {
  for (size_t i = 0; i < n; ++i, ++from, ++to) *to = *from;
  return to;
}
template <class From, class To> To copy_n(const on_device& where, From from, size_t n, To to) {
  auto source = detail::raw(from);
  auto target = detail::raw(to);
  if (n) {
    if constexpr (bytewise<decltype(source), decltype(target)>)
      check(hipMemcpyAsync(target, source, n * sizeof(*source), hipMemcpyDefault, where.stream), "copy");
    else
      each_index(where, n, [=] __device__(size_t i) mutable { target[i] = source[i]; }, "copy");
  }
  where.done(hipSuccess, "copy");
  return to + n;
}

// Between host and device. What is not a block of bytes goes through one.
template <class From, class To> To copy_to_host(const on_device& where, From from, size_t n, To to) {
  if (n == 0) return to;
  auto source = detail::raw(from);
  auto target = detail::plain(to);
  using T = value_type_of<From>;
  if constexpr (bytewise<decltype(source), decltype(target)>) {
    where.finish(hipMemcpyAsync(target, source, n * sizeof(T), hipMemcpyDeviceToHost, where.stream),
                 "copy to the host");
    return to + n;
  } else {
    scratch block(n * sizeof(T), where);
    T* packed = static_cast<T*>(block.get());
    each_index(where, n, [=] __device__(size_t i) mutable { packed[i] = source[i]; }, "copy to the host");
    std::vector<unsigned char> bytes(n * sizeof(T));
    where.finish(hipMemcpyAsync(bytes.data(), packed, bytes.size(), hipMemcpyDeviceToHost, where.stream),
                 "copy to the host");
    return detail::copy_n(in_sequence(), reinterpret_cast<const T*>(bytes.data()), n, to);
  }
}
template <class From, class To> To copy_to_device(const on_device& where, From from, size_t n, To to) {
  if (n == 0) return to;
  auto source = detail::plain(from);
  auto target = detail::raw(to);
  using T = value_type_of<From>;
  if constexpr (bytewise<decltype(source), decltype(target)>) {
    where.finish(hipMemcpyAsync(target, source, n * sizeof(T), hipMemcpyHostToDevice, where.stream),
                 "copy to the device");
  } else {
    // Elements are not constructed: what can be moved to the device can be moved as bytes.
    std::vector<unsigned char> bytes(n * sizeof(T));
    T* gathered = reinterpret_cast<T*>(bytes.data());
    for (size_t i = 0; i < n; ++i, ++from) {
      const T element = *from;
      __builtin_memcpy(static_cast<void*>(gathered + i), static_cast<const void*>(&element), sizeof(T));
    }
    scratch block(bytes.size(), where);
    const T* packed = static_cast<const T*>(block.get());
    check(hipMemcpyAsync(block.get(), bytes.data(), bytes.size(), hipMemcpyHostToDevice, where.stream),
          "copy to the device");
    each_index(where, n, [=] __device__(size_t i) mutable { target[i] = packed[i]; }, "copy to the device");
    where.finish(hipSuccess, "copy to the device");
  }
  return to + n;
}

// The systems of both ends decide. Iterators of no system go with the other end.
template <class From, class To, class N> To copy_anywhere(From from, N n, To to) {
  using A = system_tag_of<From>;
  using B = system_tag_of<To>;
  if constexpr (std::is_same_v<A, device_system_tag> && std::is_same_v<B, host_system_tag>)
    return detail::copy_to_host(on_device(), from, n, to);
  else if constexpr (std::is_same_v<A, host_system_tag> && std::is_same_v<B, device_system_tag>)
    return detail::copy_to_device(on_device(), from, n, to);
  else
    return detail::copy_n(system_of<From, To>(), from, n, to);
}

} // namespace detail

template <class From, class To, detail::if_no_policy<From> = 0>
__host__ To copy_n(From from, size_t n, To to) {
  return detail::copy_anywhere(from, n, to);
}
template <class From, class To, detail::if_no_policy<From> = 0>
__host__ To copy(From first, From last, To to) {
  return detail::copy_anywhere(first, static_cast<size_t>(std::distance(first, last)), to);
}
// With a policy that is a stream, memory of the host may still be one end.
template <class P, class From, class To, detail::if_policy<P> = 0>
__host__ To copy_n(const P& policy, From from, size_t n, To to) {
  using A = detail::system_tag_of<From>;
  using B = detail::system_tag_of<To>;
  const auto system = detail::system_for(policy);
  if constexpr (std::is_same_v<std::decay_t<decltype(system)>, detail::in_sequence>)
    return detail::copy_n(system, from, n, to);
  else if constexpr (std::is_same_v<A, device_system_tag> && std::is_same_v<B, host_system_tag> &&
                     !std::is_pointer_v<To>)
    return detail::copy_to_host(system, from, n, to);
  else if constexpr (std::is_same_v<A, host_system_tag> && !std::is_pointer_v<From> &&
                     std::is_same_v<B, device_system_tag>)
    return detail::copy_to_device(system, from, n, to);
  else
    return detail::copy_n(system, from, n, to);
}
template <class P, class From, class To, detail::if_policy<P> = 0>
__host__ To copy(const P& policy, From first, From last, To to) {
  return thrust::copy_n(policy, first, static_cast<size_t>(last - first), to);
}
template <class P, class From, class To, detail::if_policy<P> = 0>
__device__ To copy_n(const P&, From from, size_t n, To to) {
  return detail::copy_n(detail::in_sequence(), from, n, to);
}
template <class P, class From, class To, detail::if_policy<P> = 0>
__device__ To copy(const P&, From first, From last, To to) {
  return detail::copy_n(detail::in_sequence(), first, static_cast<size_t>(last - first), to);
}

template <class... A> auto uninitialized_copy(A... a) { return thrust::copy(a...); }
template <class... A> auto uninitialized_copy_n(A... a) { return thrust::copy_n(a...); }

} // namespace thrust

#endif
