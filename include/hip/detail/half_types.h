// The types __half and __half2 with their constructors, conversions and operators.
#ifndef HIP_DETAIL_HALF_TYPES_H
#define HIP_DETAIL_HALF_TYPES_H

typedef _Float16 __wl_half2_vector __attribute__((ext_vector_type(2)));

struct __half_raw {
  union {
    _Float16 data;
    unsigned short x;
  };
};
struct __half2_raw {
  union {
    struct {
      unsigned short x, y;
    };
    __wl_half2_vector data;
  };
};

struct __half {
  union {
    _Float16 data;
    unsigned short __x;
  };

  __half() = default;
  __WL_BOTH__ constexpr __half(const __half_raw& h) : data(h.data) {}
  __WL_BOTH__ __half& operator=(const __half_raw& h) {
    data = h.data;
    return *this;
  }
  __WL_BOTH__ operator __half_raw() const {
    __half_raw r;
    r.data = data;
    return r;
  }

#ifndef __HIP_NO_HALF_CONVERSIONS__
  __WL_BOTH__ constexpr __half(_Float16 h) : data(h) {}
  template <class T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
  __WL_BOTH__ constexpr __half(T value) : data(static_cast<_Float16>(value)) {}
  template <class T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
  __WL_BOTH__ __half& operator=(T value) {
    data = static_cast<_Float16>(value);
    return *this;
  }

  __WL_BOTH__ constexpr operator _Float16() const { return data; }
  template <class T, typename std::enable_if<std::is_arithmetic<T>::value && !std::is_same<T, bool>::value,
                                             int>::type = 0>
  __WL_BOTH__ constexpr operator T() const {
    return static_cast<T>(data);
  }
  __WL_BOTH__ constexpr operator bool() const { return data != static_cast<_Float16>(0); }
#endif

#ifndef __HIP_NO_HALF_OPERATORS__
  __WL_BOTH__ __half& operator+=(const __half& b) {
    data += b.data;
    return *this;
  }
  __WL_BOTH__ __half& operator-=(const __half& b) {
    data -= b.data;
    return *this;
  }
  __WL_BOTH__ __half& operator*=(const __half& b) {
    data *= b.data;
    return *this;
  }
  __WL_BOTH__ __half& operator/=(const __half& b) {
    data /= b.data;
    return *this;
  }
  __WL_BOTH__ __half& operator++() {
    data += static_cast<_Float16>(1);
    return *this;
  }
  __WL_BOTH__ __half& operator--() {
    data -= static_cast<_Float16>(1);
    return *this;
  }
  __WL_BOTH__ __half operator++(int) {
    __half old(*this);
    ++*this;
    return old;
  }
  __WL_BOTH__ __half operator--(int) {
    __half old(*this);
    --*this;
    return old;
  }
  __WL_BOTH__ __half operator+() const { return *this; }
  __WL_BOTH__ __half operator-() const {
    __half r;
    r.data = -data;
    return r;
  }
#endif
};

struct __half2 {
  union {
    struct {
      __half x, y;
    };
    __wl_half2_vector data;
  };

  __half2() = default;
  __WL_BOTH__ __half2(const __half2_raw& h) : data(h.data) {}
  __WL_BOTH__ __half2(__wl_half2_vector v) : data(v) {}
  __WL_BOTH__ __half2(const __half& a, const __half& b) : data{a.data, b.data} {}
  __WL_BOTH__ operator __half2_raw() const {
    __half2_raw r;
    r.data = data;
    return r;
  }
  __WL_BOTH__ operator __wl_half2_vector() const { return data; }
  __WL_BOTH__ operator float2() const {
    return make_float2(static_cast<float>(data.x), static_cast<float>(data.y));
  }

#ifndef __HIP_NO_HALF_OPERATORS__
  __WL_BOTH__ __half2& operator+=(const __half2& b) {
    data += b.data;
    return *this;
  }
  __WL_BOTH__ __half2& operator-=(const __half2& b) {
    data -= b.data;
    return *this;
  }
  __WL_BOTH__ __half2& operator*=(const __half2& b) {
    data *= b.data;
    return *this;
  }
  __WL_BOTH__ __half2& operator/=(const __half2& b) {
    data /= b.data;
    return *this;
  }
  __WL_BOTH__ __half2& operator++() {
    data += static_cast<_Float16>(1);
    return *this;
  }
  __WL_BOTH__ __half2& operator--() {
    data -= static_cast<_Float16>(1);
    return *this;
  }
  __WL_BOTH__ __half2 operator++(int) {
    __half2 old(*this);
    ++*this;
    return old;
  }
  __WL_BOTH__ __half2 operator--(int) {
    __half2 old(*this);
    --*this;
    return old;
  }
  __WL_BOTH__ __half2 operator+() const { return *this; }
  __WL_BOTH__ __half2 operator-() const { return __half2(-data); }
#endif
};

typedef __half half;
typedef __half2 half2;

namespace hip_impl {
// Without the implicit conversions there is no constructor to take a _Float16: this one always works.
__WL_BOTH__ __half half_of(_Float16 v) {
  __half r;
  r.data = v;
  return r;
}
} // namespace hip_impl

#ifndef __HIP_NO_HALF_OPERATORS__
#define __WL_HALF_OPERATOR(op)                                                                               \
  __WL_BOTH__ __half operator op(const __half& a, const __half& b) {                                         \
    return hip_impl::half_of(a.data op b.data);                                                              \
  }                                                                                                          \
  __WL_BOTH__ __half2 operator op(const __half2& a, const __half2& b) { return __half2(a.data op b.data); }
__WL_HALF_OPERATOR(+)
__WL_HALF_OPERATOR(-)
__WL_HALF_OPERATOR(*)
__WL_HALF_OPERATOR(/)
#undef __WL_HALF_OPERATOR

// A pair compares true when both of its halves do (and unequal when not equal).
#define __WL_HALF_COMPARE(op)                                                                                \
  __WL_BOTH__ bool operator op(const __half& a, const __half& b) { return a.data op b.data; }                \
  __WL_BOTH__ bool operator op(const __half2& a, const __half2& b) {                                         \
    return a.data.x op b.data.x && a.data.y op b.data.y;                                                     \
  }
__WL_HALF_COMPARE(==)
__WL_HALF_COMPARE(!=)
__WL_HALF_COMPARE(<)
__WL_HALF_COMPARE(<=)
__WL_HALF_COMPARE(>)
__WL_HALF_COMPARE(>=)
#undef __WL_HALF_COMPARE
#endif

#endif
