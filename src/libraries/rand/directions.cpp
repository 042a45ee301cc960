// Sobol's direction vectors, made when they are asked for first.
//
// Dimension 1 is van der Corput's sequence; each further one belongs to a primitive polynomial over bits, in order of degree
// and coefficients. The first ten dimensions start from Joe and Kuo's numbers (their set 6); beyond those the initial numbers
// are odd numbers of our own choice: every choice makes a Sobol sequence, but not the values of rocRAND's.
#include "libraries/rand/directions.h"
#include "base/splitmix.h"
#include <bit>
#include <mutex>
#include <vector>

namespace wavelift::libraries {

namespace {

// Joe and Kuo's initial numbers m_1, m_2, ... of dimensions 2 to 10.
constexpr uint32_t joe_kuo[][6] = {{1},          {1, 3},        {1, 3, 1},        {1, 1, 1},       {1, 1, 3, 3},
                                   {1, 3, 5, 13}, {1, 1, 5, 5, 17}, {1, 1, 5, 5, 5}, {1, 1, 7, 11, 19}};

uint32_t multiply(uint32_t a, uint32_t b, uint32_t p, int degree) {
  uint32_t r = 0;
  for (; b; b >>= 1) {
    if (b & 1) r ^= a;
    a <<= 1;
    if (a >> degree & 1) a ^= p;
  }
  return r;
}
uint32_t power(uint32_t n, uint32_t p, int degree) {
  uint32_t r = 1, b = degree == 1 ? 1 : 2;
  for (; n; n >>= 1) {
    if (n & 1) r = multiply(r, b, p, degree);
    b = multiply(b, b, p, degree);
  }
  return r;
}

// Whether x generates all 2^degree - 1 residues that are not 0.
bool is_primitive(uint32_t p, int degree) {
  if (degree == 1) return p == 3;
  const uint32_t order = (1u << degree) - 1;
  if (power(order, p, degree) != 1) return false;
  uint32_t rest = order;
  for (uint32_t f = 3; f <= rest; f += 2) {
    if (f * f > rest) f = rest;
    if (rest % f) continue;
    if (power(order / f, p, degree) == 1) return false;
    while (rest % f == 0) rest /= f;
  }
  return true;
}

template <class T> std::vector<T> make_vectors() {
  constexpr int bits = sizeof(T) * 8;
  std::vector<T> v(size_t{sobol_dimensions} * bits);
  for (int i = 0; i < bits; ++i) v[static_cast<size_t>(i)] = T(1) << (bits - 1 - i);
  uint64_t random = 1;
  unsigned dimension = 1;
  for (int degree = 1; dimension < sobol_dimensions; ++degree) {
    for (uint32_t p = (1u << degree) + 1; p < (2u << degree) && dimension < sobol_dimensions; p += 2) {
      if (!is_primitive(p, degree)) continue;
      T* to = &v[size_t{dimension} * bits];
      for (int i = 0; i < bits; ++i) {
        if (i < degree) {
          T m = dimension <= std::size(joe_kuo) ? joe_kuo[dimension - 1][i]
                                                : static_cast<T>((next_splitmix(random) >> 32 & ((1u << (i + 1)) - 1)) | 1);
          to[i] = m << (bits - 1 - i);
          continue;
        }
        T sum = to[i - degree] ^ (to[i - degree] >> degree);
        for (int j = 1; j < degree; ++j)
          if (p >> (degree - j) & 1) sum ^= to[i - j];
        to[i] = sum;
      }
      ++dimension;
    }
  }
  return v;
}

}  // namespace

template <class T> const T* direction_vectors() {
  static const std::vector<T> v = make_vectors<T>();
  return v.data();
}
template <class T> const T* scramble_constants() {
  static const std::vector<T> v = [] {
    uint64_t random = 2;
    std::vector<T> made(sobol_dimensions);
    for (T& c : made) c = static_cast<T>(next_splitmix(random));
    return made;
  }();
  return v.data();
}
template const uint32_t* direction_vectors();
template const uint64_t* direction_vectors();
template const uint32_t* scramble_constants();
template const uint64_t* scramble_constants();

}  // namespace wavelift::libraries
