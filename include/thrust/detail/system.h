// Where an algorithm runs: execution policies, and the choice by iterators when none is given.
//
// Each algorithm is written twice in namespace detail: for `on_device` (kernels on a stream) and for
// `in_sequence` (a loop, on the host or in the calling thread of a kernel). THRUST_DETAIL_ALGORITHM makes the
// public functions.
#ifndef THRUST_DETAIL_SYSTEM_H
#define THRUST_DETAIL_SYSTEM_H

#include "../system_error.h"
#include "../version.h"
#include <wlprim/config.h>

namespace thrust {

struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {}; // iterators that touch no memory: they go with any system

namespace detail {

struct in_sequence {};

struct on_device {
  hipStream_t stream = nullptr;
  bool wait = true;

  // At the end of an algorithm: errors are thrown; the caller waits unless the policy says otherwise.
  void done(hipError_t e, const char* what) const {
    check(e, what);
    if (wait) check(hipStreamSynchronize(stream), what);
  }
  void finish(hipError_t e, const char* what) const {
    check(e, what);
    check(hipStreamSynchronize(stream), what);
  }
};

// Device memory of an algorithm's own, in the order of its stream.
class scratch {
  void* start = nullptr;
  hipStream_t stream;

public:
  scratch(size_t bytes, const on_device& where) : stream(where.stream) {
    if (bytes) check(hipMallocAsync(&start, bytes, stream), "temporary storage");
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() {
    if (start) static_cast<void>(hipFreeAsync(start, stream));
  }
  void* get() const { return start; }
};

// Runs one of the primitives: plan(storage&) says what it needs, go() starts it.
template <class Plan, class Go> hipError_t with_storage(const on_device& where, Plan plan, Go go) {
  wlprim::storage sizes(nullptr);
  plan(sizes);
  scratch memory(sizes.bytes(), where);
  wlprim::storage parts(memory.get());
  plan(parts);
  return go();
}

// One object computed on the device and read back.
template <class T> class device_value {
  scratch memory;
  const on_device where;

public:
  explicit device_value(const on_device& w) : memory(sizeof(T), w), where(w) {}
  T* address() const { return static_cast<T*>(memory.get()); }
  T get() const {
    alignas(T) unsigned char bytes[sizeof(T)];
    check(hipMemcpyAsync(bytes, address(), sizeof(T), hipMemcpyDeviceToHost, where.stream), "result");
    check(hipStreamSynchronize(where.stream), "result");
    return *reinterpret_cast<T*>(bytes);
  }
};

template <class T, class = void> struct has_policy : std::false_type {};
template <class T> struct has_policy<T, std::void_t<typename T::thrust_policy>> : std::true_type {};
template <class P> using if_policy = std::enable_if_t<has_policy<std::decay_t<P>>::value, int>;
template <class P> using if_no_policy = std::enable_if_t<!has_policy<std::decay_t<P>>::value, int>;

template <class P> typename P::thrust_policy system_for(const P& policy) {
  if constexpr (std::is_convertible_v<const P&, typename P::thrust_policy>)
    return policy;
  else
    return {};
}

// The system of one argument: what the type says, host for other iterators, any for what is none.
template <class T, class = void> struct is_iterator : std::false_type {};
template <class T>
struct is_iterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> : std::true_type {};
template <class T, class = void> struct system_of_one {
  using type = std::conditional_t<is_iterator<T>::value, host_system_tag, any_system_tag>;
};
template <class T> struct system_of_one<T, std::void_t<typename T::thrust_system>> {
  using type = typename T::thrust_system;
};
template <class T> using system_tag_of = typename system_of_one<T>::type;

// Of several: the device if one lies there, else the host if one lies there, else the device.
template <class... A>
using system_of = std::conditional_t<(std::is_same_v<system_tag_of<A>, device_system_tag> || ...) ||
                                         !(std::is_same_v<system_tag_of<A>, host_system_tag> || ...),
                                     on_device, in_sequence>;
template <class... A>
using tag_of =
    std::conditional_t<(std::is_same_v<system_tag_of<A>, device_system_tag> || ...), device_system_tag,
                       std::conditional_t<(std::is_same_v<system_tag_of<A>, host_system_tag> || ...),
                                          host_system_tag, any_system_tag>>;

// An iterator as kernels use it: pointers instead of iterators that know of the device, all the way down.
template <class T> WLPRIM_BOTH T* raw(T* p) { return p; }
template <class T, class = void> struct can_unwrap : std::false_type {};
template <class T>
struct can_unwrap<T, std::void_t<decltype(std::declval<const T&>().thrust_unwrap())>> : std::true_type {};
template <class T> WLPRIM_BOTH auto raw(const T& it) {
  if constexpr (can_unwrap<T>::value)
    return it.thrust_unwrap();
  else
    return it;
}
template <class T> using raw_of = decltype(detail::raw(std::declval<const T&>()));

template <class It> WLPRIM_BOTH size_t count_of(It first, It last) {
  return static_cast<size_t>(last - first);
}

} // namespace detail

template <class Derived> struct execution_policy {};
template <class Derived> struct host_execution_policy : execution_policy<Derived> {
  using thrust_policy = detail::in_sequence;
};
template <class Derived> struct device_execution_policy : execution_policy<Derived> {
  using thrust_policy = detail::on_device;
};

namespace detail {

struct seq_policy : host_execution_policy<seq_policy> {
  template <class Allocator> constexpr seq_policy operator()(Allocator&&) const { return {}; }
};
// Temporary storage comes from the stream's memory pool; a policy's allocator is not asked.
struct device_policy : on_device, device_execution_policy<device_policy> {
  constexpr explicit device_policy(bool waits = true, hipStream_t on = nullptr) : on_device{on, waits} {}
  device_policy on(hipStream_t s) const { return device_policy(wait, s); }
  template <class Allocator> constexpr device_policy operator()(Allocator&&) const { return *this; }
};

} // namespace detail

constexpr inline detail::seq_policy seq, host;
constexpr inline detail::device_policy device;

namespace hip_rocprim {
constexpr inline detail::device_policy par;
constexpr inline detail::device_policy par_nosync(false);
using tag = detail::device_policy;
} // namespace hip_rocprim
namespace hip = hip_rocprim;
namespace cpp {
constexpr inline detail::seq_policy par;
using tag = detail::seq_policy;
} // namespace cpp
namespace omp = cpp;
namespace system {
namespace hip = thrust::hip_rocprim;
namespace cpp = thrust::cpp;
namespace omp = thrust::cpp;
} // namespace system
#ifdef __WAVELIFT_CUDA__
namespace cuda = hip_rocprim;
namespace cuda_cub = hip_rocprim;
namespace system {
namespace cuda = thrust::hip_rocprim;
}
#endif

} // namespace thrust

// The public forms of detail::name: with a policy, called by the host or by a thread of a kernel; and
// without.
#define THRUST_DETAIL_ALGORITHM(name)                                                                        \
  template <class P, class... A, detail::if_policy<P> = 0> __host__ auto name(const P& policy, A... a) {     \
    return detail::name(detail::system_for(policy), a...);                                                   \
  }                                                                                                          \
  template <class P, class... A, detail::if_policy<P> = 0> __device__ auto name(const P&, A... a) {          \
    return detail::name(detail::in_sequence(), a...);                                                        \
  }                                                                                                          \
  template <class I, class... A, detail::if_no_policy<I> = 0> __host__ auto name(I first, A... a) {          \
    return detail::name(detail::system_of<I, A...>(), first, a...);                                          \
  }

#endif
