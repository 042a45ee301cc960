// Binary operators.
#ifndef HIPCUB_THREAD_THREAD_OPERATORS_HPP_
#define HIPCUB_THREAD_THREAD_OPERATORS_HPP_

#include "../config.hpp"
#include "../util_type.hpp"

namespace hipcub {

#define HIPCUB_DETAIL_OPERATOR(name, expression)                                                             \
  struct name {                                                                                              \
    template <class T, class U> WLPRIM_BOTH constexpr auto operator()(const T& a, const U& b) const {        \
      return expression;                                                                                     \
    }                                                                                                        \
  };
HIPCUB_DETAIL_OPERATOR(Equality, a == b)
HIPCUB_DETAIL_OPERATOR(Inequality, a != b)
HIPCUB_DETAIL_OPERATOR(Sum, a + b)
HIPCUB_DETAIL_OPERATOR(Difference, a - b)
HIPCUB_DETAIL_OPERATOR(Division, a / b)
#undef HIPCUB_DETAIL_OPERATOR

struct Max {
  template <class T, class U>
  WLPRIM_BOTH constexpr std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T, class U>
  WLPRIM_BOTH constexpr std::common_type_t<T, U> operator()(const T& a, const U& b) const {
    return b < a ? b : a;
  }
};

// The pair with the larger (smaller) value; of equal values the one with the smaller key.
struct ArgMax {
  template <class K, class V>
  WLPRIM_BOTH KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class K, class V>
  WLPRIM_BOTH KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class EqualityOp> struct InequalityWrapper {
  EqualityOp op;
  WLPRIM_BOTH explicit InequalityWrapper(EqualityOp equal) : op(equal) {}
  template <class T, class U> WLPRIM_BOTH bool operator()(const T& a, const U& b) { return !op(a, b); }
};

template <class B> struct CastOp {
  template <class A> WLPRIM_BOTH B operator()(const A& a) const { return static_cast<B>(a); }
};

template <class ScanOp> struct SwizzleScanOp {
  ScanOp scan_op;
  WLPRIM_BOTH explicit SwizzleScanOp(ScanOp op) : scan_op(op) {}
  template <class T> WLPRIM_BOTH T operator()(const T& a, const T& b) {
    T first = b, second = a;
    return scan_op(first, second);
  }
};

// A scan that starts afresh where the key says so (is not zero), and one where the key changes.
template <class ReductionOpT> struct ReduceBySegmentOp {
  ReductionOpT op;
  WLPRIM_BOTH ReduceBySegmentOp() {}
  WLPRIM_BOTH explicit ReduceBySegmentOp(ReductionOpT reduction) : op(reduction) {}
  template <class Pair> WLPRIM_BOTH Pair operator()(const Pair& a, const Pair& b) {
    Pair r;
    r.key = a.key + b.key;
    r.value = b.key ? b.value : op(a.value, b.value);
    return r;
  }
};
template <class ReductionOpT> struct ReduceByKeyOp {
  ReductionOpT op;
  WLPRIM_BOTH ReduceByKeyOp() {}
  WLPRIM_BOTH explicit ReduceByKeyOp(ReductionOpT reduction) : op(reduction) {}
  template <class Pair> WLPRIM_BOTH Pair operator()(const Pair& a, const Pair& b) {
    Pair r = b;
    if (a.key == b.key) r.value = op(a.value, b.value);
    return r;
  }
};

template <class BinaryOpT> struct BinaryFlip {
  BinaryOpT op;
  WLPRIM_BOTH explicit BinaryFlip(BinaryOpT binary) : op(binary) {}
  template <class T, class U> WLPRIM_BOTH auto operator()(T&& t, U&& u) {
    return op(static_cast<U&&>(u), static_cast<T&&>(t));
  }
};
template <class OpT> WLPRIM_BOTH BinaryFlip<OpT> MakeBinaryFlip(OpT op) { return BinaryFlip<OpT>(op); }

} // namespace hipcub

#endif
