// shuffle: a random order, by sorting with random keys.
#ifndef THRUST_SHUFFLE_H
#define THRUST_SHUFFLE_H

#include "detail/copy.h"
#include "detail/sort.h"

namespace thrust {
namespace detail {

// A well mixed number for each place and seed.
struct scrambled {
  unsigned long long seed;
  template <class I> WLPRIM_BOTH unsigned long long operator()(I i) const {
    unsigned long long x = seed + (static_cast<unsigned long long>(i) + 1) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
  }
};
template <class Engine> WLPRIM_BOTH scrambled scrambled_by(Engine& e) {
  const unsigned long long high = static_cast<unsigned long long>(e());
  return {high << 32 ^ static_cast<unsigned long long>(e())};
}

template <class It, class Engine> WLPRIM_BOTH void shuffle(in_sequence, It first, It last, Engine engine) {
  const scrambled random = scrambled_by(engine);
  for (std::ptrdiff_t i = last - first; i > 1; --i) {
    const std::ptrdiff_t j = static_cast<std::ptrdiff_t>(random(i) % static_cast<unsigned long long>(i));
    const value_type_of<It> v = first[i - 1];
    first[i - 1] = static_cast<value_type_of<It>>(first[j]);
    first[j] = v;
  }
}
template <class It, class Engine> void shuffle(const on_device& where, It first, It last, Engine engine) {
  const size_t n = count_of(first, last);
  const scrambled random = scrambled_by(engine);
  scratch memory(n * sizeof(unsigned long long), where);
  auto* keys = static_cast<unsigned long long*>(memory.get());
  each_index(where, n, [=] __device__(size_t i) { keys[i] = random(i); }, "shuffle");
  detail::sort_pairs(where, keys, n, first, true, less<unsigned long long>());
}
template <class System, class In, class Out, class Engine>
WLPRIM_BOTH Out shuffle_copy(const System& where, In first, In last, Out out, Engine engine) {
  const Out end = detail::copy_n(where, first, count_of(first, last), out);
  detail::shuffle(where, out, end, engine);
  return end;
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(shuffle)
THRUST_DETAIL_ALGORITHM(shuffle_copy)

} // namespace thrust

#endif
