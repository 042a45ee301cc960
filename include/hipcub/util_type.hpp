// Small types of hipCUB's interface: pairs, buffers, marks, traits of numbers.
#ifndef HIPCUB_UTIL_TYPE_HPP_
#define HIPCUB_UTIL_TYPE_HPP_

#include "config.hpp"
#include <limits>

namespace hipcub {

struct NullType {
  template <class T> WLPRIM_BOTH NullType& operator=(const T&) { return *this; }
  WLPRIM_BOTH bool operator==(const NullType&) const { return true; }
  WLPRIM_BOTH bool operator!=(const NullType&) const { return false; }
};

template <int A> struct Int2Type { enum { VALUE = A }; };

template <class KeyT, class ValueT> struct KeyValuePair {
  using Key = KeyT;
  using Value = ValueT;
  KeyT key;
  ValueT value;
  WLPRIM_BOTH KeyValuePair() {}
  WLPRIM_BOTH KeyValuePair(const KeyT& k, const ValueT& v) : key(k), value(v) {}
  WLPRIM_BOTH bool operator==(const KeyValuePair& b) const { return key == b.key && value == b.value; }
  WLPRIM_BOTH bool operator!=(const KeyValuePair& b) const { return !(*this == b); }
};

// Two device buffers of which one holds the data.
template <class T> struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  WLPRIM_BOTH DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  WLPRIM_BOTH DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  WLPRIM_BOTH T* Current() { return d_buffers[selector]; }
  WLPRIM_BOTH T* Alternate() { return d_buffers[selector ^ 1]; }
};

// A value that is given now, or read from the device when the work runs.
template <class T, class Iter = T*> struct FutureValue {
  Iter at;
  WLPRIM_BOTH explicit FutureValue(Iter where) : at(where) {}
  WLPRIM_BOTH operator T() const { return *at; }
};

template <class T> struct Uninitialized {
  alignas(T) unsigned char storage[sizeof(T)];
  WLPRIM_BOTH T& Alias() { return *reinterpret_cast<T*>(storage); }
};

template <class A> struct ArrayWrapper { A array; };

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };
template <class T> struct NumericTraits {
  static constexpr Category CATEGORY = std::is_floating_point_v<T> ? FLOATING_POINT
                                       : !std::is_integral_v<T>   ? NOT_A_NUMBER
                                       : std::is_signed_v<T>      ? SIGNED_INTEGER
                                                                  : UNSIGNED_INTEGER;
  enum { PRIMITIVE = std::is_arithmetic_v<T>, NULL_TYPE = std::is_same_v<T, NullType> };
  static WLPRIM_BOTH T Max() { return std::numeric_limits<T>::max(); }
  static WLPRIM_BOTH T Lowest() { return std::numeric_limits<T>::lowest(); }
};
template <class T> struct Traits : NumericTraits<std::remove_cv_t<T>> {};

template <bool condition, class A, class B> using If = std::conditional<condition, A, B>;
template <class A, class B> using Equals = std::is_same<A, B>;
template <int N, int = 0, int = 0> struct Log2 {
  static constexpr int ceil_log2(int n) {
    int bits = 0;
    while ((1 << bits) < n) ++bits;
    return bits;
  }
  enum { VALUE = ceil_log2(N) };
};
template <int N> struct PowerOfTwo { enum { VALUE = (N & (N - 1)) == 0 }; };

} // namespace hipcub

#endif
