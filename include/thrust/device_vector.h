// device_vector: a vector whose elements lie in device memory.
#ifndef THRUST_DEVICE_VECTOR_H
#define THRUST_DEVICE_VECTOR_H

#include "device_ptr.h"
#include "host_vector.h"

namespace thrust {

template <class T, class Allocator = device_allocator<T>> class device_vector {
  Allocator allocator;
  T* start = nullptr;
  size_t used = 0, room = 0;

  static T* to_raw(T* p) { return p; }
  template <class P> static T* to_raw(const P& p) { return static_cast<T*>(p.get()); }
  static typename Allocator::pointer from_raw(T* p) { return typename Allocator::pointer(p); }

  T* get_room(size_t n) { return n ? to_raw(allocator.allocate(n)) : nullptr; }
  void give_up() {
    if (start) allocator.deallocate(from_raw(start), room);
    start = nullptr;
    used = room = 0;
  }
  static void move_bytes(T* to, const T* from, size_t n) {
    if (n)
      detail::check(hipMemcpy(static_cast<void*>(to), from, n * sizeof(T), hipMemcpyDeviceToDevice),
                    "device_vector");
  }
  // Room for n elements; the first `used` stay.
  void grow(size_t n) {
    if (n <= room) return;
    const size_t more = n > 2 * room ? n : 2 * room;
    T* fresh = get_room(more);
    move_bytes(fresh, start, used);
    const size_t kept = used;
    give_up();
    start = fresh;
    used = kept;
    room = more;
  }
  // Room for n elements whose contents do not matter.
  void renew(size_t n) {
    if (n > room) {
      give_up();
      start = get_room(n);
      room = n;
    }
    used = n;
  }
  // n places opened at `at`.
  T* open(size_t at, size_t n) {
    const size_t behind = used - at;
    device_vector tail;
    tail.renew(behind);
    move_bytes(tail.start, start + at, behind);
    grow(used + n);
    move_bytes(start + at + n, tail.start, behind);
    used += n;
    return start + at;
  }

public:
  using value_type = T;
  using allocator_type = Allocator;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;
  using reverse_iterator = thrust::reverse_iterator<iterator>;
  using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;

  device_vector() = default;
  explicit device_vector(const Allocator& a) : allocator(a) {}
  explicit device_vector(size_t n) { resize(n); }
  device_vector(size_t n, const T& value, const Allocator& a = Allocator()) : allocator(a) {
    assign(n, value);
  }
  device_vector(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  device_vector(It first, It last) {
    assign(first, last);
  }
  device_vector(const device_vector& v) : allocator(v.allocator) { *this = v; }
  device_vector(device_vector&& v) noexcept { swap(v); }
  template <class U, class A> device_vector(const device_vector<U, A>& v) { assign(v.begin(), v.end()); }
  template <class U, class A> device_vector(const host_vector<U, A>& v) { assign(v.begin(), v.end()); }
  template <class U, class A> device_vector(const std::vector<U, A>& v) { assign(v.begin(), v.end()); }
  ~device_vector() { give_up(); }

  device_vector& operator=(const device_vector& v) {
    if (this != &v) {
      renew(v.used);
      move_bytes(start, v.start, used);
    }
    return *this;
  }
  device_vector& operator=(device_vector&& v) noexcept {
    swap(v);
    return *this;
  }
  template <class U, class A> device_vector& operator=(const device_vector<U, A>& v) {
    assign(v.begin(), v.end());
    return *this;
  }
  template <class U, class A> device_vector& operator=(const host_vector<U, A>& v) {
    assign(v.begin(), v.end());
    return *this;
  }
  template <class U, class A> device_vector& operator=(const std::vector<U, A>& v) {
    assign(v.begin(), v.end());
    return *this;
  }
  device_vector& operator=(std::initializer_list<T> list) {
    assign(list.begin(), list.end());
    return *this;
  }

  void assign(size_t n, const T& value) {
    renew(n);
    thrust::fill(begin(), end(), value);
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    renew(static_cast<size_t>(std::distance(first, last)));
    thrust::copy(first, last, begin());
  }
  void resize(size_t n) { resize(n, T()); }
  void resize(size_t n, const T& value) {
    if (n > used) {
      const size_t old = used;
      grow(n);
      used = n;
      thrust::fill(begin() + old, end(), value);
    }
    used = n;
  }
  void reserve(size_t n) { grow(n); }
  void shrink_to_fit() {
    device_vector exact(*this);
    swap(exact);
  }
  void clear() { used = 0; }
  void swap(device_vector& v) noexcept {
    std::swap(allocator, v.allocator);
    std::swap(start, v.start);
    std::swap(used, v.used);
    std::swap(room, v.room);
  }

  size_t size() const { return used; }
  size_t max_size() const { return size_t(-1) / sizeof(T); }
  size_t capacity() const { return room; }
  bool empty() const { return used == 0; }
  Allocator get_allocator() const { return allocator; }

  iterator begin() { return iterator(start); }
  iterator end() { return iterator(start + used); }
  const_iterator begin() const { return const_iterator(start); }
  const_iterator end() const { return const_iterator(start + used); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  pointer data() { return pointer(start); }
  const_pointer data() const { return const_pointer(start); }
  reference operator[](size_t i) { return reference(start + i); }
  const_reference operator[](size_t i) const { return const_reference(start + i); }
  reference front() { return (*this)[0]; }
  const_reference front() const { return (*this)[0]; }
  reference back() { return (*this)[used - 1]; }
  const_reference back() const { return (*this)[used - 1]; }

  void push_back(const T& value) { resize(used + 1, value); }
  template <class... A> void emplace_back(A&&... a) { push_back(T(static_cast<A&&>(a)...)); }
  void pop_back() { --used; }
  iterator erase(const_iterator at) { return erase(at, at + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    const size_t at = static_cast<size_t>(first.get() - start), n = static_cast<size_t>(last - first);
    device_vector tail;
    tail.renew(used - at - n);
    move_bytes(tail.start, start + at + n, tail.used);
    move_bytes(start + at, tail.start, tail.used);
    used -= n;
    return begin() + at;
  }
  iterator insert(const_iterator at, const T& value) {
    const size_t where = static_cast<size_t>(at.get() - start);
    insert(at, size_t(1), value);
    return begin() + where;
  }
  void insert(const_iterator at, size_t n, const T& value) {
    iterator hole(open(static_cast<size_t>(at.get() - start), n));
    thrust::fill(hole, hole + n, value);
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void insert(const_iterator at, It first, It last) {
    iterator hole(
        open(static_cast<size_t>(at.get() - start), static_cast<size_t>(std::distance(first, last))));
    thrust::copy(first, last, hole);
  }
};

template <class T, class A> void swap(device_vector<T, A>& a, device_vector<T, A>& b) { a.swap(b); }
template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return a.size() == b.size() && host_vector<T>(a) == host_vector<T>(b);
}
template <class T, class A, class U, class B>
bool operator!=(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return !(a == b);
}
template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const std::vector<U, B>& b) {
  return static_cast<const std::vector<U, B>&>(host_vector<U>(a)) == b;
}
template <class T, class A, class U, class B>
bool operator==(const std::vector<U, B>& b, const device_vector<T, A>& a) {
  return a == b;
}

} // namespace thrust

#endif
