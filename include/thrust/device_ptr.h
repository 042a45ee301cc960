// Pointers to device memory that know it, and references through which the host reads and writes single
// elements.
#ifndef THRUST_DEVICE_PTR_H
#define THRUST_DEVICE_PTR_H

#include "iterator/iterator_facade.h"
#include <iosfwd>
#include <new>

namespace thrust {

template <class T> class device_ptr;

template <class T> class device_reference {
  T* at;
  using value = std::remove_cv_t<T>;

public:
  using value_type = value;
  using pointer = device_ptr<T>;
  WLPRIM_BOTH explicit device_reference(T* where) : at(where) {}
  device_reference(const device_reference&) = default;
  WLPRIM_BOTH device_ptr<T> operator&() const { return device_ptr<T>(at); }

  WLPRIM_BOTH operator value() const {
#ifdef __HIP_DEVICE_COMPILE__
    return *at;
#else
    alignas(value) unsigned char bytes[sizeof(value)];
    detail::check(hipMemcpy(bytes, const_cast<value*>(at), sizeof(value), hipMemcpyDeviceToHost),
                  "device_reference: read");
    return *reinterpret_cast<value*>(bytes);
#endif
  }
  WLPRIM_BOTH const device_reference& operator=(const value& v) const {
#ifdef __HIP_DEVICE_COMPILE__
    *at = v;
#else
    detail::check(hipMemcpy(at, &v, sizeof(value), hipMemcpyHostToDevice), "device_reference: write");
#endif
    return *this;
  }
  WLPRIM_BOTH const device_reference& operator=(const device_reference& b) const {
    return *this = static_cast<value>(b);
  }
  template <class U> WLPRIM_BOTH const device_reference& operator=(const device_reference<U>& b) const {
    return *this = static_cast<value>(static_cast<typename device_reference<U>::value_type>(b));
  }
#define THRUST_DETAIL_ASSIGN(op)                                                                             \
  template <class U> WLPRIM_BOTH const device_reference& operator op## = (const U& u) const {                \
    return *this = static_cast<value>(static_cast<value>(*this) op u);                                       \
  }
  THRUST_DETAIL_ASSIGN(+)
  THRUST_DETAIL_ASSIGN(-)
  THRUST_DETAIL_ASSIGN(*)
  THRUST_DETAIL_ASSIGN(/)
  THRUST_DETAIL_ASSIGN(%)
  THRUST_DETAIL_ASSIGN(&)
  THRUST_DETAIL_ASSIGN(|)
  THRUST_DETAIL_ASSIGN(^)
  THRUST_DETAIL_ASSIGN(<<)
  THRUST_DETAIL_ASSIGN(>>)
#undef THRUST_DETAIL_ASSIGN
  WLPRIM_BOTH const device_reference& operator++() const { return *this += 1; }
  WLPRIM_BOTH const device_reference& operator--() const { return *this -= 1; }
  WLPRIM_BOTH value operator++(int) const {
    value old = *this;
    *this += 1;
    return old;
  }
  WLPRIM_BOTH value operator--(int) const {
    value old = *this;
    *this -= 1;
    return old;
  }
  friend WLPRIM_BOTH void swap(device_reference a, device_reference b) {
    value old = a;
    a = static_cast<value>(b);
    b = old;
  }
};
template <class Stream, class T>
auto operator<<(Stream& out, const device_reference<T>& r)
    -> decltype(out << std::declval<const std::remove_cv_t<T>&>()) {
  return out << static_cast<std::remove_cv_t<T>>(r);
}

template <class T>
class device_ptr : public iterator_facade<device_ptr<T>, T, device_system_tag, void, device_reference<T>> {
  T* at;

public:
  using element_type = T;
  using raw_pointer = T*;
  using pointer = device_ptr;
  WLPRIM_BOTH device_ptr() : at(nullptr) {}
  WLPRIM_BOTH device_ptr(std::nullptr_t) : at(nullptr) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  WLPRIM_BOTH explicit device_ptr(U* p) : at(p) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  WLPRIM_BOTH device_ptr(const device_ptr<U>& p) : at(p.get()) {}
  WLPRIM_BOTH T* get() const { return at; }
  WLPRIM_BOTH const device_ptr& base() const { return *this; }
  WLPRIM_BOTH explicit operator bool() const { return at != nullptr; }
  WLPRIM_BOTH device_reference<T> dereference() const { return device_reference<T>(at); }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { at += n; }
  template <class U> WLPRIM_BOTH std::ptrdiff_t distance_to(const device_ptr<U>& b) const {
    return b.get() - at;
  }
  WLPRIM_BOTH T* thrust_unwrap() const { return at; }
};
template <> class device_ptr<void> {
  void* at;

public:
  WLPRIM_BOTH explicit device_ptr(void* p = nullptr) : at(p) {}
  template <class U> WLPRIM_BOTH device_ptr(const device_ptr<U>& p) : at(p.get()) {}
  WLPRIM_BOTH void* get() const { return at; }
};
// Iterators of constant and variable elements together.
#define THRUST_DETAIL_COMPARE(op)                                                                            \
  template <class T, class U, class = std::enable_if_t<!std::is_same_v<T, U>>>                               \
  WLPRIM_BOTH bool operator op(const device_ptr<T>& a, const device_ptr<U>& b) {                             \
    return a.get() op b.get();                                                                               \
  }
THRUST_DETAIL_COMPARE(==)
THRUST_DETAIL_COMPARE(!=)
THRUST_DETAIL_COMPARE(<)
#undef THRUST_DETAIL_COMPARE
template <class T, class U, class = std::enable_if_t<!std::is_same_v<T, U>>>
WLPRIM_BOTH std::ptrdiff_t operator-(const device_ptr<T>& a, const device_ptr<U>& b) {
  return a.get() - b.get();
}

namespace detail {

// The name under which programs know a vector's iterator.
template <class Pointer> using normal_iterator = Pointer;

} // namespace detail

template <class T> WLPRIM_BOTH device_ptr<T> device_pointer_cast(T* p) { return device_ptr<T>(p); }
template <class T> WLPRIM_BOTH device_ptr<T> device_pointer_cast(const device_ptr<T>& p) { return p; }
template <class T> WLPRIM_BOTH T* raw_pointer_cast(T* p) { return p; }
template <class T> WLPRIM_BOTH T* raw_pointer_cast(const device_ptr<T>& p) { return p.get(); }
template <class T> WLPRIM_BOTH T& raw_reference_cast(T& r) { return r; }
template <class T> WLPRIM_BOTH T& raw_reference_cast(const device_reference<T>& r) { return *(&r).get(); }

template <class T> device_ptr<T> device_malloc(size_t n) {
  void* p = nullptr;
  if (n && hipMalloc(&p, n * sizeof(T)) != hipSuccess) throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(p));
}
inline device_ptr<void> device_malloc(size_t bytes) {
  return device_ptr<void>(device_malloc<char>(bytes).get());
}
template <class T> void device_free(const device_ptr<T>& p) {
  if (p.get()) detail::check(hipFree(p.get()), "device_free");
}

template <class T> struct device_allocator {
  using value_type = T;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using reference = device_reference<T>;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  template <class U> struct rebind {
    using other = device_allocator<U>;
  };
  device_allocator() = default;
  template <class U> device_allocator(const device_allocator<U>&) {}
  pointer allocate(size_t n) { return device_malloc<T>(n); }
  void deallocate(pointer p, size_t) {
    if (p.get()) static_cast<void>(hipFree(p.get()));
  }
  bool operator==(const device_allocator&) const { return true; }
  bool operator!=(const device_allocator&) const { return false; }
};
template <class T> using device_malloc_allocator = device_allocator<T>;

} // namespace thrust

template <class T> struct std::hash<thrust::device_ptr<T>> {
  size_t operator()(const thrust::device_ptr<T>& p) const { return reinterpret_cast<size_t>(p.get()); }
};

#endif
