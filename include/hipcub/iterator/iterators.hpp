// Fancy iterators: positions that compute what they hand out. (The per-iterator headers include this one.)
#ifndef HIPCUB_ITERATOR_ITERATORS_HPP_
#define HIPCUB_ITERATOR_ITERATORS_HPP_

#include "../thread/thread_load.hpp"
#include "../util_type.hpp"
#include <cstddef>
#include <iterator>

namespace hipcub {

// Movement, subscript and comparison over a position that is a difference type; Self has at(position).
template <class Self, class Value, class Reference, class Offset> class position_iterator {
  WLPRIM_BOTH Self& self() { return static_cast<Self&>(*this); }
  WLPRIM_BOTH const Self& self() const { return static_cast<const Self&>(*this); }

protected:
  Offset position;
  WLPRIM_BOTH explicit position_iterator(Offset start) : position(start) {}

public:
  using self_type = Self;
  using difference_type = Offset;
  using value_type = Value;
  using pointer = Value*;
  using reference = Reference;
  using iterator_category = std::random_access_iterator_tag;

  WLPRIM_BOTH reference operator*() const { return self().at(position); }
  template <class D> WLPRIM_BOTH reference operator[](D n) const {
    return self().at(position + static_cast<Offset>(n));
  }
  WLPRIM_BOTH Self& operator++() { return ++position, self(); }
  WLPRIM_BOTH Self& operator--() { return --position, self(); }
  WLPRIM_BOTH Self operator++(int) {
    Self old = self();
    ++position;
    return old;
  }
  WLPRIM_BOTH Self operator--(int) {
    Self old = self();
    --position;
    return old;
  }
  template <class D> WLPRIM_BOTH Self& operator+=(D n) { return position += static_cast<Offset>(n), self(); }
  template <class D> WLPRIM_BOTH Self& operator-=(D n) { return position -= static_cast<Offset>(n), self(); }
  template <class D> WLPRIM_BOTH Self operator+(D n) const {
    Self moved = self();
    return moved += n;
  }
  template <class D, class = std::enable_if_t<std::is_integral_v<D>>> WLPRIM_BOTH Self operator-(D n) const {
    Self moved = self();
    return moved -= n;
  }
  WLPRIM_BOTH difference_type operator-(const Self& b) const { return position - b.position; }
  WLPRIM_BOTH bool operator==(const Self& b) const { return position == b.position; }
  WLPRIM_BOTH bool operator!=(const Self& b) const { return position != b.position; }
  WLPRIM_BOTH bool operator<(const Self& b) const { return position < b.position; }
};

template <class ValueType, class OffsetT = std::ptrdiff_t>
class CountingInputIterator
    : public position_iterator<CountingInputIterator<ValueType, OffsetT>, ValueType, ValueType, OffsetT> {
  using base = position_iterator<CountingInputIterator, ValueType, ValueType, OffsetT>;
  ValueType start;

public:
  WLPRIM_BOTH CountingInputIterator(const ValueType& first = ValueType()) : base(0), start(first) {}
  WLPRIM_BOTH ValueType at(OffsetT n) const { return start + static_cast<ValueType>(n); }
};

template <class ValueType, class OffsetT = std::ptrdiff_t>
class ConstantInputIterator
    : public position_iterator<ConstantInputIterator<ValueType, OffsetT>, ValueType, ValueType, OffsetT> {
  using base = position_iterator<ConstantInputIterator, ValueType, ValueType, OffsetT>;
  ValueType value;

public:
  WLPRIM_BOTH ConstantInputIterator(ValueType constant, OffsetT offset = 0) : base(offset), value(constant) {}
  WLPRIM_BOTH ValueType at(OffsetT) const { return value; }
};

template <class ValueType, class ConversionOp, class InputIteratorT, class OffsetT = std::ptrdiff_t>
class TransformInputIterator
    : public position_iterator<TransformInputIterator<ValueType, ConversionOp, InputIteratorT, OffsetT>,
                               ValueType, ValueType, OffsetT> {
  using base = position_iterator<TransformInputIterator, ValueType, ValueType, OffsetT>;
  mutable ConversionOp op;
  InputIteratorT in;

public:
  WLPRIM_BOTH TransformInputIterator(InputIteratorT input, ConversionOp conversion)
      : base(0), op(conversion), in(input) {}
  WLPRIM_BOTH ValueType at(OffsetT n) const { return op(in[n]); }
};

// Pairs of place and value.
template <class InputIteratorT, class OffsetT = std::ptrdiff_t,
          class OutputValueT = wlprim::value_of<InputIteratorT>>
class ArgIndexInputIterator
    : public position_iterator<ArgIndexInputIterator<InputIteratorT, OffsetT, OutputValueT>,
                               KeyValuePair<OffsetT, OutputValueT>, KeyValuePair<OffsetT, OutputValueT>,
                               OffsetT> {
  using pair = KeyValuePair<OffsetT, OutputValueT>;
  using base = position_iterator<ArgIndexInputIterator, pair, pair, OffsetT>;
  InputIteratorT in;

public:
  WLPRIM_BOTH ArgIndexInputIterator(InputIteratorT input, OffsetT offset = 0) : base(offset), in(input) {}
  WLPRIM_BOTH pair at(OffsetT n) const { return pair(n, static_cast<OutputValueT>(in[n])); }
  WLPRIM_BOTH void normalize() {
    in += this->position;
    this->position = 0;
  }
};

template <CacheLoadModifier MODIFIER, class ValueType, class OffsetT = std::ptrdiff_t>
class CacheModifiedInputIterator
    : public position_iterator<CacheModifiedInputIterator<MODIFIER, ValueType, OffsetT>, ValueType, ValueType,
                               OffsetT> {
  using base = position_iterator<CacheModifiedInputIterator, ValueType, ValueType, OffsetT>;
  const ValueType* from;

public:
  template <class Q> WLPRIM_BOTH CacheModifiedInputIterator(Q* start) : base(0), from(start) {}
  WLPRIM_DEVICE ValueType at(OffsetT n) const { return ThreadLoad<MODIFIER>(from + n); }
};

template <CacheStoreModifier MODIFIER, class ValueType, class OffsetT = std::ptrdiff_t>
class CacheModifiedOutputIterator {
  ValueType* to;

public:
  struct place {
    ValueType* at;
    WLPRIM_DEVICE ValueType operator=(ValueType v) const { return ThreadStore<MODIFIER>(at, v), v; }
  };
  using difference_type = OffsetT;
  using value_type = void;
  using pointer = void;
  using reference = place;
  using iterator_category = std::random_access_iterator_tag;
  template <class Q> WLPRIM_BOTH CacheModifiedOutputIterator(Q* start) : to(start) {}
  WLPRIM_BOTH place operator*() const { return {to}; }
  template <class D> WLPRIM_BOTH place operator[](D n) const { return {to + n}; }
  template <class D> WLPRIM_BOTH CacheModifiedOutputIterator operator+(D n) const { return to + n; }
};

// Takes everything and keeps nothing.
template <class OffsetT = std::ptrdiff_t> class DiscardOutputIterator {
  OffsetT position;

public:
  struct place {
    template <class T> WLPRIM_BOTH const place& operator=(const T&) const { return *this; }
  };
  using difference_type = OffsetT;
  using value_type = void;
  using pointer = void;
  using reference = place;
  using iterator_category = std::random_access_iterator_tag;
  WLPRIM_BOTH DiscardOutputIterator(OffsetT offset = 0) : position(offset) {}
  WLPRIM_BOTH place operator*() const { return {}; }
  template <class D> WLPRIM_BOTH place operator[](D) const { return {}; }
  template <class D> WLPRIM_BOTH DiscardOutputIterator operator+(D n) const { return position + n; }
  WLPRIM_BOTH DiscardOutputIterator& operator++() { return ++position, *this; }
  template <class D> WLPRIM_BOTH DiscardOutputIterator& operator+=(D n) { return position += n, *this; }
  WLPRIM_BOTH OffsetT operator-(const DiscardOutputIterator& b) const { return position - b.position; }
};

// Reads through the texture path on hardware that has one for linear memory; here an ordinary load.
template <class T, class OffsetT = std::ptrdiff_t>
class TexObjInputIterator : public position_iterator<TexObjInputIterator<T, OffsetT>, T, T, OffsetT> {
  using base = position_iterator<TexObjInputIterator, T, T, OffsetT>;
  const T* from = nullptr;

public:
  WLPRIM_BOTH TexObjInputIterator() : base(0) {}
  template <class Q> hipError_t BindTexture(Q* start, size_t = size_t(-1), size_t offset = 0) {
    from = start;
    this->position = static_cast<OffsetT>(offset);
    return hipSuccess;
  }
  hipError_t UnbindTexture() { return hipSuccess; }
  WLPRIM_BOTH T at(OffsetT n) const { return from[n]; }
};

} // namespace hipcub

#endif
