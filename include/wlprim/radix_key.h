// Keys as bits that sort like unsigned integers, and their digits.
#ifndef WLPRIM_RADIX_KEY_H
#define WLPRIM_RADIX_KEY_H

#include "config.h"
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

namespace wlprim {

template <unsigned bytes> struct bits_of_size;
template <> struct bits_of_size<1> {
  using type = unsigned char;
};
template <> struct bits_of_size<2> {
  using type = unsigned short;
};
template <> struct bits_of_size<4> {
  using type = unsigned;
};
template <> struct bits_of_size<8> {
  using type = unsigned long long;
};
template <> struct bits_of_size<16> {
  using type = unsigned __int128;
};

template <class K>
constexpr bool is_float_key =
    std::is_floating_point_v<K> || std::is_same_v<K, __half> || std::is_same_v<K, __hip_bfloat16>;
template <class K>
constexpr bool is_radix_key = std::is_integral_v<K> || std::is_same_v<K, __int128> ||
                              std::is_same_v<K, unsigned __int128> || (is_float_key<K> && sizeof(K) <= 8);

// `descending` turns the order round by inverting the bits: equal keys then keep their order, too. Negative
// and positive zero compare equal, so they are one key.
template <class K, bool descending> struct radix_key {
  using bits = typename bits_of_size<sizeof(K)>::type;
  static constexpr unsigned count = sizeof(K) * 8;
  static constexpr bits sign = static_cast<bits>(bits(1) << (count - 1));

  // The key's bits, turned so that they sort as an unsigned integer.
  static WLPRIM_DEVICE bits ordered(K key) {
    bits b;
    __builtin_memcpy(&b, static_cast<const void*>(&key), sizeof(K));
    if constexpr (is_float_key<K>) {
      if (b == sign) b = 0;
      b ^= b & sign ? static_cast<bits>(~bits(0)) : sign;
    } else if constexpr (K(-1) < K(0)) {
      b ^= sign;
    }
    return descending ? static_cast<bits>(~b) : b;
  }
  static WLPRIM_DEVICE unsigned digit(K key, unsigned at, unsigned width) {
    return static_cast<unsigned>(ordered(key) >> at) & ((1u << width) - 1);
  }
};

} // namespace wlprim

#endif
