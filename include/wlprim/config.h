// Ground of the device primitives that hipCUB's and Thrust's headers are built on: qualifiers, iterator
// facts, launches, temporary storage.
//
// All algorithms work for any wavefront width: the width is asked for in device code, where it folds to a
// constant, and is never a template argument.
#ifndef WLPRIM_CONFIG_H
#define WLPRIM_CONFIG_H

#include <hip/hip_runtime.h>
#include <iterator>
#include <type_traits>

#define WLPRIM_BOTH __host__ __device__ __forceinline__
#define WLPRIM_DEVICE __device__ __forceinline__

namespace wlprim {

// Threads of a block in all kernels of this folder. Constant because __launch_bounds__ and LDS arrays need
// it.
constexpr unsigned block_threads = 256;

// The widest wavefront that the target has, for default arguments that the language wants constant.
#if defined(__HIP_DEVICE_COMPILE__) && !defined(__GFX9__)
constexpr int target_wave = 32;
#else
constexpr int target_wave = 64;
#endif

template <class It> using value_of = typename std::iterator_traits<It>::value_type;
// What an output iterator takes; iterators that do not say (void) are given `Otherwise`.
template <class It, class Otherwise>
using output_of = std::conditional_t<std::is_void_v<value_of<It>>, Otherwise, value_of<It>>;
template <class Op, class A, class B> using result_of = std::decay_t<std::invoke_result_t<Op, A, B>>;

template <class T> WLPRIM_BOTH constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; }
template <class T> WLPRIM_BOTH T smaller(T a, T b) { return b < a ? b : a; }
template <class T> WLPRIM_BOTH T larger(T a, T b) { return a < b ? b : a; }
// The smaller of a 64-bit count and a limit. In halves: clang 22 loses the condition of a 64-bit comparison
// that is both selected and branched upon when it is uniform.
WLPRIM_BOTH unsigned at_most(size_t count, unsigned limit) {
  const unsigned low = static_cast<unsigned>(count);
  return count >> 32 || low > limit ? limit : low;
}
template <class T> WLPRIM_BOTH void exchange(T& a, T& b) {
  T t = a;
  a = b;
  b = t;
}

// Room for `count` objects that nobody constructs: LDS, and members of unions.
template <class T, unsigned count> struct raw_array {
  alignas(T) unsigned char bytes[sizeof(T) * count];
  WLPRIM_DEVICE T* data() { return reinterpret_cast<T*>(bytes); }
  WLPRIM_DEVICE T& operator[](unsigned i) { return data()[i]; }
};

// An object by its place in a sequence, as kernels take it: `in[i]`, whatever kind of iterator `in` is.
template <class It> struct read_at {
  It in;
  WLPRIM_DEVICE auto operator()(size_t i) const {
    return static_cast<value_of<It>>(in[static_cast<std::ptrdiff_t>(i)]);
  }
};

template <class T, class It> struct load_as {
  It in;
  WLPRIM_DEVICE T operator()(size_t i) const { return static_cast<T>(in[static_cast<std::ptrdiff_t>(i)]); }
};
template <class T, class It, class F> struct load_transformed {
  It in;
  mutable F f;
  WLPRIM_DEVICE T operator()(size_t i) const { return static_cast<T>(f(in[static_cast<std::ptrdiff_t>(i)])); }
};
// An operator whose outcome is T again, as sums of narrow integers are not. It is given objects of its own:
// operators may take references to variables.
template <class T, class Op> struct op_as {
  mutable Op op;
  WLPRIM_BOTH T operator()(T a, T b) const { return static_cast<T>(op(a, b)); }
};

// Parts of one temporary allocation. First pass (base null): adds up. Second pass: hands out. Parts are
// aligned to 256 bytes, as device allocations are.
class storage {
  char* base;
  size_t used = 0;

public:
  explicit storage(void* start) : base(static_cast<char*>(start)) {}
  template <class T> T* take(size_t count) {
    T* part = reinterpret_cast<T*>(base + used);
    used = ceil_div(used + count * sizeof(T), size_t(256)) * 256;
    return base ? part : nullptr;
  }
  size_t bytes() const { return used ? used : 1; }
};

// The two-phase protocol of device-wide calls. `plan(storage&)` lays out the storage, `go()` starts the work.
// With no storage the size is stored and nothing else happens.
template <class Plan, class Go> hipError_t two_phase(void* temporary, size_t& bytes, Plan plan, Go go) {
  storage sizes(nullptr);
  plan(sizes);
  if (!temporary) {
    bytes = sizes.bytes();
    return hipSuccess;
  }
  if (bytes < sizes.bytes()) return hipErrorInvalidValue;
  storage parts(temporary);
  plan(parts);
  return go();
}

template <class F> __global__ void __launch_bounds__(block_threads) for_each_index(size_t n, F f) {
  const size_t i = blockIdx.x * static_cast<size_t>(block_threads) + threadIdx.x;
  if (i < n) f(i);
}

// f(i) for 0 <= i < n, a thread an index.
template <class F> hipError_t for_each_n(size_t n, F f, hipStream_t stream) {
  if (n == 0) return hipSuccess;
  for_each_index<<<static_cast<unsigned>(ceil_div(n, size_t(block_threads))), block_threads, 0, stream>>>(n,
                                                                                                          f);
  return hipGetLastError();
}

template <class F> __global__ void call_once(F f) { f(); }

// f() by one thread of the device, in the stream's order.
template <class F> hipError_t call_on_device(F f, hipStream_t stream) {
  call_once<<<1, 1, 0, stream>>>(f);
  return hipGetLastError();
}

} // namespace wlprim

#endif
