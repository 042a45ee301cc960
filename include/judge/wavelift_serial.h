// Runs a kernel's own device code on one core, a block after the other, so that a reference can be made of it: each thread in turn, or, where
// threads meet at barriers and in warps, each as far as it comes until all have come there. What `wl judge --new` writes includes this.
//
//   #include <wavelift_serial.h>
//   #define float wavelift::serial::f32        only around the device code: its numbers carry their errors (wavelift_tracked.h)
//   #define double wavelift::serial::f64
//   ... device code ...
//   #undef float
//   #undef double
//   void reference(wavelift::Case& c) { ... wavelift::serial::launch(grid, block, 0, [&] { kernel(x.data(), n); }); ... }
//
// Warps have 32 threads, as CUDA's. With WAVELIFT_MEASURE numbers are plain, and what is noted is which elements of each buffer are read and
// written (compiled with -fsanitize-coverage=trace-loads,trace-stores).
#pragma once
#ifdef WAVELIFT_MEASURE
#include <map>
#include <string>
#include <vector>
#else
#include <wavelift_reference.h>
#endif
#include <wavelift_tracked.h>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

// From one stack to another, with the registers that a function keeps (System V ABI, AMD64). swapcontext would ask the system for the signals each time.
extern "C" void wavelift_switch(void** from, void* to);
asm(R"(
  .text
  .globl wavelift_switch
  .type wavelift_switch, @function
wavelift_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size wavelift_switch, . - wavelift_switch
)");

namespace wavelift::serial {

#ifdef WAVELIFT_MEASURE
using f64 = double;
using f32 = float;
using f16 = _Float16;
// Where it is in memory counts, not its value.
struct bf16 {
  uint16_t bits;
  bf16() = default;
  bf16(const bf16& o) : bits(o.bits) {}
  bf16(float v) : bits(static_cast<uint16_t>(v)) {}
  bf16& operator=(const bf16& o) {
    bits = o.bits;
    return *this;
  }
  operator float() const { return bits; }
};
#else
using f64 = Tracked<53>;
using f32 = Tracked<24>;
using f16 = Tracked<11>;
using bf16 = Tracked<8>;
#endif

// Of expressions in launches.
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }

struct Extent {
  unsigned x = 1, y = 1, z = 1;
};
// What any pointer of a kernel's parameters can be made from.
struct Pointer {
  void* to;
  template <class T> operator T*() const { return static_cast<T*>(to); }
};

inline Extent extent(int64_t x, int64_t y, int64_t z) { return {static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z)}; }

// The threads of a block, and where each waits.
class Block {
public:
  static constexpr size_t warp = 32, stack = 64 << 10;
  enum class State : uint8_t { ready, at_barrier, in_warp, done };
  struct Thread {
    Extent at;
    State state = State::ready;
    void* context = nullptr;                     // its stack pointer while it waits
    std::unique_ptr<char[]> memory;
    alignas(16) unsigned char slot[64];          // what it gives to its warp
    bool gives = false;
  };

  static Block& now() {
    static Block one;
    return one;
  }
  Thread& thread() { return *current_; }
  size_t number() const { return static_cast<size_t>(current_ - threads_.data()); }
  // The thread of the same warp with that place in it.
  Thread* mate(size_t lane) {
    const size_t k = number() / warp * warp + lane;
    return lane < warp && k < threads_.size() ? &threads_[k] : nullptr;
  }

  void wait(State where) {
    current_->state = where;
    wavelift_switch(&current_->context, all_);
  }

  void run(Extent size, const std::function<void()>& body);
  std::vector<unsigned char> dynamic;            // shared memory of the launch

private:
  static void enter() {
    Block& b = now();
    (*b.body_)();
    b.current_->state = State::done;
    wavelift_switch(&b.current_->context, b.all_);
  }
  std::vector<Thread> threads_;
  Thread* current_ = nullptr;
  void* all_ = nullptr;
  const std::function<void()>* body_ = nullptr;
};

}  // namespace wavelift::serial

inline wavelift::serial::Extent threadIdx, blockIdx, blockDim, gridDim;
inline constexpr int warpSize = 32;

namespace wavelift::serial {

inline void Block::run(Extent size, const std::function<void()>& body) {
  const size_t n = static_cast<size_t>(size.x) * size.y * size.z;
  body_ = &body;
  if (threads_.size() != n) threads_ = std::vector<Thread>(n);
  for (size_t k = 0; k < n; ++k) {
    Thread& t = threads_[k];
    t.at = {static_cast<unsigned>(k % size.x), static_cast<unsigned>(k / size.x % size.y), static_cast<unsigned>(k / size.x / size.y)};
    t.state = State::ready;
    t.gives = false;
    if (!t.memory) t.memory = std::make_unique<char[]>(stack);
    // As if it had been switched away from at its beginning: six registers, and where to go on.
    void** top = reinterpret_cast<void**>((reinterpret_cast<uintptr_t>(t.memory.get()) + stack) / 16 * 16) - 2;
    *top = reinterpret_cast<void*>(&Block::enter);
    std::fill(top - 6, top, nullptr);
    t.context = top - 6;
  }
  for (;;) {
    for (Thread& t : threads_)
      if (t.state == State::ready) {
        current_ = &t;
        threadIdx = t.at;
        wavelift_switch(&all_, t.context);
      }
    // Everyone is as far as he comes. Who waits for his warp goes on with those of it that wait, too; then who waits at the barrier.
    bool any = false;
    for (State where : {State::in_warp, State::at_barrier}) {
      if (any) break;
      for (Thread& t : threads_)
        if (t.state == where) t.state = State::ready, any = true;
    }
    if (!any) return;
  }
}

// Each thread alone: for device code in which none waits for another.
template <class Body> void launch(Extent grid, Extent block, int64_t, const Body& body) {
  gridDim = grid, blockDim = block;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x)
        for (threadIdx.z = 0; threadIdx.z < block.z; ++threadIdx.z)
          for (threadIdx.y = 0; threadIdx.y < block.y; ++threadIdx.y)
            for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x) body();
}
// Blocks whose threads meet. `group_memory`: bytes of dynamic shared memory.
template <class Body> void launch_together(Extent grid, Extent block, int64_t group_memory, const Body& body) {
  gridDim = grid, blockDim = block;
  // An element is larger here than on the device.
  Block::now().dynamic.assign(static_cast<size_t>(group_memory) * sizeof(f64), 0);
  const std::function<void()> one = body;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) Block::now().run(block, one);
}
template <class T> T* dynamic_memory() { return reinterpret_cast<T*>(Block::now().dynamic.data()); }

// What each thread of the warp gives, as the others have it once all that come here are here.
template <class T> class Meeting {
public:
  explicit Meeting(const T& v) {
    static_assert(sizeof(T) <= 64 && std::is_trivially_copyable_v<T>);
    Block& b = Block::now();
    std::memcpy(b.thread().slot, &v, sizeof v);
    b.thread().gives = true;
    b.wait(Block::State::in_warp);
    for (size_t k = 0; k < Block::warp; ++k) {
      const Block::Thread* t = b.mate(k);
      there_[k] = t && t->gives;
      all_[k] = v;
      if (there_[k]) std::memcpy(&all_[k], t->slot, sizeof v);
    }
    b.wait(Block::State::in_warp);               // nobody gives anew before all have looked
    b.thread().gives = false;
  }
  T of(size_t lane) const { return all_[lane % Block::warp]; }   // its own where that lane gave nothing
  bool has(size_t lane) const { return there_[lane]; }

private:
  T all_[Block::warp];
  bool there_[Block::warp];
};
inline size_t lane() { return Block::now().number() % Block::warp; }

}  // namespace wavelift::serial

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __shared__ static
#ifndef __restrict__
#define __restrict__ __restrict
#endif

using wavelift::serial::f16;
using half = wavelift::serial::f16;
using __half = wavelift::serial::f16;
using __hip_bfloat16 = wavelift::serial::bf16;
using __nv_bfloat16 = wavelift::serial::bf16;
using uint = unsigned;
using uchar = unsigned char;
using dim3 = wavelift::serial::Extent;

inline void __syncthreads() { wavelift::serial::Block::now().wait(wavelift::serial::Block::State::at_barrier); }
inline void __syncwarp(unsigned = ~0u) { wavelift::serial::Block::now().wait(wavelift::serial::Block::State::in_warp); }
inline void __threadfence() {}
inline void __threadfence_block() {}

// Shuffles read the lane that they name of their group of `width` lanes; where there is none, their own.
template <class T> T __shfl_sync(unsigned, T v, int from, int width = 32) {
  const wavelift::serial::Meeting<T> all(v);
  const int lane = static_cast<int>(wavelift::serial::lane());
  return all.of(static_cast<size_t>(lane / width * width + (from % width + width) % width));
}
template <class T> T __shfl_up_sync(unsigned, T v, unsigned by, int width = 32) {
  const wavelift::serial::Meeting<T> all(v);
  const size_t lane = wavelift::serial::lane();
  return lane % static_cast<size_t>(width) >= by ? all.of(lane - by) : v;
}
template <class T> T __shfl_down_sync(unsigned, T v, unsigned by, int width = 32) {
  const wavelift::serial::Meeting<T> all(v);
  const size_t lane = wavelift::serial::lane();
  return lane % static_cast<size_t>(width) + by < static_cast<size_t>(width) ? all.of(lane + by) : v;
}
template <class T> T __shfl_xor_sync(unsigned, T v, int mask, int width = 32) {
  const wavelift::serial::Meeting<T> all(v);
  const size_t lane = wavelift::serial::lane(), other = lane ^ static_cast<size_t>(mask);
  return other / static_cast<size_t>(width) <= lane / static_cast<size_t>(width) ? all.of(other) : v;
}
inline unsigned __ballot_sync(unsigned, int v) {
  const wavelift::serial::Meeting<int> all(v);
  unsigned out = 0;
  for (size_t k = 0; k < 32; ++k) out |= unsigned(all.has(k) && all.of(k) != 0) << k;
  return out;
}
inline int __any_sync(unsigned mask, int v) { return __ballot_sync(mask, v) != 0; }
inline int __all_sync(unsigned mask, int v) { return __ballot_sync(mask, v == 0) == 0; }
inline unsigned __activemask() { return __ballot_sync(~0u, 1); }
inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __clz(int v) { return v ? __builtin_clz(static_cast<unsigned>(v)) : 32; }
inline int __ffs(int v) { return __builtin_ffs(v); }

// One thread runs at a time, so that what is atomic on the device is so here.
#define WAVELIFT_ATOMIC(name, next)                                                                                           \
  template <class T, class V> T name(T* p, V given) {                                                                         \
    const T old = *p, v = static_cast<T>(given);                                                                              \
    *p = next;                                                                                                                \
    return old;                                                                                                               \
  }
WAVELIFT_ATOMIC(atomicAdd, static_cast<T>(old + v))
WAVELIFT_ATOMIC(atomicSub, static_cast<T>(old - v))
WAVELIFT_ATOMIC(atomicExch, v)
WAVELIFT_ATOMIC(atomicMin, v < old ? v : old)
WAVELIFT_ATOMIC(atomicMax, old < v ? v : old)
WAVELIFT_ATOMIC(atomicAnd, static_cast<T>(old & v))
WAVELIFT_ATOMIC(atomicOr, static_cast<T>(old | v))
WAVELIFT_ATOMIC(atomicXor, static_cast<T>(old ^ v))
#undef WAVELIFT_ATOMIC
template <class T, class V, class W> T atomicCAS(T* p, V compare, W v) {
  const T old = *p;
  if (old == static_cast<T>(compare)) *p = static_cast<T>(v);
  return old;
}

template <class A, class B> requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) constexpr std::common_type_t<A, B> min(A a, B b) { return b < a ? std::common_type_t<A, B>(b) : std::common_type_t<A, B>(a); }
template <class A, class B> requires(std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) constexpr std::common_type_t<A, B> max(A a, B b) { return a < b ? std::common_type_t<A, B>(b) : std::common_type_t<A, B>(a); }
template <class T> T __ldg(const T* p) { return *p; }
template <class T> wavelift::serial::f32 rsqrtf(T v) requires std::is_arithmetic_v<T> { return wavelift::serial::f32(1 / std::sqrt(static_cast<double>(v))); }
#define WAVELIFT_CONVERSION(name, from, to) inline wavelift::serial::to name(wavelift::serial::from v) { return wavelift::serial::to(v); }
WAVELIFT_CONVERSION(__half2float, f16, f32)
WAVELIFT_CONVERSION(__float2half, f32, f16)
WAVELIFT_CONVERSION(__float2half_rn, f32, f16)
WAVELIFT_CONVERSION(__bfloat162float, bf16, f32)
WAVELIFT_CONVERSION(__float2bfloat16, f32, bf16)
WAVELIFT_CONVERSION(__float2bfloat16_rn, f32, bf16)
#undef WAVELIFT_CONVERSION
inline wavelift::serial::f16 __hadd(wavelift::serial::f16 a, wavelift::serial::f16 b) { return a + b; }
inline wavelift::serial::f16 __hsub(wavelift::serial::f16 a, wavelift::serial::f16 b) { return a - b; }
inline wavelift::serial::f16 __hmul(wavelift::serial::f16 a, wavelift::serial::f16 b) { return a * b; }
inline wavelift::serial::f16 __hfma(wavelift::serial::f16 a, wavelift::serial::f16 b, wavelift::serial::f16 c) { return a * b + c; }
#ifdef WAVELIFT_MEASURE
// The device's names for functions that the host has under others.
#define WAVELIFT_SAME(name, of) inline wavelift::serial::f32 name(wavelift::serial::f32 v) { return of; }
WAVELIFT_SAME(__expf, expf(v))
WAVELIFT_SAME(__logf, logf(v))
WAVELIFT_SAME(__sinf, sinf(v))
WAVELIFT_SAME(__cosf, cosf(v))
WAVELIFT_SAME(__frsqrt_rn, 1 / sqrtf(v))
WAVELIFT_SAME(__frcp_rn, 1 / v)
WAVELIFT_SAME(__fsqrt_rn, sqrtf(v))
#undef WAVELIFT_SAME
inline float __powf(float a, float b) { return powf(a, b); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
#endif

#ifndef WAVELIFT_MEASURE
namespace wavelift::serial {

// A buffer as the kernel finds it: an input's contents, an output's none.
template <class T> std::vector<T> buffer(Case& c, const char* name) {
  std::vector<T> out;
  if (auto in = c.inputs.find(name); in != c.inputs.end()) {
    out.reserve(static_cast<size_t>(in->second.size()));
    for (double v : in->second.reals) out.push_back(static_cast<T>(v));
    for (int64_t v : in->second.wholes) out.push_back(static_cast<T>(v));
  } else {
    out.resize(static_cast<size_t>(c.output(name).size()));
  }
  return out;
}
// What it left. The judge counts errors in units of single precision's u, of double's where the buffer is double, and half an ulp of the
// buffer's own type by itself.
template <class T> void keep(Case& c, const char* name, const std::vector<T>& from) {
  Output& to = c.output(name);
  for (size_t i = 0; i < from.size(); ++i) {
    if constexpr (std::is_integral_v<T>) {
      to.set(static_cast<int64_t>(i), static_cast<double>(from[i]));
    } else {
      const double stored = T::u > 0x1p-24 ? T::u * std::abs(from[i].value) : 0;
      to.set(static_cast<int64_t>(i), from[i].value, std::max(0.0, from[i].err() - stored) / std::min(T::u, 0x1p-24));
    }
  }
}

}  // namespace wavelift::serial
#endif
