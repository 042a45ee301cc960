// Covers: thrust::copy_if, remove, unique, unique_by_key, partition and their copies and stencils, on
// device and host, at several sizes; merge, set operations and binary searches against std.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>
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

struct Odd {
  __host__ __device__ bool operator()(int v) const { return v & 1; }
};

template <class Vector> static void same(const char* what, const Vector& v, size_t size, const std::vector<int>& expected) {
  expect(what, -1, size, expected.size());
  thrust::host_vector<int> h(v.begin(), v.end());
  for (size_t i = 0; i < expected.size(); i++) expect(what, long(i), int(h[i]), expected[i]);
}

template <class Vector> static void compactions(int n) {
  std::vector<int> data(n), flags(n), odd, even, flagged, unique, firsts, without;
  for (int i = 0; i < n; i++) {
    data[i] = i && next_number() % 2 ? data[i - 1] : int(next_number() % 8);
    flags[i] = next_number() % 2;
    (data[i] & 1 ? odd : even).push_back(data[i]);
    if (flags[i]) flagged.push_back(data[i]);
    if (data[i] != 3) without.push_back(data[i]);
    if (i == 0 || data[i] != data[i - 1]) {
      unique.push_back(data[i]);
      firsts.push_back(i);
    }
  }
  Vector v(data.begin(), data.end()), f(flags.begin(), flags.end()), out(n), rest(n), w;
  same("copy_if", out, thrust::copy_if(v.begin(), v.end(), out.begin(), Odd()) - out.begin(), odd);
  same("copy_if by a stencil", out, thrust::copy_if(v.begin(), v.end(), f.begin(), out.begin(), Odd()) - out.begin(), flagged);
  same("remove_copy_if", out, thrust::remove_copy_if(v.begin(), v.end(), out.begin(), Odd()) - out.begin(), even);
  same("unique_copy", out, thrust::unique_copy(v.begin(), v.end(), out.begin()) - out.begin(), unique);
  auto parts = thrust::partition_copy(v.begin(), v.end(), out.begin(), rest.begin(), Odd());
  same("first part", out, parts.first - out.begin(), odd);
  same("second part", rest, parts.second - rest.begin(), even);
  w = v;
  same("remove", w, thrust::remove(w.begin(), w.end(), 3) - w.begin(), without);
  w = v;
  same("remove_if by a stencil", w, thrust::remove_if(w.begin(), w.end(), f.begin(), [] __host__ __device__(int x) { return x == 0; }) - w.begin(), flagged);
  w = v;
  same("unique", w, thrust::unique(w.begin(), w.end()) - w.begin(), unique);
  w = v;
  auto middle = thrust::stable_partition(w.begin(), w.end(), Odd());
  expect("border", n, size_t(middle - w.begin()), odd.size());
  std::vector<int> both = odd;
  both.insert(both.end(), even.begin(), even.end());
  same("stable_partition", w, n, both);
  w = v;
  for (int i = 0; i < n; i++) out[i] = i;
  auto ends = thrust::unique_by_key(w.begin(), w.end(), out.begin());
  same("unique keys", w, ends.first - w.begin(), unique);
  same("their values", out, ends.second - out.begin(), firsts);
}

template <class Vector> static void sets(int na, int nb) {
  std::vector<int> a(na), b(nb);
  for (auto& v : a) v = next_number() % 50;
  for (auto& v : b) v = next_number() % 70;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  Vector x(a.begin(), a.end()), y(b.begin(), b.end()), out(na + nb);
  auto check = [&](const char* what, auto end, auto reference) {
    std::vector<int> expected;
    reference(std::back_inserter(expected));
    same(what, out, end - out.begin(), expected);
  };
#define SET(name)                                                                                                      \
  check(#name, thrust::name(x.begin(), x.end(), y.begin(), y.end(), out.begin()),                                      \
        [&](auto to) { std::name(a.begin(), a.end(), b.begin(), b.end(), to); })
  SET(merge);
  SET(set_union);
  SET(set_intersection);
  SET(set_difference);
  SET(set_symmetric_difference);
  for (int v : {0, 17, 49, 90}) {
    expect("lower_bound", v, long(thrust::lower_bound(x.begin(), x.end(), v) - x.begin()), std::lower_bound(a.begin(), a.end(), v) - a.begin());
    expect("upper_bound", v, long(thrust::upper_bound(x.begin(), x.end(), v) - x.begin()), std::upper_bound(a.begin(), a.end(), v) - a.begin());
    expect("binary_search", v, thrust::binary_search(x.begin(), x.end(), v), std::binary_search(a.begin(), a.end(), v));
  }
  thrust::lower_bound(x.begin(), x.end(), y.begin(), y.end(), out.begin());
  for (int i = 0; i < nb; i++) expect("lower bounds", i, long(int(out[i])), std::lower_bound(a.begin(), a.end(), b[i]) - a.begin());
}

int main() {
  for (int n : {0, 1, 100, 400}) {
    compactions<thrust::device_vector<int>>(n);
    compactions<thrust::host_vector<int>>(n);
  }
  compactions<thrust::device_vector<int>>(5000);
  for (int n : {0, 1, 60, 300}) {
    sets<thrust::device_vector<int>>(n, 150);
    sets<thrust::host_vector<int>>(n, 150);
  }
  sets<thrust::device_vector<int>>(40, 0);
  printf("PASS\n");
}
