// host_vector: std::vector that also takes and gives device_vector's elements.
#ifndef THRUST_HOST_VECTOR_H
#define THRUST_HOST_VECTOR_H

#include "detail/copy.h"
#include "detail/fill.h"
#include <initializer_list>

namespace thrust {

template <class T, class Allocator> class device_vector;

namespace detail {

// bool in bytes, so that elements have addresses.
template <class T> using host_element = std::conditional_t<std::is_same_v<T, bool>, char, T>;
template <class T, class Allocator>
using host_base = std::vector<host_element<T>,
                              std::conditional_t<std::is_same_v<T, bool>, std::allocator<char>, Allocator>>;

} // namespace detail

template <class T, class Allocator = std::allocator<T>>
class host_vector : public detail::host_base<T, Allocator> {
  using base = detail::host_base<T, Allocator>;

public:
  using base::base;
  host_vector() = default;
  explicit host_vector(size_t n) : base(n) {}
  host_vector(const host_vector&) = default;
  host_vector(host_vector&&) = default;
  host_vector& operator=(const host_vector&) = default;
  host_vector& operator=(host_vector&&) = default;
  template <class U, class A> host_vector(const std::vector<U, A>& v) : base(v.begin(), v.end()) {}
  template <class U, class A> host_vector(const device_vector<U, A>& v) { *this = v; }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  host_vector(It first, It last) {
    assign(first, last);
  }
  template <class U, class A> host_vector& operator=(const device_vector<U, A>& v) {
    this->resize(v.size());
    thrust::copy(v.begin(), v.end(), this->begin());
    return *this;
  }
  template <class U, class A> host_vector& operator=(const std::vector<U, A>& v) {
    base::assign(v.begin(), v.end());
    return *this;
  }
  host_vector& operator=(std::initializer_list<T> list) {
    base::assign(list.begin(), list.end());
    return *this;
  }
  void assign(size_t n, const T& value) { base::assign(n, value); }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    if constexpr (std::is_same_v<detail::system_tag_of<It>, device_system_tag>) {
      this->resize(static_cast<size_t>(last - first));
      thrust::copy(first, last, this->begin());
    } else {
      base::assign(first, last);
    }
  }
};

template <class T, class A, class U, class B>
bool operator==(const host_vector<T, A>& a, const device_vector<U, B>& b) {
  return a == host_vector<T, A>(b);
}
template <class T, class A, class U, class B>
bool operator==(const device_vector<U, B>& b, const host_vector<T, A>& a) {
  return a == host_vector<T, A>(b);
}
template <class T, class A, class U, class B>
bool operator!=(const host_vector<T, A>& a, const device_vector<U, B>& b) {
  return !(a == b);
}
template <class T, class A, class U, class B>
bool operator!=(const device_vector<U, B>& b, const host_vector<T, A>& a) {
  return !(a == b);
}

} // namespace thrust

#endif
