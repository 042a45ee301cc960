// The element types of the libraries on the host, and the way from a type named at run time to a type of the language.
#pragma once
#include <bit>
#include <complex>
#include <cstdint>
#include <hip/hip_complex.h>
#include <hip/hip_fp8.h>
#include <hip/library_types.h>
#include <type_traits>

namespace wavelift::libraries {

using c32 = std::complex<float>;
using c64 = std::complex<double>;
using f16 = _Float16;

// bfloat16, rounded to nearest even.
struct bf16 {
  uint16_t bits;
  bf16() = default;
  explicit bf16(float x) {
    uint32_t u = std::bit_cast<uint32_t>(x);
    bits = x != x ? static_cast<uint16_t>(u >> 16 | 0x40) : static_cast<uint16_t>((u + 0x7fff + (u >> 16 & 1)) >> 16);
  }
  explicit operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
};

template <class T> inline constexpr bool is_complex = std::is_same_v<T, c32> || std::is_same_v<T, c64>;
template <class T> struct RealOf { using type = T; };
template <class T> struct RealOf<std::complex<T>> { using type = T; };
template <class T> using real_of = typename RealOf<T>::type;

// The type in which sums over elements of T are made.
template <class T> struct SumOf { using type = T; };
template <> struct SumOf<f16> { using type = float; };
template <> struct SumOf<bf16> { using type = float; };
template <class T> using sum_of = typename SumOf<T>::type;

template <class T> T conj_of(T x) { return x; }
inline c32 conj_of(c32 x) { return std::conj(x); }
inline c64 conj_of(c64 x) { return std::conj(x); }

// One number as another type; the imaginary part is dropped where the result has none. Narrow floating-point types go
// by way of float and round once from there.
template <class To, class From> To as(const From& x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (is_complex<From>) {
    if constexpr (is_complex<To>)
      return To(x);
    else
      return as<To>(x.real());
  } else if constexpr (is_complex<To>) {
    return To(as<real_of<To>>(x));
  } else if constexpr (std::is_arithmetic_v<From> || std::is_same_v<From, f16>) {
    if constexpr (std::is_arithmetic_v<To> || std::is_same_v<To, f16>)
      return static_cast<To>(x);
    else
      return To(static_cast<float>(x));
  } else {
    return as<To>(static_cast<float>(x));
  }
}

// API types as the host's: the bits are the same.
template <class T> struct HostType { using type = T; };
template <> struct HostType<hipFloatComplex> { using type = c32; };
template <> struct HostType<hipDoubleComplex> { using type = c64; };
template <class T> using host_type = typename HostType<std::remove_const_t<T>>::type;
template <class T> auto host(T* p) {
  using H = host_type<T>;
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const H*, H*>>(p);
}

template <class T> struct Tag { using type = T; };

// f(Tag<T>{}) with the type that `type` names; `otherwise` for one that the libraries do not compute with.
template <class F, class R> R with_real_or_complex(hipDataType type, F&& f, R otherwise) {
  switch (type) {
  case HIP_R_16F: return f(Tag<f16>{});
  case HIP_R_16BF: return f(Tag<bf16>{});
  case HIP_R_32F: return f(Tag<float>{});
  case HIP_R_64F: return f(Tag<double>{});
  case HIP_C_32F: return f(Tag<c32>{});
  case HIP_C_64F: return f(Tag<c64>{});
  default: return otherwise;
  }
}

// The same for the four types of LAPACK.
template <class F, class R> R with_four(hipDataType type, F&& f, R otherwise) {
  switch (type) {
  case HIP_R_32F: return f(Tag<float>{});
  case HIP_R_64F: return f(Tag<double>{});
  case HIP_C_32F: return f(Tag<c32>{});
  case HIP_C_64F: return f(Tag<c64>{});
  default: return otherwise;
  }
}

// The same for every type that a matrix of a mixed product may have.
template <class F, class R> R with_any(hipDataType type, F&& f, R otherwise) {
  switch (type) {
  case HIP_R_8I: return f(Tag<int8_t>{});
  case HIP_R_8U: return f(Tag<uint8_t>{});
  case HIP_R_32I: return f(Tag<int32_t>{});
  case HIP_R_8F_E4M3: return f(Tag<__hip_fp8_e4m3>{});
  case HIP_R_8F_E5M2: return f(Tag<__hip_fp8_e5m2>{});
  case HIP_R_8F_E4M3_FNUZ: return f(Tag<__hip_fp8_e4m3_fnuz>{});
  case HIP_R_8F_E5M2_FNUZ: return f(Tag<__hip_fp8_e5m2_fnuz>{});
  default: return with_real_or_complex(type, f, otherwise);
  }
}

// Bytes of one element, 0 for a type that is not one of with_any's.
inline size_t size_of(hipDataType type) {
  return with_any(type, [](auto tag) { return sizeof(typename decltype(tag)::type); }, size_t{0});
}

}  // namespace wavelift::libraries
