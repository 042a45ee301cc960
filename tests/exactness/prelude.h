// What generated kernels are written in: operations that are defined for every operand and give the same bits on every
// machine, and exchanges between threads. Included by the generated source, which is compiled for the device (as HIP,
// with no other header, LANES being its wave size) and for the host, where the threads of a block are fibers that take turns at each exchange.
//
// NaNs: which payload and sign an operation gives is not specified, so no NaN is ever looked at bit by bit. bits(x) gives
// every NaN one pattern, inputs and results pass through it, and copysign takes a NaN for a positive number.
#pragma once

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using i32 = int;
using u32 = unsigned;
using i64 = long long;
using u64 = unsigned long long;
using f16 = _Float16;
using f32 = float;
using f64 = double;
using h2 = f16 __attribute__((ext_vector_type(2)));
using f2 = f32 __attribute__((ext_vector_type(2)));
using s2 = u16 __attribute__((ext_vector_type(2)));

#ifdef __AMDGCN__
#define DEVICE __attribute__((device))
#define KERNEL(threads) extern "C" __attribute__((global, amdgpu_flat_work_group_size(threads, threads))) void
#define SHARED __attribute__((shared))
#define CONSTANT __attribute__((constant))
#else
#define DEVICE
#define KERNEL(threads) extern "C" __attribute__((visibility("default"))) void
#define SHARED static
#define CONSTANT
#endif
#define NOINLINE static __attribute__((noinline)) DEVICE
#define FN static inline DEVICE
#define T1 template <class T> static inline DEVICE

// --- Types ---

template <class T> inline constexpr bool is_float = false;
template <> inline constexpr bool is_float<f16> = true;
template <> inline constexpr bool is_float<f32> = true;
template <> inline constexpr bool is_float<f64> = true;
template <class T> inline constexpr bool is_vector = false;
template <> inline constexpr bool is_vector<h2> = true;
template <> inline constexpr bool is_vector<f2> = true;
template <> inline constexpr bool is_vector<s2> = true;
template <class T> inline constexpr bool is_signed_int = !is_float<T> && T(-1) < T(0);
template <class T> inline constexpr u32 width_of = sizeof(T) * 8;

template <unsigned Bytes> struct UnsignedOf;
template <> struct UnsignedOf<1> { using type = u8; };
template <> struct UnsignedOf<2> { using type = u16; };
template <> struct UnsignedOf<4> { using type = u32; };
template <> struct UnsignedOf<8> { using type = u64; };
template <class T> using Unsigned = typename UnsignedOf<sizeof(T)>::type;
// The unsigned type that sums and products are made in, so that nothing overflows.
template <class T> using Wide = typename UnsignedOf<(sizeof(T) > 4 ? 8 : 4)>::type;

// --- Bits ---

T1 Unsigned<T> bits(T x) {
  if constexpr (is_float<T>) {
    if (x != x) return sizeof(T) == 2 ? (Unsigned<T>)0x7e00 : sizeof(T) == 4 ? (Unsigned<T>)0x7fc00000 : (Unsigned<T>)0x7ff8000000000000;
  }
  return __builtin_bit_cast(Unsigned<T>, x);
}
FN u64 bits(h2 x) { return bits(x.x) | (u64)bits(x.y) << 16; }
FN u64 bits(f2 x) { return bits(x.x) | (u64)bits(x.y) << 32; }
FN u64 bits(s2 x) { return x.x | (u64)x.y << 16; }

// A value of T from random bits: half of the floats are of moderate size, the others any pattern (NaNs made canonical).
T1 T from_bits(u64 x) {
  if constexpr (is_float<T>) {
    if (x >> 63) return (T)((f32)(i32)(x >> 40 & 0xfff) * 0.0625f - 100.0f);
    T r = __builtin_bit_cast(T, (Unsigned<T>)(x << (x >> 60 & 1)));
    return __builtin_bit_cast(T, bits(r));
  } else {
    return (T)x;
  }
}
template <> DEVICE inline h2 from_bits<h2>(u64 x) { return h2{from_bits<f16>(x), from_bits<f16>(x * 0x9e3779b97f4a7c15ull)}; }
template <> DEVICE inline f2 from_bits<f2>(u64 x) { return f2{from_bits<f32>(x), from_bits<f32>(x * 0x9e3779b97f4a7c15ull)}; }
template <> DEVICE inline s2 from_bits<s2>(u64 x) { return s2{(u16)x, (u16)(x >> 16)}; }

// --- Arithmetic ---

T1 T neg(T a) {
  if constexpr (is_float<T>) return -a;
  else return (T)((Wide<T>)0 - (Wide<T>)a);
}
T1 T add(T a, T b) {
  if constexpr (is_float<T> || is_vector<T>) return a + b;
  else return (T)((Wide<T>)a + (Wide<T>)b);
}
T1 T sub(T a, T b) {
#ifdef __AMDGCN__
  // clang takes 0 - b for -b where that becomes a modifier of what reads it, though 0 - 0 is no -0: hide such a 0.
  if constexpr (is_float<T>)
    if (__builtin_constant_p(a) && a == T(0)) __asm__("" : "+v"(a));
#endif
  if constexpr (is_float<T> || is_vector<T>) return a - b;
  else return (T)((Wide<T>)a - (Wide<T>)b);
}
T1 T mul(T a, T b) {
  if constexpr (is_float<T> || is_vector<T>) return a * b;
  else return (T)((Wide<T>)a * (Wide<T>)b);
}
T1 T divide(T a, T b) {
  if constexpr (is_float<T>) return a / b;
  else if constexpr (is_signed_int<T>) return b == 0 || b == T(-1) ? neg(a) : (T)(a / b);
  else return b == 0 ? a : (T)(a / b);
}
T1 T modulo(T a, T b) {
  if constexpr (is_signed_int<T>) return b == 0 || b == T(-1) ? T(0) : (T)(a % b);
  else return b == 0 ? T(1) : (T)(a % b);
}
T1 T shl(T a, u32 n) { return (T)((Wide<T>)(Unsigned<T>)a << (n % width_of<T>)); }
T1 T shr(T a, u32 n) { return (T)(a >> (n % width_of<T>)); }
T1 T rotl(T a, u32 n) {
  const Unsigned<T> x = (Unsigned<T>)a;
  n %= width_of<T>;
  return (T)(Unsigned<T>)((Wide<T>)x << n | (Wide<T>)x >> ((width_of<T> - n) % width_of<T>));
}
FN u32 alignbit(u32 high, u32 low, u32 n) { return (u32)(((u64)high << 32 | low) >> (n & 31)); }
T1 T bit_and(T a, T b) { return (T)(a & b); }
T1 T bit_or(T a, T b) { return (T)(a | b); }
T1 T bit_xor(T a, T b) { return (T)(a ^ b); }
T1 T bit_not(T a) { return (T)~a; }
T1 T bitfield(T a, u32 at, u32 width) {
  at %= width_of<T>;
  width %= width_of<T>;
  return (T)((Unsigned<T>)a >> at & (((Wide<T>)1 << width) - 1));
}
T1 T insert(T mask, T a, T b) { return (T)((mask & a) | (~mask & b)); }

T1 T popcount(T a) { return (T)__builtin_popcountg((Unsigned<T>)a); }
T1 T leading(T a) { return (T)__builtin_clzg((Unsigned<T>)a, (int)width_of<T>); }
T1 T trailing(T a) { return (T)__builtin_ctzg((Unsigned<T>)a, (int)width_of<T>); }
T1 T reverse(T a) {
  if constexpr (sizeof(T) == 1) return (T)__builtin_bitreverse8((u8)a);
  else if constexpr (sizeof(T) == 2) return (T)__builtin_bitreverse16((u16)a);
  else if constexpr (sizeof(T) == 4) return (T)__builtin_bitreverse32((u32)a);
  else return (T)__builtin_bitreverse64((u64)a);
}
T1 T swap_bytes(T a) {
  if constexpr (sizeof(T) == 1) return a;
  else if constexpr (sizeof(T) == 2) return (T)__builtin_bswap16((u16)a);
  else if constexpr (sizeof(T) == 4) return (T)__builtin_bswap32((u32)a);
  else {
#if defined(__GFX11__) && !defined(__OPTIMIZE__)
    // clang 22 at -O0 copies only the lower 16 bits of each half to the register whose bytes v_perm_b32 then swaps.
    return (T)((u64)__builtin_bswap32((u32)a) << 32 | __builtin_bswap32((u32)((u64)a >> 32)));
#else
    return (T)__builtin_bswap64((u64)a);
#endif
  }
}
T1 T mul_high(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    if constexpr (is_signed_int<T>) return (T)((__int128)a * b >> 64);
    else return (T)((unsigned __int128)a * b >> 64);
  } else if constexpr (is_signed_int<T>) {
    return (T)((i64)a * b >> width_of<T>);
  } else {
    return (T)((u64)a * b >> width_of<T>);
  }
}
T1 T add_saturated(T a, T b) { return __builtin_elementwise_add_sat(a, b); }
T1 T sub_saturated(T a, T b) { return __builtin_elementwise_sub_sat(a, b); }
T1 T add_checked(T a, T b) {
  T r;
  return __builtin_add_overflow(a, b, &r) ? (T)~r : r;
}
T1 T sub_checked(T a, T b) {
  T r;
  return __builtin_sub_overflow(a, b, &r) ? (T)~r : r;
}
T1 T mul_checked(T a, T b) {
  T r;
  return __builtin_mul_overflow(a, b, &r) ? (T)~r : r;
}
FN u64 mad_wide(u32 a, u32 b, u64 c) { return (u64)a * b + c; }
FN i64 mad_wide_signed(i32 a, i32 b, i64 c) { return (i64)((u64)((i64)a * b) + (u64)c); }
FN u32 mad24(u32 a, u32 b, u32 c) { return (a & 0xffffff) * (b & 0xffffff) + c; }
FN i32 mad24_signed(i32 a, i32 b, i32 c) {
  return (i32)((u32)((i32)((u32)a << 8) >> 8) * (u32)((i32)((u32)b << 8) >> 8) + (u32)c);
}

#ifdef __AMDGCN__
FN u32 byte_permute(u32 a, u32 b, u32 select) { return __builtin_amdgcn_perm(a, b, select & 0x0c070707); }
FN u32 sum_of_differences(u32 a, u32 b, u32 c) { return __builtin_amdgcn_sad_u8(a, b, c); }
FN u32 dot4(u32 a, u32 b, u32 c) { return __builtin_amdgcn_udot4(a, b, c, false); }
#else
FN u32 byte_permute(u32 a, u32 b, u32 select) {
  u32 r = 0;
  for (u32 k = 0; k < 4; ++k) {
    u32 s = select >> 8 * k & (k == 3 ? 0x0c : 7);
    u32 v = s < 8 ? (u32)(((u64)a << 32 | b) >> 8 * s & 0xff) : s == 12 ? 0 : ((u64)a << 32 | b) >> (s == 8 ? 15 : 31) & 1 ? 0xff : 0;
    r |= v << 8 * k;
  }
  return r;
}
FN u32 sum_of_differences(u32 a, u32 b, u32 c) {
  for (u32 k = 0; k < 32; k += 8) {
    u32 x = a >> k & 0xff, y = b >> k & 0xff;
    c += x > y ? x - y : y - x;
  }
  return c;
}
FN u32 dot4(u32 a, u32 b, u32 c) {
  for (u32 k = 0; k < 32; k += 8) c += (a >> k & 0xff) * (b >> k & 0xff);
  return c;
}
#endif

// --- Conversions ---

// Out of range (NaN too) gives 0. Integers of more than 16 bits become halves by way of floats, rounded twice everywhere.
template <class To, class From> static inline DEVICE To to(From x) {
  if constexpr (is_float<From> && !is_float<To>) {
    const f64 high = __builtin_ldexp(1.0, (int)width_of<To> - (is_signed_int<To> ? 1 : 0)), low = is_signed_int<To> ? -high : 0.0;
    return (f64)x >= low && (f64)x < high ? (To)x : To(0);
  } else if constexpr (sizeof(To) == 2 && is_float<To> && sizeof(From) > 2 && !is_float<From>) {
    return (To)(f32)x;
  } else if constexpr (sizeof(To) == 2 && is_float<To> && sizeof(From) == 4) {
    // A product becomes a half by way of v_fma_mixlo_f16, to which clang 22 gives +0, not -0, to add: zeros come out positive.
    const To r = (To)x;
    return r == To(0) ? To(0) : r;
  } else {
    return (To)x;
  }
}

// --- Floating point ---

T1 T copysign(T a, T sign) {
  const bool minus = sign == sign && bits(sign) >> (width_of<T> - 1);
  if constexpr (sizeof(T) == 8) return minus ? -__builtin_fabs(a) : __builtin_fabs(a);
  else return (T)(minus ? -__builtin_fabsf((f32)a) : __builtin_fabsf((f32)a));
}
T1 T absolute(T a) {
  if constexpr (!is_float<T>) return a < T(0) ? neg(a) : a;
  else if constexpr (sizeof(T) == 8) return __builtin_fabs(a);
  else if constexpr (sizeof(T) == 4) return __builtin_fabsf(a);
  else return __builtin_fabsf16(a);
}
// -0 is less than +0, and a number wins over a NaN.
T1 T least(T a, T b) {
  if constexpr (!is_float<T>) return a < b ? a : b;
#ifdef __AMDGCN__
  else if constexpr (sizeof(T) == 8) return __builtin_fmin(a, b);
  else if constexpr (sizeof(T) == 4) return __builtin_fminf(a, b);
  else return __builtin_fminf16(a, b);
#else
  else return a != a ? b : b != b ? a : a == b ? (bits(a) >> (width_of<T> - 1) ? a : b) : a < b ? a : b;
#endif
}
T1 T greatest(T a, T b) {
  if constexpr (!is_float<T>) return a > b ? a : b;
#ifdef __AMDGCN__
  else if constexpr (sizeof(T) == 8) return __builtin_fmax(a, b);
  else if constexpr (sizeof(T) == 4) return __builtin_fmaxf(a, b);
  else return __builtin_fmaxf16(a, b);
#else
  else return a != a ? b : b != b ? a : a == b ? (bits(a) >> (width_of<T> - 1) ? b : a) : a > b ? a : b;
#endif
}
// Where clang makes v_med3 of this it does not ask whether an operand is a NaN, and the sign of a zero then depends on the
// order that it gives the operands: NaNs are taken for 0, and zeros come out positive.
T1 T median(T a, T b, T c) {
  if constexpr (is_float<T>) a = a == a ? a : T(0), b = b == b ? b : T(0), c = c == c ? c : T(0);
  T r = greatest(least(a, b), least(greatest(a, b), c));
  return r == T(0) ? T(0) : r;
}

#ifdef __AMDGCN__
FN f16 fused(f16 a, f16 b, f16 c) { return __builtin_fmaf16(a, b, c); }
#else
// The exact product, the sum rounded to odd, which a second rounding to half leaves exact.
FN f16 fused(f16 a, f16 b, f16 c) {
  f64 p = (f64)a * (f64)b, d = (f64)c, s = p + d, t = s - p, error = (p - (s - t)) + (d - t);
  u64 x = __builtin_bit_cast(u64, s);
  if (s - s == 0 && error != 0 && !(x & 1)) x += (error > 0) == (s > 0) ? 1 : -1;
  return (f16)__builtin_bit_cast(f64, x);
}
#endif
FN f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
FN f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
FN h2 fused(h2 a, h2 b, h2 c) { return h2{fused(a.x, b.x, c.x), fused(a.y, b.y, c.y)}; }
FN f2 fused(f2 a, f2 b, f2 c) { return f2{fused(a.x, b.x, c.x), fused(a.y, b.y, c.y)}; }
FN h2 least(h2 a, h2 b) { return h2{least(a.x, b.x), least(a.y, b.y)}; }
FN h2 greatest(h2 a, h2 b) { return h2{greatest(a.x, b.x), greatest(a.y, b.y)}; }
FN s2 least(s2 a, s2 b) { return s2{least(a.x, b.x), least(a.y, b.y)}; }
FN s2 greatest(s2 a, s2 b) { return s2{greatest(a.x, b.x), greatest(a.y, b.y)}; }
FN s2 shl(s2 a, u32 n) { return a << (u16)(n & 15); }
FN s2 shr(s2 a, u32 n) { return a >> (u16)(n & 15); }

#define UNARY(name, builtin)                                                        \
  T1 T name(T a) {                                                                  \
    if constexpr (sizeof(T) == 8) return __builtin_##builtin(a);                    \
    else if constexpr (sizeof(T) == 4) return __builtin_##builtin##f(a);            \
    else return __builtin_##builtin##f16(a);                                        \
  }
UNARY(square_root, sqrt)
UNARY(round_down, floor)
UNARY(round_up, ceil)
UNARY(round_to_zero, trunc)
UNARY(round_to_even, rint)
UNARY(round_half_away, round)
#undef UNARY

T1 T scaled(T a, i32 n) {
  n = n < -300 ? -300 : n > 300 ? 300 : n;
  if constexpr (sizeof(T) == 8) return __builtin_ldexp(a, n);
  else if constexpr (sizeof(T) == 4) return __builtin_ldexpf(a, n);
  else return to<f16>(__builtin_ldexpf((f32)a, n));
}
T1 T mantissa(T a) {
  if (!(a - a == T(0)) || a == T(0)) return a;
  int e = 0;
  if constexpr (sizeof(T) == 8) return __builtin_frexp(a, &e);
  else return (T)__builtin_frexpf((f32)a, &e);
}
T1 i32 exponent(T a) {
  if (!(a - a == T(0)) || a == T(0)) return 0;
  int e = 0;
  if constexpr (sizeof(T) == 8) (void)__builtin_frexp(a, &e);
  else (void)__builtin_frexpf((f32)a, &e);
  return e;
}

// --- Memory ---

template <class T> static inline DEVICE T load(const void* p, u32 at) {
  T r;
  __builtin_memcpy(&r, (const u8*)p + at, sizeof r);
  return r;
}
template <class T> static inline DEVICE void store(void* p, u32 at, T x) { __builtin_memcpy((u8*)p + at, &x, sizeof x); }

// --- Threads ---

#ifdef __AMDGCN__

FN u32 thread_id() { return __builtin_amdgcn_workitem_id_x(); }
FN u32 block_id() { return __builtin_amdgcn_workgroup_id_x(); }
FN void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
FN u32 lane_in_wave() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); }

FN u32 shuffle32(u32 x, u32 from) {
  return (u32)__builtin_amdgcn_ds_bpermute((i32)(((lane_in_wave() & ~31u) | (from & 31)) << 2), (i32)x);
}
template <int Control> static inline DEVICE u32 dpp32(u32 old, u32 x) {
  return (u32)__builtin_amdgcn_update_dpp((i32)old, (i32)x, Control, 0xf, 0xf, false);
}
template <int Mask> static inline DEVICE u32 swizzle32(u32 x) { return (u32)__builtin_amdgcn_ds_swizzle((i32)x, Mask << 10 | 0x1f); }
FN u32 ballot(bool p) {
#if LANES == 32
  return __builtin_amdgcn_ballot_w32(p);
#else
  return (u32)(__builtin_amdgcn_ballot_w64(p) >> (lane_in_wave() & 32));
#endif
}
// The lanes where p and q hold, taken by the lanes of p only; others get 0.
FN u32 ballot_within(bool p, bool q) {
  u32 r = 0;
  if (p) r = ballot(q);
  return r;
}
FN u32 read_lane(u32 x, u32 lane) {
  u32 low = (u32)__builtin_amdgcn_readlane((i32)x, (i32)(lane & 31));
#if LANES == 64
  u32 high = (u32)__builtin_amdgcn_readlane((i32)x, (i32)(lane & 31) + 32);
  if (lane_in_wave() & 32) return high;
#endif
  return low;
}
FN u32 uniform(u32 x) { return (u32)__builtin_amdgcn_readfirstlane((i32)x); }

#define ATOMIC(name, fetch)                                                                            \
  T1 T name(T* p, T x) { return __hip_atomic_##fetch(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); }
ATOMIC(atomic_add, fetch_add)
ATOMIC(atomic_and, fetch_and)
ATOMIC(atomic_or, fetch_or)
ATOMIC(atomic_xor, fetch_xor)
ATOMIC(atomic_min, fetch_min)
ATOMIC(atomic_max, fetch_max)
#undef ATOMIC
T1 bool atomic_replace(T* p, T* expected, T x) {
  return __hip_atomic_compare_exchange_strong(p, expected, x, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}

#else

extern "C" {
#define EXPORTED __attribute__((visibility("default")))
EXPORTED u32 exactness_thread, exactness_block, exactness_threads;
EXPORTED void (*exactness_yield)();   // lets every other thread come as far
}
static u32 exchange_slot[1024];

FN u32 thread_id() { return exactness_thread; }
FN u32 block_id() { return exactness_block; }
FN void barrier() { exactness_yield(); }

// Every thread gives x and gets what `from(thread)` gave; a negative number of a thread gives `other`.
template <class F> static u32 exchange(u32 x, u32 other, F from) {
  exchange_slot[exactness_thread] = x;
  exactness_yield();
  int source = from((int)exactness_thread);
  u32 r = source < 0 ? other : exchange_slot[source];
  exactness_yield();
  return r;
}
FN u32 shuffle32(u32 x, u32 from) {
  return exchange(x, 0, [=](int t) { return (t & ~31) | (int)(from & 31); });
}
template <int Control> static u32 dpp32(u32 old, u32 x) {
  return exchange(x, old, [](int t) {
    const int row = t & ~15, at = t & 15, n = Control & 15;
    switch (Control & 0x1f0) {
    case 0x100: return at + n < 16 ? row + at + n : -1;
    case 0x110: return at - n >= 0 ? row + at - n : -1;
    case 0x120: return row + ((at - n) & 15);
    case 0x140: return n == 0 ? row + 15 - at : (t & ~7) + 7 - (t & 7);
    default: return (t & ~3) | (Control >> 2 * (t & 3) & 3);
    }
  });
}
template <int Mask> static u32 swizzle32(u32 x) {
  return exchange(x, 0, [](int t) { return t ^ Mask; });
}
FN u32 ballot(bool p) {
  exchange_slot[exactness_thread] = p;
  exactness_yield();
  u32 r = 0;
  for (u32 k = 0; k < 32; ++k) r |= exchange_slot[(exactness_thread & ~31u) | k] << k;
  exactness_yield();
  return r;
}
FN u32 ballot_within(bool p, bool q) {
  u32 r = ballot(p && q);
  return p ? r : 0;
}
FN u32 read_lane(u32 x, u32 lane) { return shuffle32(x, lane); }
FN u32 uniform(u32 x) { return x; }

#define ATOMIC(name, value)   \
  T1 T name(T* p, T x) {      \
    T old = *p;               \
    *p = value;               \
    return old;               \
  }
ATOMIC(atomic_add, add(old, x))
ATOMIC(atomic_and, (T)(old & x))
ATOMIC(atomic_or, (T)(old | x))
ATOMIC(atomic_xor, (T)(old ^ x))
ATOMIC(atomic_min, old < x ? old : x)
ATOMIC(atomic_max, old > x ? old : x)
#undef ATOMIC
T1 bool atomic_replace(T* p, T* expected, T x) {
  if (*p != *expected) return *expected = *p, false;
  *p = x;
  return true;
}

#endif

// Exchanges of any type, by dwords.
template <class T, class F> static inline DEVICE T by_dwords(T x, F f) {
  if constexpr (sizeof(T) == 8) {
    u64 v = __builtin_bit_cast(u64, x);
    u32 low = f((u32)v), high = f((u32)(v >> 32));
    return __builtin_bit_cast(T, (u64)high << 32 | low);
  } else if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, f(__builtin_bit_cast(u32, x)));
  } else {
    return __builtin_bit_cast(T, (Unsigned<T>)f(__builtin_bit_cast(Unsigned<T>, x)));
  }
}
T1 T shuffle(T x, u32 from) {
  return by_dwords(x, [=](u32 v) { return shuffle32(v, from); });
}
T1 T from_lane(T x, u32 lane) {
  return by_dwords(x, [=](u32 v) { return read_lane(v, lane); });
}
template <int Control, class T> static inline DEVICE T dpp(T x) {
  return by_dwords(x, [](u32 v) { return dpp32<Control>(v, v); });
}
template <int Mask, class T> static inline DEVICE T swizzle(T x) {
  return by_dwords(x, [](u32 v) { return swizzle32<Mask>(v); });
}
FN bool any(bool p) { return ballot(p) != 0; }
FN bool all(bool p) { return ballot(p) == ~0u; }

// Multiplies *p by x (an odd number) and gives nothing back: the order of threads does not matter.
T1 void atomic_multiply(T* p, T x) {
  T old = *p, next;
  do next = (T)(old * (T)(x | 1));
  while (!atomic_replace(p, &old, next));
}
