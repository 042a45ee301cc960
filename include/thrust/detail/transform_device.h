// What most device algorithms are made of: a function for each index.
#ifndef THRUST_DETAIL_TRANSFORM_DEVICE_H
#define THRUST_DETAIL_TRANSFORM_DEVICE_H

#include "../device_ptr.h"
#include "../iterator/iterators.h"

namespace thrust::detail {

// f(i) for all i < n, on the stream; not waited for.
template <class F> void each_index(const on_device& where, size_t n, F f, const char* what) {
  check(wlprim::for_each_n(n, f, where.stream), what);
}

template <class It> using value_type_of = typename std::iterator_traits<It>::value_type;

} // namespace thrust::detail

#endif
