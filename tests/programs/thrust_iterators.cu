// Covers: thrust's counting, constant, transform, zip, permutation, reverse, discard and
// transform_output iterators, tuples and pairs in kernels; complex numbers against std::complex; random
// engines against std.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <vector>

// Ends the program at the first value that is wrong.
template <class A, class B> static void expect(const char* what, long where, const A& got, const B& expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}

struct Square {
  __host__ __device__ int operator()(int v) const { return v * v; }
};
struct Mix {
  template <class Tuple> __host__ __device__ void operator()(Tuple t) const {
    thrust::get<2>(t) = thrust::get<0>(t) * 10 + int(thrust::get<1>(t));
  }
};
struct Range {
  using Pair = thrust::pair<int, int>;
  __host__ __device__ Pair operator()(int v) const { return {v, v}; }
  __host__ __device__ Pair operator()(const Pair& a, const Pair& b) const {
    return {a.first < b.first ? a.first : b.first, a.second < b.second ? b.second : a.second};
  }
};
struct Dot {
  __host__ __device__ float operator()(const thrust::tuple<float, float>& t) const { return thrust::get<0>(t) * thrust::get<1>(t); }
};
struct Throw {
  __host__ __device__ int operator()(int i) const {
    thrust::minstd_rand engine(7);
    engine.discard(2 * i);
    thrust::uniform_real_distribution<float> unit(0, 1);
    const float x = unit(engine), y = unit(engine);
    return x * x + y * y < 1.0f;
  }
};

using Complex = thrust::complex<double>;
struct Functions {
  __host__ __device__ Complex operator()(const Complex& z) const {
    return thrust::exp(z) / (z + 2.0) + thrust::sqrt(z) * thrust::conj(z) - thrust::pow(z, 1.5) + thrust::polar(thrust::abs(z), thrust::arg(z)) +
           thrust::sin(z) + thrust::log(z) + thrust::tanh(z);
  }
};

int main() {
  const int n = 1000;
  thrust::counting_iterator<int> count(3);
  auto squares = thrust::make_transform_iterator(count, Square());
  int sum = 0;
  for (int i = 0; i < n; i++) sum += (i + 3) * (i + 3);
  expect("sum of squares", n, thrust::reduce(squares, squares + n), sum);

  thrust::device_vector<int> a(n), out(n);
  thrust::device_vector<float> b(n);
  thrust::sequence(a.begin(), a.end());
  thrust::sequence(b.begin(), b.end(), 0.5f, 0.25f);
  auto zip = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), out.begin()));
  thrust::for_each(zip, zip + n, Mix());
  thrust::host_vector<int> h = out;
  for (int i = 0; i < n; i++) expect("zipped", i, h[i], i * 10 + int(0.5f + 0.25f * i));
  auto pair = thrust::make_zip_iterator(thrust::make_tuple(b.begin(), thrust::make_constant_iterator(2.0f)));
  expect("dot product", n, thrust::transform_reduce(pair, pair + n, Dot(), 0.0f, thrust::plus<float>()), 2 * (0.5f * n + 0.25f * n * (n - 1) / 2));

  // Every third element, backwards: a permutation of a transformation of a count.
  auto thirds = thrust::make_permutation_iterator(a.begin(), thrust::make_transform_iterator(thrust::counting_iterator<int>(0), thrust::placeholders::_1 * 3));
  thrust::copy(thrust::make_reverse_iterator(thirds + 333), thrust::make_reverse_iterator(thirds), out.begin());
  h = out;
  for (int i = 0; i < 333; i++) expect("thirds backwards", i, h[i], (332 - i) * 3);
  thrust::copy(out.rbegin() + (n - 333), out.rend(), a.begin());
  h = a;
  for (int i = 0; i < 333; i++) expect("and forwards", i, h[i], i * 3);
  thrust::fill(thrust::make_permutation_iterator(a.begin(), out.begin()), thrust::make_permutation_iterator(a.begin(), out.begin()) + 333, -1);
  h = a;
  for (int i = 333; i < n; i++) expect("written through", i, h[i], i % 3 == 0 && i <= 996 ? -1 : i);

  thrust::copy(count, count + n, thrust::make_transform_output_iterator(out.begin(), Square()));
  h = out;
  for (int i = 0; i < n; i++) expect("transformed on the way out", i, h[i], (i + 3) * (i + 3));
  thrust::sequence(a.begin(), a.end());
  auto end = thrust::reduce_by_key(thrust::make_transform_iterator(a.begin(), thrust::placeholders::_1 / 100),
                                   thrust::make_transform_iterator(a.end(), thrust::placeholders::_1 / 100), a.begin(),
                                   thrust::make_discard_iterator(), out.begin());
  expect("runs", n, end.second - out.begin(), std::ptrdiff_t(10));
  h = out;
  for (int i = 0; i < 10; i++) expect("sum of a hundred", i, h[i], 10000 * i + 4950);

  Range::Pair range = thrust::transform_reduce(squares, squares + n, Range(), Range::Pair(5, 5), Range());
  expect("smallest", 0, range.first, 5);
  expect("largest", 0, range.second, 1002 * 1002);
  int low, high;
  thrust::tie(low, high) = range;
  expect("tied", 0, low + high, 5 + 1002 * 1002);
  expect("tuples in order", 0, thrust::make_tuple(1, 2.0, 'c') < thrust::make_tuple(1, 3.0, 'a'), true);

  thrust::device_vector<Complex> z(60), w(60);
  for (int i = 0; i < 60; i++) z[i] = Complex(0.1 * i - 2.0, 0.07 * i + 0.05);
  thrust::transform(z.begin(), z.end(), w.begin(), Functions());
  for (int i = 0; i < 60; i++) {
    std::complex<double> s(0.1 * i - 2.0, 0.07 * i + 0.05);
    std::complex<double> e = std::exp(s) / (s + 2.0) + std::sqrt(s) * std::conj(s) - std::pow(s, 1.5) + std::polar(std::abs(s), std::arg(s)) + std::sin(s) +
                             std::log(s) + std::tanh(s);
    Complex got = w[i];
    expect("complex functions", i, std::abs(e - std::complex<double>(got.real(), got.imag())) < 1e-12 * (1 + std::abs(e)), true);
  }

  thrust::minstd_rand ours(42);
  std::minstd_rand theirs(42);
  for (int i = 0; i < 100; i++) expect("minstd_rand", i, long(ours()), long(theirs()));
  ours.discard(1000);
  theirs.discard(1000);
  expect("discard", 1000, long(ours()), long(theirs()));
  const int throws = 20000, inside = thrust::transform_reduce(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(throws), Throw(), 0, thrust::plus<int>());
  expect("pi to two places", inside, std::fabs(4.0 * inside / throws - 3.14159) < 0.05, true);
  printf("PASS\n");
}
