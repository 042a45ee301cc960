// The small vector types char1 .. double4 with component access, construction and arithmetic, for device
// code, host C++ (any compiler) and, as plain structs, host C.
//
// Two- and four-component types are aligned to their whole size. A constructor with fewer values than
// components leaves the rest zero. CUDA's vector types are plain structs without operators: CUDA
// compilation takes those instead.
#ifndef HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H
#define HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H

#include "detail/host_defines.h"

// Calls X(element type, type name stem) for every element type.
#define __WL_VECTOR_ELEMENTS(X)                                                                              \
  X(char, char)                                                                                              \
  X(unsigned char, uchar) X(short, short) X(unsigned short, ushort) X(int, int) X(unsigned int, uint)        \
      X(long, long) X(unsigned long, ulong) X(long long, longlong) X(unsigned long long, ulonglong)          \
          X(float, float) X(double, double)

#if !defined(__cplusplus) || defined(__WAVELIFT_CUDA__)

// float, double and friends: alignment of the 2- and 4-component types as HIP and CUDA lay them out.
#define __WL_PLAIN_VECTORS(T, N)                                                                             \
  typedef struct N##1 { T x; }                                                                               \
  N##1;                                                                                                      \
  typedef struct __attribute__((aligned(2 * sizeof(T)))) N##2 { T x, y; }                                    \
  N##2;                                                                                                      \
  typedef struct N##3 { T x, y, z; }                                                                         \
  N##3;                                                                                                      \
  typedef struct __attribute__((aligned(4 * sizeof(T) > 16 && __WL_CAP_ALIGN ? 16 : 4 * sizeof(T)))) N##4 {  \
    T x, y, z, w;                                                                                            \
  }                                                                                                          \
  N##4;
#ifdef __WAVELIFT_CUDA__
#define __WL_CAP_ALIGN 1
#else
#define __WL_CAP_ALIGN 0
#endif
__WL_VECTOR_ELEMENTS(__WL_PLAIN_VECTORS)
#undef __WL_CAP_ALIGN
#undef __WL_PLAIN_VECTORS

#ifdef __cplusplus
#define __WL_MAKE_ATTR __WL_BOTH__
#else
#define __WL_MAKE_ATTR static inline
#endif
#define __WL_MAKE_VECTORS(T, N)                                                                              \
  __WL_MAKE_ATTR N##1 make_##N##1(T x) {                                                                     \
    N##1 r = {x};                                                                                            \
    return r;                                                                                                \
  }                                                                                                          \
  __WL_MAKE_ATTR N##2 make_##N##2(T x, T y) {                                                                \
    N##2 r = {x, y};                                                                                         \
    return r;                                                                                                \
  }                                                                                                          \
  __WL_MAKE_ATTR N##3 make_##N##3(T x, T y, T z) {                                                           \
    N##3 r = {x, y, z};                                                                                      \
    return r;                                                                                                \
  }                                                                                                          \
  __WL_MAKE_ATTR N##4 make_##N##4(T x, T y, T z, T w) {                                                      \
    N##4 r = {x, y, z, w};                                                                                   \
    return r;                                                                                                \
  }
__WL_VECTOR_ELEMENTS(__WL_MAKE_VECTORS)
#undef __WL_MAKE_VECTORS
#undef __WL_MAKE_ATTR

#else

#include <type_traits>

template <class T, unsigned int n> struct HIP_vector_base;

// `data` is the compiler's own vector of the same bytes, where the compiler has one.
#ifdef __clang__
#define __WL_NATIVE(T, n)                                                                                    \
  typedef T Native_vec_ __attribute__((ext_vector_type(n)));                                                 \
  union {                                                                                                    \
    struct {                                                                                                 \
      __WL_FIELDS##n(T)                                                                                      \
    };                                                                                                       \
    Native_vec_ data;                                                                                        \
  };
#else
#define __WL_NATIVE(T, n) __WL_FIELDS##n(T)
#endif
#define __WL_FIELDS1(T) T x;
#define __WL_FIELDS2(T) T x, y;
#define __WL_FIELDS4(T) T x, y, z, w;

template <class T> struct HIP_vector_base<T, 1> {
  typedef T value_type;
  __WL_NATIVE(T, 1)
  HIP_vector_base() = default;
  __WL_BOTH__ constexpr explicit HIP_vector_base(T a) noexcept : x(a) {}
};
template <class T> struct alignas(2 * sizeof(T)) HIP_vector_base<T, 2> {
  typedef T value_type;
  __WL_NATIVE(T, 2)
  HIP_vector_base() = default;
  __WL_BOTH__ constexpr explicit HIP_vector_base(T a, T b = T()) noexcept : x(a), y(b) {}
};
template <class T> struct HIP_vector_base<T, 3> {
  typedef T value_type;
  T x, y, z;
  HIP_vector_base() = default;
  __WL_BOTH__ constexpr explicit HIP_vector_base(T a, T b = T(), T c = T()) noexcept : x(a), y(b), z(c) {}
};
template <class T> struct alignas(4 * sizeof(T)) HIP_vector_base<T, 4> {
  typedef T value_type;
  __WL_NATIVE(T, 4)
  HIP_vector_base() = default;
  __WL_BOTH__ constexpr explicit HIP_vector_base(T a, T b = T(), T c = T(), T d = T()) noexcept
      : x(a), y(b), z(c), w(d) {}
};
#undef __WL_NATIVE
#undef __WL_FIELDS1
#undef __WL_FIELDS2
#undef __WL_FIELDS4

namespace hip_impl {
template <class T, class... Us> struct all_convertible : std::true_type {};
template <class T, class U, class... Us>
struct all_convertible<T, U, Us...>
    : std::integral_constant<bool, std::is_convertible<U, T>::value && all_convertible<T, Us...>::value> {};
} // namespace hip_impl

template <class T, unsigned int n> struct HIP_vector_type : HIP_vector_base<T, n> {
  HIP_vector_type() = default;

  template <class... Us, typename std::enable_if<(sizeof...(Us) >= 1 && sizeof...(Us) <= n) &&
                                                     hip_impl::all_convertible<T, Us...>::value,
                                                 int>::type = 0>
  __WL_BOTH__ constexpr HIP_vector_type(Us... values) noexcept
      : HIP_vector_base<T, n>(static_cast<T>(values)...) {}

// One compound operator for vectors and one for scalars. Ordinary compilation makes the vector form a
// template as well, so that an operator the program defines itself (as CUDA programs must) is preferred to
// ours; strict mode declares it as HIP does, where the two are ambiguous.
#ifdef WAVELIFT_STRICT_HIP
#define __WL_OWN_OPERAND const HIP_vector_type&
#define __WL_OWN_TEMPLATE
#else
#define __WL_OWN_OPERAND const V&
#define __WL_OWN_TEMPLATE                                                                                    \
  template <class V, typename std::enable_if<std::is_same<V, HIP_vector_type>::value, int>::type = 0>
#endif
#define __WL_COMPOUND(op)                                                                                    \
  __WL_OWN_TEMPLATE __WL_BOTH__ constexpr HIP_vector_type& operator op## = (__WL_OWN_OPERAND b) noexcept {   \
    this->x = static_cast<T>(this->x op b.x);                                                                \
    if constexpr (n > 1) this->y = static_cast<T>(this->y op b.y);                                           \
    if constexpr (n > 2) this->z = static_cast<T>(this->z op b.z);                                           \
    if constexpr (n > 3) this->w = static_cast<T>(this->w op b.w);                                           \
    return *this;                                                                                            \
  }                                                                                                          \
  template <class U, typename std::enable_if<std::is_convertible<U, T>::value, long>::type = 0>              \
  __WL_BOTH__ constexpr HIP_vector_type& operator op## = (U b) noexcept {                                    \
    const T c = static_cast<T>(b);                                                                           \
    this->x = static_cast<T>(this->x op c);                                                                  \
    if constexpr (n > 1) this->y = static_cast<T>(this->y op c);                                             \
    if constexpr (n > 2) this->z = static_cast<T>(this->z op c);                                             \
    if constexpr (n > 3) this->w = static_cast<T>(this->w op c);                                             \
    return *this;                                                                                            \
  }
  __WL_COMPOUND(+)
  __WL_COMPOUND(-)
  __WL_COMPOUND(*)
  __WL_COMPOUND(/)
  __WL_COMPOUND(%)
  __WL_COMPOUND(^)
  __WL_COMPOUND(|)
  __WL_COMPOUND(&)
  __WL_COMPOUND(<<)
  __WL_COMPOUND(>>)
#undef __WL_COMPOUND
#undef __WL_OWN_OPERAND
#undef __WL_OWN_TEMPLATE

  __WL_BOTH__ constexpr HIP_vector_type& operator++() noexcept { return *this += T(1); }
  __WL_BOTH__ constexpr HIP_vector_type& operator--() noexcept { return *this -= T(1); }
  __WL_BOTH__ constexpr HIP_vector_type operator++(int) noexcept {
    HIP_vector_type old(*this);
    *this += T(1);
    return old;
  }
  __WL_BOTH__ constexpr HIP_vector_type operator--(int) noexcept {
    HIP_vector_type old(*this);
    *this -= T(1);
    return old;
  }
#define __WL_UNARY(op)                                                                                       \
  template <class U = T> __WL_BOTH__ constexpr HIP_vector_type operator op() const noexcept {                \
    HIP_vector_type r(*this);                                                                                \
    r.x = static_cast<U>(op this->x);                                                                        \
    if constexpr (n > 1) r.y = static_cast<U>(op this->y);                                                   \
    if constexpr (n > 2) r.z = static_cast<U>(op this->z);                                                   \
    if constexpr (n > 3) r.w = static_cast<U>(op this->w);                                                   \
    return r;                                                                                                \
  }
  __WL_UNARY(-)
  __WL_UNARY(~)
#undef __WL_UNARY
};

// Binary operators: vector with vector, vector with scalar, scalar with vector.
#define __WL_BINARY(op, condition)                                                                           \
  template <class T, unsigned int n, typename std::enable_if<condition, int>::type = 0>                      \
  __WL_BOTH__ constexpr HIP_vector_type<T, n> operator op(const HIP_vector_type<T, n>& a,                    \
                                                          const HIP_vector_type<T, n>& b) noexcept {         \
    HIP_vector_type<T, n> r(a);                                                                              \
    r op## = b;                                                                                              \
    return r;                                                                                                \
  }                                                                                                          \
  template <class T, unsigned int n, class U,                                                                \
            typename std::enable_if<condition && std::is_convertible<U, T>::value, int>::type = 0>           \
  __WL_BOTH__ constexpr HIP_vector_type<T, n> operator op(const HIP_vector_type<T, n>& a, U b) noexcept {    \
    HIP_vector_type<T, n> r(a);                                                                              \
    r op## = static_cast<T>(b);                                                                              \
    return r;                                                                                                \
  }                                                                                                          \
  template <class T, unsigned int n, class U,                                                                \
            typename std::enable_if<condition && std::is_convertible<U, T>::value, int>::type = 0>           \
  __WL_BOTH__ constexpr HIP_vector_type<T, n> operator op(U a, const HIP_vector_type<T, n>& b) noexcept {    \
    const T c = static_cast<T>(a);                                                                           \
    HIP_vector_type<T, n> r(b);                                                                              \
    r.x = static_cast<T>(c op b.x);                                                                          \
    if constexpr (n > 1) r.y = static_cast<T>(c op b.y);                                                     \
    if constexpr (n > 2) r.z = static_cast<T>(c op b.z);                                                     \
    if constexpr (n > 3) r.w = static_cast<T>(c op b.w);                                                     \
    return r;                                                                                                \
  }
__WL_BINARY(+, true)
__WL_BINARY(-, true)
__WL_BINARY(*, true)
__WL_BINARY(/, true)
__WL_BINARY(%, std::is_integral<T>::value)
__WL_BINARY(^, std::is_integral<T>::value)
__WL_BINARY(|, std::is_integral<T>::value)
__WL_BINARY(&, std::is_integral<T>::value)
__WL_BINARY(<<, std::is_integral<T>::value)
__WL_BINARY(>>, std::is_integral<T>::value)
#undef __WL_BINARY

template <class T, unsigned int n>
__WL_BOTH__ constexpr bool operator==(const HIP_vector_type<T, n>& a,
                                      const HIP_vector_type<T, n>& b) noexcept {
  if (!(a.x == b.x)) return false;
  if constexpr (n > 1) {
    if (!(a.y == b.y)) return false;
  }
  if constexpr (n > 2) {
    if (!(a.z == b.z)) return false;
  }
  if constexpr (n > 3) {
    if (!(a.w == b.w)) return false;
  }
  return true;
}
template <class T, unsigned int n, class U,
          typename std::enable_if<std::is_convertible<U, T>::value, int>::type = 0>
__WL_BOTH__ constexpr bool operator==(const HIP_vector_type<T, n>& a, U b) noexcept {
  const T c = static_cast<T>(b);
  if (!(a.x == c)) return false;
  if constexpr (n > 1) {
    if (!(a.y == c)) return false;
  }
  if constexpr (n > 2) {
    if (!(a.z == c)) return false;
  }
  if constexpr (n > 3) {
    if (!(a.w == c)) return false;
  }
  return true;
}
template <class T, unsigned int n>
__WL_BOTH__ constexpr bool operator!=(const HIP_vector_type<T, n>& a,
                                      const HIP_vector_type<T, n>& b) noexcept {
  return !(a == b);
}
template <class T, unsigned int n, class U,
          typename std::enable_if<std::is_convertible<U, T>::value, int>::type = 0>
__WL_BOTH__ constexpr bool operator!=(const HIP_vector_type<T, n>& a, U b) noexcept {
  return !(a == b);
}

#define __WL_NAME_VECTORS(T, N)                                                                              \
  typedef HIP_vector_type<T, 1> N##1;                                                                        \
  typedef HIP_vector_type<T, 2> N##2;                                                                        \
  typedef HIP_vector_type<T, 3> N##3;                                                                        \
  typedef HIP_vector_type<T, 4> N##4;                                                                        \
  __WL_BOTH__ N##1 make_##N##1(T x) { return N##1(x); }                                                      \
  __WL_BOTH__ N##2 make_##N##2(T x, T y) { return N##2(x, y); }                                              \
  __WL_BOTH__ N##3 make_##N##3(T x, T y, T z) { return N##3(x, y, z); }                                      \
  __WL_BOTH__ N##4 make_##N##4(T x, T y, T z, T w) { return N##4(x, y, z, w); }
__WL_VECTOR_ELEMENTS(__WL_NAME_VECTORS)
#undef __WL_NAME_VECTORS

#endif
#endif
