// Thrust's fancy iterators. (The per-iterator headers include this one.)
#ifndef THRUST_ITERATOR_ITERATORS_H
#define THRUST_ITERATOR_ITERATORS_H

#include "../tuple.h"
#include "iterator_facade.h"

namespace thrust {

namespace detail {

template <class It> using reference_of = typename std::iterator_traits<It>::reference;
template <class T, class Otherwise> using or_default = std::conditional_t<std::is_void_v<T>, Otherwise, T>;

} // namespace detail

template <class Incrementable, class System = use_default, class Traversal = use_default,
          class Difference = use_default>
class counting_iterator
    : public iterator_facade<counting_iterator<Incrementable, System, Traversal, Difference>, Incrementable,
                             detail::or_default<System, any_system_tag>, Traversal, Incrementable> {
  Incrementable now;

public:
  WLPRIM_BOTH counting_iterator() : now() {}
  WLPRIM_BOTH explicit counting_iterator(Incrementable start) : now(start) {}
  WLPRIM_BOTH Incrementable base() const { return now; }
  WLPRIM_BOTH Incrementable dereference() const { return now; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { now = static_cast<Incrementable>(now + n); }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const counting_iterator& b) const {
    return static_cast<std::ptrdiff_t>(b.now) - static_cast<std::ptrdiff_t>(now);
  }
};
template <class T> WLPRIM_BOTH counting_iterator<T> make_counting_iterator(T start) {
  return counting_iterator<T>(start);
}

template <class Value, class Incrementable = use_default, class System = use_default>
class constant_iterator : public iterator_facade<constant_iterator<Value, Incrementable, System>, Value,
                                                 detail::or_default<System, any_system_tag>, void, Value> {
  Value constant;
  std::ptrdiff_t position;

public:
  WLPRIM_BOTH constant_iterator() : constant(), position(0) {}
  template <class I = std::ptrdiff_t>
  WLPRIM_BOTH constant_iterator(const Value& v, I start = 0)
      : constant(v), position(static_cast<std::ptrdiff_t>(start)) {}
  WLPRIM_BOTH const Value& value() const { return constant; }
  WLPRIM_BOTH Value dereference() const { return constant; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { position += n; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const constant_iterator& b) const { return b.position - position; }
};
template <class T, class I = std::ptrdiff_t>
WLPRIM_BOTH constant_iterator<T> make_constant_iterator(T v, I start = 0) {
  return constant_iterator<T>(v, start);
}

namespace detail {

struct discard_reference {
  template <class T> WLPRIM_BOTH const discard_reference& operator=(const T&) const { return *this; }
};

} // namespace detail

template <class System = use_default>
class discard_iterator
    : public iterator_facade<discard_iterator<System>, void, detail::or_default<System, any_system_tag>, void,
                             detail::discard_reference> {
  std::ptrdiff_t position;

public:
  WLPRIM_BOTH discard_iterator(std::ptrdiff_t start = 0) : position(start) {}
  WLPRIM_BOTH detail::discard_reference dereference() const { return {}; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { position += n; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const discard_iterator& b) const { return b.position - position; }
};
WLPRIM_BOTH discard_iterator<> make_discard_iterator(std::ptrdiff_t start = 0) {
  return discard_iterator<>(start);
}

// f of what another iterator refers to.
template <class F, class It, class Reference = use_default, class Value = use_default>
class transform_iterator;
namespace detail {

template <class F, class It, class Reference>
using transformed = or_default<Reference, std::invoke_result_t<F, reference_of<raw_of<It>>>>;
template <class F, class It, class Reference, class Value>
using transform_base = iterator_facade<transform_iterator<F, It, Reference, Value>,
                                       or_default<Value, std::decay_t<transformed<F, It, Reference>>>,
                                       system_tag_of<It>, void, transformed<F, It, Reference>>;

} // namespace detail
template <class F, class It, class Reference, class Value>
class transform_iterator : public detail::transform_base<F, It, Reference, Value> {
  It it;
  mutable F f;

public:
  WLPRIM_BOTH transform_iterator() : it(), f() {}
  WLPRIM_BOTH transform_iterator(const It& base, F function) : it(base), f(function) {}
  WLPRIM_BOTH explicit transform_iterator(const It& base) : it(base), f() {}
  WLPRIM_BOTH const It& base() const { return it; }
  WLPRIM_BOTH F functor() const { return f; }
  WLPRIM_BOTH typename transform_iterator::reference dereference() const { return f(*it); }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { it += n; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const transform_iterator& b) const { return b.it - it; }
  WLPRIM_BOTH auto thrust_unwrap() const {
    using R = detail::raw_of<It>;
    return transform_iterator<F, R, typename transform_iterator::reference,
                              typename transform_iterator::value_type>(detail::raw(it), f);
  }
};
template <class F, class It> WLPRIM_BOTH transform_iterator<F, It> make_transform_iterator(It it, F f) {
  return transform_iterator<F, It>(it, f);
}

// Writes f(value) instead of the value.
namespace detail {

template <class F, class It> struct transform_output_reference {
  It it;
  mutable F f;
  template <class T> WLPRIM_BOTH const transform_output_reference& operator=(const T& v) const {
    *it = f(v);
    return *this;
  }
};

} // namespace detail
template <class F, class It>
class transform_output_iterator
    : public iterator_facade<transform_output_iterator<F, It>, void, detail::system_tag_of<It>, void,
                             detail::transform_output_reference<F, It>> {
  It it;
  F f;

public:
  WLPRIM_BOTH transform_output_iterator(It base, F function) : it(base), f(function) {}
  WLPRIM_BOTH const It& base() const { return it; }
  WLPRIM_BOTH detail::transform_output_reference<F, It> dereference() const { return {it, f}; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { it += n; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const transform_output_iterator& b) const { return b.it - it; }
  WLPRIM_BOTH auto thrust_unwrap() const {
    return transform_output_iterator<F, detail::raw_of<It>>(detail::raw(it), f);
  }
};
template <class F, class It>
WLPRIM_BOTH transform_output_iterator<F, It> make_transform_output_iterator(It it, F f) {
  return transform_output_iterator<F, It>(it, f);
}

// Elements by a sequence of places.
template <class Elements, class Places>
class permutation_iterator
    : public iterator_facade<permutation_iterator<Elements, Places>,
                             typename std::iterator_traits<Elements>::value_type,
                             detail::tag_of<Elements, Places>, void, detail::reference_of<Elements>> {
  Elements elements;
  Places places;

public:
  WLPRIM_BOTH permutation_iterator() : elements(), places() {}
  WLPRIM_BOTH permutation_iterator(Elements e, Places p) : elements(e), places(p) {}
  WLPRIM_BOTH const Places& base() const { return places; }
  WLPRIM_BOTH detail::reference_of<Elements> dereference() const { return elements[*places]; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { places += n; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const permutation_iterator& b) const { return b.places - places; }
  WLPRIM_BOTH auto thrust_unwrap() const {
    return permutation_iterator<detail::raw_of<Elements>, detail::raw_of<Places>>(detail::raw(elements),
                                                                                  detail::raw(places));
  }
};
template <class E, class P> WLPRIM_BOTH permutation_iterator<E, P> make_permutation_iterator(E e, P p) {
  return permutation_iterator<E, P>(e, p);
}

template <class It>
class reverse_iterator
    : public iterator_facade<reverse_iterator<It>, typename std::iterator_traits<It>::value_type,
                             detail::system_tag_of<It>, void, detail::reference_of<It>> {
  It it;

public:
  WLPRIM_BOTH reverse_iterator() : it() {}
  WLPRIM_BOTH explicit reverse_iterator(It end) : it(end) {}
  template <class Other> WLPRIM_BOTH reverse_iterator(const reverse_iterator<Other>& b) : it(b.base()) {}
  WLPRIM_BOTH const It& base() const { return it; }
  WLPRIM_BOTH detail::reference_of<It> dereference() const { return *(it - 1); }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { it -= n; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const reverse_iterator& b) const { return it - b.it; }
  WLPRIM_BOTH auto thrust_unwrap() const { return reverse_iterator<detail::raw_of<It>>(detail::raw(it)); }
};
template <class It> WLPRIM_BOTH reverse_iterator<It> make_reverse_iterator(It it) {
  return reverse_iterator<It>(it);
}

// Several sequences at once: tuples of references.
template <class Iterators> class zip_iterator;
template <class... It>
class zip_iterator<tuple<It...>>
    : public iterator_facade<zip_iterator<tuple<It...>>,
                             tuple<typename std::iterator_traits<It>::value_type...>, detail::tag_of<It...>,
                             void, tuple<detail::reference_of<It>...>> {
  using indices = std::index_sequence_for<It...>;
  tuple<It...> its;

  template <size_t... I> WLPRIM_BOTH tuple<detail::reference_of<It>...> all(std::index_sequence<I...>) const {
    return tuple<detail::reference_of<It>...>(*get<I>(its)...);
  }
  template <size_t... I> WLPRIM_BOTH void advance_all(std::ptrdiff_t n, std::index_sequence<I...>) {
    ((get<I>(its) += n), ...);
  }
  template <size_t... I> WLPRIM_BOTH auto unwrap_all(std::index_sequence<I...>) const {
    using inner = tuple<detail::raw_of<It>...>;
    return zip_iterator<inner>(inner(detail::raw(get<I>(its))...));
  }

public:
  WLPRIM_BOTH zip_iterator() : its() {}
  WLPRIM_BOTH zip_iterator(const tuple<It...>& iterators) : its(iterators) {}
  template <class... Other>
  WLPRIM_BOTH zip_iterator(const zip_iterator<tuple<Other...>>& b) : its(b.get_iterator_tuple()) {}
  WLPRIM_BOTH const tuple<It...>& get_iterator_tuple() const { return its; }
  WLPRIM_BOTH tuple<detail::reference_of<It>...> dereference() const { return all(indices()); }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { advance_all(n, indices()); }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const zip_iterator& b) const { return get<0>(b.its) - get<0>(its); }
  WLPRIM_BOTH auto thrust_unwrap() const { return unwrap_all(indices()); }
};
template <class... It> WLPRIM_BOTH zip_iterator<tuple<It...>> make_zip_iterator(const tuple<It...>& its) {
  return zip_iterator<tuple<It...>>(its);
}
template <class First, class... It, class = std::enable_if_t<!detail::is_tuple<First>::value>>
WLPRIM_BOTH zip_iterator<tuple<First, It...>> make_zip_iterator(First first, It... its) {
  return zip_iterator<tuple<First, It...>>(tuple<First, It...>(first, its...));
}

// A function of several arguments applied to a tuple of them.
template <class F> class zip_function {
  mutable F f;
  template <class T, size_t... I> WLPRIM_BOTH decltype(auto) apply(T&& t, std::index_sequence<I...>) const {
    return f(get<I>(t)...);
  }

public:
  WLPRIM_BOTH explicit zip_function(F function) : f(function) {}
  template <class T> WLPRIM_BOTH decltype(auto) operator()(T&& t) const {
    return apply(t, std::make_index_sequence<std::tuple_size<std::decay_t<T>>::value>());
  }
};
template <class F> WLPRIM_BOTH zip_function<std::decay_t<F>> make_zip_function(F&& f) {
  return zip_function<std::decay_t<F>>(f);
}

// Elements every `stride` places.
template <class It>
class strided_iterator
    : public iterator_facade<strided_iterator<It>, typename std::iterator_traits<It>::value_type,
                             detail::system_tag_of<It>, void, detail::reference_of<It>> {
  It it;
  std::ptrdiff_t step;

public:
  WLPRIM_BOTH strided_iterator(It base, std::ptrdiff_t stride) : it(base), step(stride) {}
  WLPRIM_BOTH const It& base() const { return it; }
  WLPRIM_BOTH std::ptrdiff_t stride() const { return step; }
  WLPRIM_BOTH detail::reference_of<It> dereference() const { return *it; }
  WLPRIM_BOTH void advance(std::ptrdiff_t n) { it += n * step; }
  WLPRIM_BOTH std::ptrdiff_t distance_to(const strided_iterator& b) const { return (b.it - it) / step; }
  WLPRIM_BOTH auto thrust_unwrap() const {
    return strided_iterator<detail::raw_of<It>>(detail::raw(it), step);
  }
};
template <class It, class Stride>
WLPRIM_BOTH strided_iterator<It> make_strided_iterator(It it, Stride stride) {
  return strided_iterator<It>(it, static_cast<std::ptrdiff_t>(stride));
}

template <class It, class D> WLPRIM_BOTH void advance(It& it, D n) { it += n; }
template <class It> WLPRIM_BOTH auto distance(It first, It last) { return last - first; }
template <class It> WLPRIM_BOTH It next(It it, std::ptrdiff_t n = 1) { return it + n; }
template <class It> WLPRIM_BOTH It prev(It it, std::ptrdiff_t n = 1) { return it - n; }

} // namespace thrust

#endif
