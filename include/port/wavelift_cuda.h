// Device functions that CUDA has and HIP has not, for ported source. Self-contained: it needs HIP's own headers only.
// Names are CUDA's without the leading underscores: __ldcs(p) is wlcuda::ldcs(p).
#ifndef WAVELIFT_CUDA_H
#define WAVELIFT_CUDA_H

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#if !defined(__HIPCC_RTC__)
#include <stdio.h>
#include <stdlib.h>
#endif

#define WLCUDA_DEVICE __device__ inline __attribute__((always_inline))

namespace wlcuda {

namespace detail {

template <class T> struct plain {
    static constexpr bool value = __is_arithmetic(T) || __is_pointer(T);
};

// The byte lanes or half-word lanes of two words, each through one function.
template <unsigned bits, bool is_signed, class Op> WLCUDA_DEVICE unsigned lanes(unsigned a, unsigned b, Op op)
{
    const unsigned mask = (1u << bits) - 1u;
    unsigned out = 0;
#pragma unroll
    for (unsigned at = 0; at < 32; at += bits) {
        int x = static_cast<int>((a >> at) & mask), y = static_cast<int>((b >> at) & mask);
        if (is_signed) {
            x = static_cast<int>(static_cast<unsigned>(x) << (32 - bits)) >> (32 - bits);
            y = static_cast<int>(static_cast<unsigned>(y) << (32 - bits)) >> (32 - bits);
        }
        out |= (static_cast<unsigned>(op(x, y)) & mask) << at;
    }
    return out;
}

WLCUDA_DEVICE int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
WLCUDA_DEVICE int distance(int x, int y) { return x < y ? y - x : x - y; }

} // namespace detail

// Loads and stores with a cache hint. The hint is kept where the compiler has one (streaming: non-temporal).
#define WLCUDA_LOAD(name)                                                                                    \
    template <class T> WLCUDA_DEVICE T name(const T *p) { return *p; }
WLCUDA_LOAD(ldcg)
WLCUDA_LOAD(ldca)
WLCUDA_LOAD(ldlu)
#undef WLCUDA_LOAD
template <class T> WLCUDA_DEVICE T ldcs(const T *p)
{
    if constexpr (detail::plain<T>::value) return __builtin_nontemporal_load(p);
    else return *p;
}
template <class T> WLCUDA_DEVICE T ldcv(const T *p)
{
    if constexpr (detail::plain<T>::value) return *static_cast<const volatile T *>(p);
    else return *p;
}
#define WLCUDA_STORE(name)                                                                                   \
    template <class T> WLCUDA_DEVICE void name(T *p, T v) { *p = v; }
WLCUDA_STORE(stwb)
WLCUDA_STORE(stcg)
WLCUDA_STORE(stwt)
#undef WLCUDA_STORE
template <class T> WLCUDA_DEVICE void stcs(T *p, T v)
{
    if constexpr (detail::plain<T>::value) __builtin_nontemporal_store(v, p);
    else *p = v;
}

// CUDA 12.8's atomic built-ins. Orders and scopes are HIP's numbers by now (the names are ported).
template <class T> WLCUDA_DEVICE T atomic_load_n(const T *p, int order, int = __HIP_MEMORY_SCOPE_SYSTEM)
{
    return order == __ATOMIC_RELAXED ? __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM)
                                     : __hip_atomic_load(p, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
template <class T> WLCUDA_DEVICE void atomic_store_n(T *p, T v, int order, int = __HIP_MEMORY_SCOPE_SYSTEM)
{
    if (order == __ATOMIC_RELAXED) __hip_atomic_store(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    else __hip_atomic_store(p, v, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
#define WLCUDA_ATOMIC(name, builtin)                                                                         \
    template <class T> WLCUDA_DEVICE T name(T *p, T v, int order, int = __HIP_MEMORY_SCOPE_SYSTEM)           \
    {                                                                                                        \
        return order == __ATOMIC_RELAXED ? builtin(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM)        \
                                         : builtin(p, v, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);       \
    }
WLCUDA_ATOMIC(atomic_fetch_add, __hip_atomic_fetch_add)
WLCUDA_ATOMIC(atomic_fetch_sub, __hip_atomic_fetch_sub)
WLCUDA_ATOMIC(atomic_fetch_and, __hip_atomic_fetch_and)
WLCUDA_ATOMIC(atomic_fetch_or, __hip_atomic_fetch_or)
WLCUDA_ATOMIC(atomic_fetch_xor, __hip_atomic_fetch_xor)
WLCUDA_ATOMIC(atomic_fetch_min, __hip_atomic_fetch_min)
WLCUDA_ATOMIC(atomic_fetch_max, __hip_atomic_fetch_max)
WLCUDA_ATOMIC(atomic_exchange_n, __hip_atomic_exchange)
#undef WLCUDA_ATOMIC

// Sleeps about `ns` nanoseconds: s_sleep counts in 64 cycles, which are about 40 ns.
WLCUDA_DEVICE void nanosleep(unsigned ns)
{
    for (unsigned done = 0; done < ns; done += 40) __builtin_amdgcn_s_sleep(1);
}

// Position of the nth bit that is set, from bit `base` upwards (offset > 0) or downwards; ~0u when there is none.
WLCUDA_DEVICE unsigned fns(unsigned mask, unsigned base, int offset)
{
    if (offset == 0) return mask >> base & 1u ? base : ~0u;
    const int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset : -offset;
    for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
        if ((mask >> at & 1u) && --left == 0) return static_cast<unsigned>(at);
    return ~0u;
}

// Dot products of four bytes, and of two half-words with two of four bytes, added to c.
WLCUDA_DEVICE int dp4a(int a, int b, int c)
{
#pragma unroll
    for (int at = 0; at < 32; at += 8) c += static_cast<signed char>(a >> at) * static_cast<signed char>(b >> at);
    return c;
}
WLCUDA_DEVICE unsigned dp4a(unsigned a, unsigned b, unsigned c)
{
#pragma unroll
    for (int at = 0; at < 32; at += 8) c += (a >> at & 255u) * (b >> at & 255u);
    return c;
}
WLCUDA_DEVICE int dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
WLCUDA_DEVICE unsigned dp4a(uchar4 a, uchar4 b, unsigned c)
{
    return c + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
WLCUDA_DEVICE int dp2a_lo(int a, int b, int c)
{
    return c + static_cast<short>(a) * static_cast<signed char>(b) +
           static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8);
}
WLCUDA_DEVICE int dp2a_hi(int a, int b, int c) { return dp2a_lo(a, b >> 16, c); }
WLCUDA_DEVICE unsigned dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return c + (a & 0xffffu) * (b & 255u) + (a >> 16) * (b >> 8 & 255u);
}
WLCUDA_DEVICE unsigned dp2a_hi(unsigned a, unsigned b, unsigned c) { return dp2a_lo(a, b >> 16, c); }

// SIMD within a word. 2: half-words, 4: bytes; s: signed, u: unsigned; ss and us saturate.
#define WLCUDA_SIMD(name, bits, is_signed, expression)                                                       \
    WLCUDA_DEVICE unsigned name(unsigned a, unsigned b)                                                      \
    {                                                                                                        \
        return detail::lanes<bits, is_signed>(a, b, [](int x, int y) { return expression; });                \
    }
WLCUDA_SIMD(vadd2, 16, false, x + y)
WLCUDA_SIMD(vadd4, 8, false, x + y)
WLCUDA_SIMD(vsub2, 16, false, x - y)
WLCUDA_SIMD(vsub4, 8, false, x - y)
WLCUDA_SIMD(vaddss4, 8, true, detail::clamp(x + y, -128, 127))
WLCUDA_SIMD(vaddus4, 8, false, detail::clamp(x + y, 0, 255))
WLCUDA_SIMD(vsubss4, 8, true, detail::clamp(x - y, -128, 127))
WLCUDA_SIMD(vsubus4, 8, false, detail::clamp(x - y, 0, 255))
WLCUDA_SIMD(vmaxs2, 16, true, x > y ? x : y)
WLCUDA_SIMD(vmaxs4, 8, true, x > y ? x : y)
WLCUDA_SIMD(vmaxu2, 16, false, x > y ? x : y)
WLCUDA_SIMD(vmaxu4, 8, false, x > y ? x : y)
WLCUDA_SIMD(vmins2, 16, true, x < y ? x : y)
WLCUDA_SIMD(vmins4, 8, true, x < y ? x : y)
WLCUDA_SIMD(vminu2, 16, false, x < y ? x : y)
WLCUDA_SIMD(vminu4, 8, false, x < y ? x : y)
WLCUDA_SIMD(vabsdiffs4, 8, true, detail::distance(x, y))
WLCUDA_SIMD(vabsdiffu4, 8, false, detail::distance(x, y))
WLCUDA_SIMD(vavgu4, 8, false, (x + y + 1) >> 1)
WLCUDA_SIMD(vcmpeq2, 16, false, x == y ? ~0 : 0)
WLCUDA_SIMD(vcmpne2, 16, false, x != y ? ~0 : 0)
WLCUDA_SIMD(vcmpeq4, 8, false, x == y ? ~0 : 0)
WLCUDA_SIMD(vcmpne4, 8, false, x != y ? ~0 : 0)
WLCUDA_SIMD(vcmpgtu4, 8, false, x > y ? ~0 : 0)
WLCUDA_SIMD(vcmpgts4, 8, true, x > y ? ~0 : 0)
WLCUDA_SIMD(vcmpgeu4, 8, false, x >= y ? ~0 : 0)
WLCUDA_SIMD(vcmpges4, 8, true, x >= y ? ~0 : 0)
WLCUDA_SIMD(vcmpltu4, 8, false, x < y ? ~0 : 0)
WLCUDA_SIMD(vcmplts4, 8, true, x < y ? ~0 : 0)
WLCUDA_SIMD(vcmpleu4, 8, false, x <= y ? ~0 : 0)
WLCUDA_SIMD(vcmples4, 8, true, x <= y ? ~0 : 0)
WLCUDA_SIMD(vseteq4, 8, false, x == y)
WLCUDA_SIMD(vsetne4, 8, false, x != y)
#undef WLCUDA_SIMD
WLCUDA_DEVICE unsigned vneg2(unsigned a) { return vsub2(0, a); }
WLCUDA_DEVICE unsigned vneg4(unsigned a) { return vsub4(0, a); }
WLCUDA_DEVICE unsigned vabs2(unsigned a)
{
    return detail::lanes<16, true>(a, 0, [](int x, int) { return x < 0 ? -x : x; });
}
WLCUDA_DEVICE unsigned vabs4(unsigned a)
{
    return detail::lanes<8, true>(a, 0, [](int x, int) { return x < 0 ? -x : x; });
}
namespace detail {
WLCUDA_DEVICE unsigned sum4(unsigned v) { return (v & 255u) + (v >> 8 & 255u) + (v >> 16 & 255u) + (v >> 24); }
} // namespace detail
WLCUDA_DEVICE unsigned vsadu4(unsigned a, unsigned b) { return detail::sum4(vabsdiffu4(a, b)); }
WLCUDA_DEVICE unsigned vsads4(unsigned a, unsigned b) { return detail::sum4(vabsdiffs4(a, b)); }

// Hyperbolic tangent of half-precision types, through float.
template <class T> WLCUDA_DEVICE T htanh(T x) { return static_cast<T>(tanhf(static_cast<float>(x))); }
template <class T> WLCUDA_DEVICE T htanh_approx(T x) { return wlcuda::htanh(x); }
WLCUDA_DEVICE __half2 h2tanh(__half2 x)
{
    return __floats2half2_rn(tanhf(__low2float(x)), tanhf(__high2float(x)));
}
WLCUDA_DEVICE __half2 h2tanh_approx(__half2 x) { return wlcuda::h2tanh(x); }

// Asynchronous copies to shared memory, done at once: commit and wait have nothing left to do. A barrier still has
// to follow before other threads read.
WLCUDA_DEVICE void pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zero_fill = 0)
{
    const size_t copied = size - zero_fill;
    if (copied == 16 && zero_fill == 0) {
        *static_cast<uint4 *>(to) = *static_cast<const uint4 *>(from);
        return;
    }
    for (size_t i = 0; i < size; ++i)
        static_cast<char *>(to)[i] = i < copied ? static_cast<const char *>(from)[i] : 0;
}
WLCUDA_DEVICE void pipeline_commit() {}
WLCUDA_DEVICE void pipeline_wait_prior(int) {}

// Functions that CUDA has on the host as well.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define WLCUDA_MATH(name, parameters, arguments, expression)                                                 \
    __host__ __device__ inline auto name parameters { return ::name arguments; }
#else
#define WLCUDA_MATH(name, parameters, arguments, expression)                                                 \
    __host__ __device__ inline auto name parameters { return expression; }
#endif
WLCUDA_MATH(rsqrtf, (float x), (x), 1.0f / __builtin_sqrtf(x))
WLCUDA_MATH(rsqrt, (double x), (x), 1.0 / __builtin_sqrt(x))
WLCUDA_MATH(rcbrtf, (float x), (x), 1.0f / __builtin_cbrtf(x))
WLCUDA_MATH(rcbrt, (double x), (x), 1.0 / __builtin_cbrt(x))
WLCUDA_MATH(rhypotf, (float x, float y), (x, y), 1.0f / __builtin_hypotf(x, y))
WLCUDA_MATH(rhypot, (double x, double y), (x, y), 1.0 / __builtin_hypot(x, y))
WLCUDA_MATH(sinpif, (float x), (x), static_cast<float>(__builtin_sin(3.14159265358979323846 * __builtin_fmod(x, 2.0))))
WLCUDA_MATH(sinpi, (double x), (x), __builtin_sin(3.14159265358979323846 * __builtin_fmod(x, 2.0)))
WLCUDA_MATH(cospif, (float x), (x), static_cast<float>(__builtin_cos(3.14159265358979323846 * __builtin_fmod(x, 2.0))))
WLCUDA_MATH(cospi, (double x), (x), __builtin_cos(3.14159265358979323846 * __builtin_fmod(x, 2.0)))
WLCUDA_MATH(norm3df, (float x, float y, float z), (x, y, z), __builtin_hypotf(__builtin_hypotf(x, y), z))
WLCUDA_MATH(norm3d, (double x, double y, double z), (x, y, z), __builtin_hypot(__builtin_hypot(x, y), z))
WLCUDA_MATH(norm4df, (float x, float y, float z, float w), (x, y, z, w),
            __builtin_hypotf(__builtin_hypotf(x, y), __builtin_hypotf(z, w)))
WLCUDA_MATH(norm4d, (double x, double y, double z, double w), (x, y, z, w),
            __builtin_hypot(__builtin_hypot(x, y), __builtin_hypot(z, w)))
WLCUDA_MATH(normcdff, (float x), (x), 0.5f * __builtin_erfcf(x * -0.70710678f))
WLCUDA_MATH(normcdf, (double x), (x), 0.5 * __builtin_erfc(x * -0.70710678118654752440))
#undef WLCUDA_MATH
// CUDA overloads these for float, too.
__host__ __device__ inline float rsqrt(float x) { return rsqrtf(x); }

#if !defined(__HIPCC_RTC__)
// CUB's CubDebugExit.
inline void cub_debug_exit(hipError_t error, const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    if (error == hipSuccess) return;
    fprintf(stderr, "HIP error %d [%s, %d]: %s\n", static_cast<int>(error), file, line, hipGetErrorString(error));
    exit(1);
}
#endif

// cudaGetErrorName and cudaGetErrorString, which device code may call, too. The errors that a kernel can meet have their names
// there.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
namespace detail {
__device__ inline const char *error_text(hipError_t error)
{
    switch (error) {
    case hipSuccess: return "hipSuccess";
    case hipErrorInvalidValue: return "hipErrorInvalidValue";
    case hipErrorOutOfMemory: return "hipErrorOutOfMemory";
    case hipErrorInvalidConfiguration: return "hipErrorInvalidConfiguration";
    case hipErrorInvalidDevice: return "hipErrorInvalidDevice";
    case hipErrorNotReady: return "hipErrorNotReady";
    case hipErrorNotSupported: return "hipErrorNotSupported";
    case hipErrorLaunchFailure: return "hipErrorLaunchFailure";
    default: return "hipErrorUnknown";
    }
}
} // namespace detail
__host__ __device__ inline const char *get_error_name(hipError_t error) { return detail::error_text(error); }
__host__ __device__ inline const char *get_error_string(hipError_t error) { return detail::error_text(error); }
#else
__host__ __device__ inline const char *get_error_name(hipError_t error) { return hipGetErrorName(error); }
__host__ __device__ inline const char *get_error_string(hipError_t error) { return hipGetErrorString(error); }
#endif

#if !defined(__HIPCC_RTC__) && defined(HIP_VERSION) && HIP_VERSION >= 70100000
// A device's number, or hipCpuDeviceId, as hipMemAdvise takes it from HIP 10.2 on.
inline hipMemLocation memory_location(int device)
{
    hipMemLocation location{};
    location.type = device == hipCpuDeviceId ? hipMemLocationTypeHost : hipMemLocationTypeDevice;
    location.id = device == hipCpuDeviceId ? 0 : device;
    return location;
}
#endif

// PTX instructions that have no operator or function of their own in C++.
namespace ptx {
WLCUDA_DEVICE unsigned shl(unsigned a, unsigned n) { return n > 31 ? 0u : a << n; }
WLCUDA_DEVICE unsigned shr(unsigned a, unsigned n) { return n > 31 ? 0u : a >> n; }
WLCUDA_DEVICE unsigned bfe_u32(unsigned a, unsigned at, unsigned length)
{
    at &= 255u;
    length &= 255u;
    if (at > 31 || length == 0) return 0;
    return length > 31 ? a >> at : (a >> at) & ((1u << length) - 1u);
}
// Bits beyond the word are copies of the field's sign.
WLCUDA_DEVICE int bfe_s32(int a, unsigned at, unsigned length)
{
    at &= 255u;
    length &= 255u;
    if (length == 0) return 0;
    const long long wide = at > 31 ? (a < 0 ? -1ll : 0ll) : static_cast<long long>(a) >> at;
    return length > 31 ? static_cast<int>(wide) : static_cast<int>(static_cast<unsigned>(wide) << (32 - length)) >> (32 - length);
}
WLCUDA_DEVICE unsigned bfi(unsigned from, unsigned into, unsigned at, unsigned length)
{
    at &= 255u;
    length &= 255u;
    if (at > 31 || length == 0) return into;
    const unsigned field = (length > 31 ? ~0u : (1u << length) - 1u) << at;
    return (into & ~field) | ((from << at) & field);
}
WLCUDA_DEVICE unsigned prmt(unsigned a, unsigned b, unsigned selector)
{
    const unsigned long long both = static_cast<unsigned long long>(b) << 32 | a;
    unsigned out = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const unsigned s = selector >> (4 * k);
        unsigned byte = static_cast<unsigned>(both >> (8 * (s & 7u))) & 255u;
        if (s & 8u) byte = byte & 128u ? 255u : 0u;
        out |= byte << (8 * k);
    }
    return out;
}
// Bit by bit the function of three inputs whose table is `lut`.
template <unsigned lut> WLCUDA_DEVICE unsigned lop3(unsigned a, unsigned b, unsigned c)
{
    unsigned out = 0;
#pragma unroll
    for (unsigned k = 0; k < 8; ++k)
        if (lut >> k & 1u) out |= (k & 4u ? a : ~a) & (k & 2u ? b : ~b) & (k & 1u ? c : ~c);
    return out;
}
// Two halves in a word.
WLCUDA_DEVICE unsigned ex2_f16x2(unsigned v)
{
    __half2 h;
    __builtin_memcpy(&h, &v, sizeof v);
    h = h2exp2(h);
    __builtin_memcpy(&v, &h, sizeof v);
    return v;
}
WLCUDA_DEVICE unsigned tanh_f16x2(unsigned v)
{
    __half2 h;
    __builtin_memcpy(&h, &v, sizeof v);
    h = wlcuda::h2tanh(h);
    __builtin_memcpy(&v, &h, sizeof v);
    return v;
}
} // namespace ptx

// Functions of CUDA's headers that are not for programs, which some call all the same.
__host__ __device__ inline float internal_bfloat162float(unsigned short v)
{
    const unsigned bits = static_cast<unsigned>(v) << 16;
    float f;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}

} // namespace wlcuda

#undef WLCUDA_DEVICE
#endif
