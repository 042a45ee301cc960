// What all of Thrust's iterators share: movement, comparison and access made of a few functions of the
// derived class.
#ifndef THRUST_ITERATOR_ITERATOR_FACADE_H
#define THRUST_ITERATOR_ITERATOR_FACADE_H

#include "../detail/system.h"
#include <cstddef>

namespace thrust {

using use_default = void;
struct random_access_traversal_tag {};
struct random_access_device_iterator_tag : std::random_access_iterator_tag {};

// Derived has dereference(), advance(n) and distance_to(other).
template <class Derived, class Value, class System, class Traversal, class Reference,
          class Difference = std::ptrdiff_t>
class iterator_facade {
  WLPRIM_BOTH Derived& self() { return static_cast<Derived&>(*this); }
  WLPRIM_BOTH const Derived& self() const { return static_cast<const Derived&>(*this); }

public:
  using value_type = std::remove_cv_t<Value>;
  using reference = Reference;
  using difference_type = Difference;
  using pointer = std::remove_reference_t<Reference>*;
  using iterator_category = std::random_access_iterator_tag;
  using thrust_system = System;

  WLPRIM_BOTH reference operator*() const { return self().dereference(); }
  WLPRIM_BOTH reference operator[](difference_type n) const {
    Derived moved = self();
    moved.advance(n);
    return moved.dereference();
  }
  WLPRIM_BOTH Derived& operator++() { return self().advance(1), self(); }
  WLPRIM_BOTH Derived& operator--() { return self().advance(-1), self(); }
  WLPRIM_BOTH Derived operator++(int) {
    Derived old = self();
    self().advance(1);
    return old;
  }
  WLPRIM_BOTH Derived operator--(int) {
    Derived old = self();
    self().advance(-1);
    return old;
  }
  WLPRIM_BOTH Derived& operator+=(difference_type n) { return self().advance(n), self(); }
  WLPRIM_BOTH Derived& operator-=(difference_type n) { return self().advance(-n), self(); }
  WLPRIM_BOTH Derived operator+(difference_type n) const {
    Derived moved = self();
    moved.advance(n);
    return moved;
  }
  WLPRIM_BOTH Derived operator-(difference_type n) const {
    Derived moved = self();
    moved.advance(-n);
    return moved;
  }
  friend WLPRIM_BOTH Derived operator+(difference_type n, const Derived& it) { return it + n; }
  WLPRIM_BOTH difference_type operator-(const Derived& b) const { return b.distance_to(self()); }
  WLPRIM_BOTH bool operator==(const Derived& b) const { return b.distance_to(self()) == 0; }
  WLPRIM_BOTH bool operator!=(const Derived& b) const { return b.distance_to(self()) != 0; }
  WLPRIM_BOTH bool operator<(const Derived& b) const { return b.distance_to(self()) < 0; }
  WLPRIM_BOTH bool operator>(const Derived& b) const { return b.distance_to(self()) > 0; }
  WLPRIM_BOTH bool operator<=(const Derived& b) const { return b.distance_to(self()) <= 0; }
  WLPRIM_BOTH bool operator>=(const Derived& b) const { return b.distance_to(self()) >= 0; }
};

struct iterator_core_access {};

// An iterator that is another one but for what the derived class says.
template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default, class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<
          Derived,
          std::conditional_t<std::is_void_v<Value>, typename std::iterator_traits<Base>::value_type, Value>,
          std::conditional_t<std::is_void_v<System>, detail::system_tag_of<Base>, System>, Traversal,
          std::conditional_t<std::is_void_v<Reference>, typename std::iterator_traits<Base>::reference,
                             Reference>> {
  Base it;

protected:
  WLPRIM_BOTH Base& base_reference() { return it; }
  WLPRIM_BOTH const Base& base_reference() const { return it; }

public:
  using super_t = iterator_adaptor;
  using base_type = Base;
  WLPRIM_BOTH iterator_adaptor() : it() {}
  WLPRIM_BOTH explicit iterator_adaptor(const Base& base) : it(base) {}
  WLPRIM_BOTH const Base& base() const { return it; }
  WLPRIM_BOTH typename iterator_adaptor::reference dereference() const { return *it; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { it += n; }
  template <class Other> WLPRIM_BOTH std::ptrdiff_t distance_to(const Other& other) const {
    return other.base() - it;
  }
};

template <class It> using iterator_value = std::iterator_traits<It>;
template <class It> using iterator_value_t = typename std::iterator_traits<It>::value_type;
template <class It> using iterator_difference_t = typename std::iterator_traits<It>::difference_type;
template <class It> struct iterator_system {
  using type = detail::system_tag_of<It>;
};
template <class It> struct iterator_traits : std::iterator_traits<It> {};

} // namespace thrust

#endif
