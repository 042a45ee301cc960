// Covers: thrust::sort and stable_sort, by key, by greater and by a comparison, of numbers, structs and
// zipped sequences, on device and host; shuffle keeps all elements.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/iterator/zip_iterator.h>
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

struct Entry {
  int key;
  short weight;
  char name;
};
struct ByKey {
  __host__ __device__ bool operator()(const Entry& a, const Entry& b) const { return a.key < b.key; }
};
struct ByRemainder {
  __host__ __device__ bool operator()(int a, int b) const { return a % 16 < b % 16; }
};

template <template <class...> class Vector, class T> static void numbers(int n, T scale) {
  std::vector<T> data(n);
  for (auto& v : data) v = T(int(next_number() % 1000) - 500) * scale;
  Vector<T> v(data.begin(), data.end());
  Vector<int> from(n);
  std::vector<int> order(n);
  for (int i = 0; i < n; i++) order[i] = i;
  thrust::sequence(from.begin(), from.end());
  thrust::sort_by_key(v.begin(), v.end(), from.begin());
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return data[a] < data[b]; });
  for (int i = 0; i < n; i++) {
    expect("key", i, T(v[i]), data[order[i]]);
    expect("value", i, int(from[i]), order[i]);
  }
  v.assign(data.begin(), data.end());
  thrust::sort(v.begin(), v.end(), thrust::greater<T>());
  for (int i = 0; i < n; i++) expect("descending", i, T(v[i]), data[order[n - 1 - i]]);
}

template <template <class...> class Vector> static void others(int n) {
  std::vector<Entry> entries(n);
  for (int i = 0; i < n; i++) entries[i] = {int(next_number() % 20), short(i), char(i)};
  Vector<Entry> v(entries.begin(), entries.end());
  thrust::stable_sort(v.begin(), v.end(), ByKey());
  std::stable_sort(entries.begin(), entries.end(), ByKey());
  for (int i = 0; i < n; i++) expect("entry", i, Entry(v[i]).weight, entries[i].weight);

  std::vector<int> a(n);
  for (auto& x : a) x = next_number() % 1000;
  Vector<int> k(a.begin(), a.end());
  Vector<double> w(n);
  for (int i = 0; i < n; i++) w[i] = a[i] * 0.5;
  thrust::stable_sort_by_key(k.begin(), k.end(), w.begin(), ByRemainder());
  std::stable_sort(a.begin(), a.end(), ByRemainder());
  for (int i = 0; i < n; i++) {
    expect("by remainder", i, int(k[i]), a[i]);
    expect("its value", i, double(w[i]), a[i] * 0.5);
  }
  // Pairs in their own order.
  auto zip = thrust::make_zip_iterator(thrust::make_tuple(k.begin(), w.begin()));
  thrust::sort(zip, zip + n);
  std::sort(a.begin(), a.end());
  for (int i = 0; i < n; i++) {
    expect("zipped key", i, int(k[i]), a[i]);
    expect("zipped value", i, double(w[i]), a[i] * 0.5);
  }
  thrust::shuffle(k.begin(), k.end(), thrust::default_random_engine(5));
  int moved = 0;
  for (int i = 0; i < n; i++) moved += int(k[i]) != a[i];
  expect("something moved", n, moved > 0, n > 10);
  thrust::sort(k.begin(), k.end());
  for (int i = 0; i < n; i++) expect("nothing lost", i, int(k[i]), a[i]);
}

template <class... T> using device_vector = thrust::device_vector<T...>;
template <class... T> using host_vector = thrust::host_vector<T...>;

int main() {
  for (int n : {0, 1, 65, 700}) {
    numbers<device_vector, int>(n, 3);
    numbers<host_vector, int>(n, 3);
    others<device_vector>(std::min(n, 200));
    others<host_vector>(std::min(n, 200));
  }
  numbers<device_vector, float>(500, 0.25f);
  numbers<device_vector, long long>(500, 1000000007ll);
  numbers<device_vector, unsigned char>(300, 1);
  printf("PASS\n");
}
