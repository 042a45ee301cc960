// Covers: thrust::reduce, transform_reduce, inner_product, count, find, min_element, max_element, equal,
// mismatch, all_of and its kin, is_sorted, reduce_by_key; at several sizes, on device and host.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <vector>

// Ends the program at the first value that is wrong.
template <class A, class B> static void expect(const char* what, long where, const A& got, const B& expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
// A fixed sequence of numbers.
static unsigned next_number() {
  static unsigned state = 12345;
  return (state = state * 1664525u + 1013904223u) >> 8;
}

struct Square {
  __host__ __device__ double operator()(int v) const { return double(v) * v; }
};
struct Above {
  int limit;
  __host__ __device__ bool operator()(int v) const { return v > limit; }
};
struct ByLastDigit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

template <class Vector> static void questions(const std::vector<int>& data) {
  const long n = long(data.size());
  Vector v(data.begin(), data.end());
  long sum = 0, above = 0, threes = 0;
  double squares = 0;
  int most = -1000;
  for (int x : data) {
    sum += x;
    squares += double(x) * x;
    above += x > 60;
    threes += x == 3;
    most = std::max(most, x);
  }
  expect("sum", n, long(thrust::reduce(v.begin(), v.end())), sum);
  expect("wide sum", n, thrust::reduce(v.begin(), v.end(), 5000000000l), sum + 5000000000l);
  expect("maximum", n, thrust::reduce(v.begin(), v.end(), -1000, thrust::maximum<int>()), most);
  expect("squares", n, thrust::transform_reduce(v.begin(), v.end(), Square(), 0.0, thrust::plus<double>()), squares);
  expect("inner product", n, thrust::inner_product(v.begin(), v.end(), v.begin(), 0.0), squares);
  expect("number above", n, long(thrust::count_if(v.begin(), v.end(), Above{60})), above);
  expect("number equal", n, long(thrust::count(v.begin(), v.end(), 3)), threes);
  expect("first 3", n, long(thrust::find(v.begin(), v.end(), 3) - v.begin()), std::find(data.begin(), data.end(), 3) - data.begin());
  expect("first above", n, long(thrust::find_if(v.begin(), v.end(), Above{90}) - v.begin()),
         std::find_if(data.begin(), data.end(), Above{90}) - data.begin());
  expect("all", n, thrust::all_of(v.begin(), v.end(), Above{-1}), true);
  expect("any", n, thrust::any_of(v.begin(), v.end(), Above{98}), std::any_of(data.begin(), data.end(), Above{98}));
  expect("none", n, thrust::none_of(v.begin(), v.end(), Above{99}), true);
  expect("smallest", n, long(thrust::min_element(v.begin(), v.end()) - v.begin()), std::min_element(data.begin(), data.end()) - data.begin());
  expect("largest", n, long(thrust::max_element(v.begin(), v.end()) - v.begin()), std::max_element(data.begin(), data.end()) - data.begin());
  auto ends = thrust::minmax_element(v.begin(), v.end(), ByLastDigit());
  if (n) {
    expect("smallest digit", n, int(*ends.first) % 10, *std::min_element(data.begin(), data.end(), ByLastDigit()) % 10);
    expect("largest digit", n, int(*ends.second) % 10, *std::max_element(data.begin(), data.end(), ByLastDigit()) % 10);
  }
  Vector other = v;
  expect("equal", n, thrust::equal(v.begin(), v.end(), other.begin()), true);
  if (n > 2) {
    other[n - 2] = 1000;
    expect("not equal", n, thrust::equal(v.begin(), v.end(), other.begin()), false);
    expect("mismatch", n, long(thrust::mismatch(v.begin(), v.end(), other.begin()).first - v.begin()), n - 2);
    expect("not sorted", n, thrust::is_sorted(v.begin(), v.end()), std::is_sorted(data.begin(), data.end()));
  }

  // Runs of v[i] / 30, three ways.
  std::vector<int> keys, sums, lengths;
  Vector k(n);
  for (long i = 0; i < n; i++) {
    k[i] = data[i] / 30;
    if (i == 0 || keys.back() != data[i] / 30) {
      keys.push_back(data[i] / 30);
      sums.push_back(0);
      lengths.push_back(0);
    }
    sums.back() += data[i];
    lengths.back()++;
  }
  Vector ko(n), vo(n);
  auto end = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), ko.begin(), vo.begin());
  expect("number of runs", n, size_t(end.first - ko.begin()), keys.size());
  for (size_t i = 0; i < keys.size(); i++) {
    expect("key of a run", long(i), int(ko[i]), keys[i]);
    expect("sum of a run", long(i), int(vo[i]), sums[i]);
  }
  auto count = thrust::reduce_by_key(k.begin(), k.end(), thrust::make_constant_iterator(1), ko.begin(), vo.begin());
  expect("number of runs counted", n, size_t(count.second - vo.begin()), keys.size());
  for (size_t i = 0; i < keys.size(); i++) expect("length of a run", long(i), int(vo[i]), lengths[i]);
}

int main() {
  for (int n : {0, 1, 64, 300}) {
    std::vector<int> data(n);
    for (auto& v : data) v = next_number() % 100;
    questions<thrust::device_vector<int>>(data);
    questions<thrust::host_vector<int>>(data);
  }
  // Large, and of no memory at all.
  thrust::counting_iterator<long> count(1);
  expect("sum of a count", 0, thrust::reduce(count, count + 200000), 200000l * 200001 / 2);
  printf("PASS\n");
}
