// Covers: thrust::inclusive_scan, exclusive_scan, transform scans and scans by key, in place, with a
// start and an operator, at sizes from 0 to many tiles, on device and host.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>
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
  __host__ __device__ int operator()(int v) const { return v * v; }
};
struct SameTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};

template <class Vector> static void scans(const std::vector<int>& data) {
  const long n = long(data.size());
  Vector v(data.begin(), data.end()), out(n);
  auto check = [&](const char* what, const Vector& got, auto expected) {
    thrust::host_vector<int> h = got;
    for (long i = 0; i < n; i++) expect(what, i, h[i], expected(i));
  };
  std::vector<int> sums(n + 1), squares(n + 1), most(n + 1, 40);
  for (long i = 0; i < n; i++) {
    sums[i + 1] = sums[i] + data[i];
    squares[i + 1] = squares[i] + data[i] * data[i];
    most[i + 1] = std::max(most[i], data[i]);
  }
  auto end = thrust::inclusive_scan(v.begin(), v.end(), out.begin());
  expect("end", n, long(end - out.begin()), n);
  check("inclusive", out, [&](long i) { return sums[i + 1]; });
  thrust::exclusive_scan(v.begin(), v.end(), out.begin());
  check("exclusive", out, [&](long i) { return sums[i]; });
  thrust::exclusive_scan(v.begin(), v.end(), out.begin(), 40, thrust::maximum<int>());
  check("exclusive maximum", out, [&](long i) { return most[i]; });
  thrust::transform_inclusive_scan(v.begin(), v.end(), out.begin(), Square(), thrust::plus<int>());
  check("inclusive squares", out, [&](long i) { return squares[i + 1]; });
  thrust::transform_exclusive_scan(v.begin(), v.end(), out.begin(), Square(), 9, thrust::plus<int>());
  check("exclusive squares", out, [&](long i) { return squares[i] + 9; });

  auto head = [&](long i) {
    while (i > 0 && data[i] / 10 == data[i - 1] / 10) i--;
    return i;
  };
  thrust::inclusive_scan_by_key(v.begin(), v.end(), v.begin(), out.begin(), SameTens());
  check("inclusive by key", out, [&](long i) { return sums[i + 1] - sums[head(i)]; });
  thrust::exclusive_scan_by_key(v.begin(), v.end(), v.begin(), out.begin(), 3, SameTens());
  check("exclusive by key", out, [&](long i) { return 3 + sums[i] - sums[head(i)]; });
  thrust::inclusive_scan(v.begin(), v.end(), v.begin());
  check("inclusive, in place", v, [&](long i) { return sums[i + 1]; });
}

int main() {
  for (int n : {0, 1, 63, 2049, 10000}) {
    std::vector<int> data(n);
    for (int i = 0; i < n; i++) data[i] = i && next_number() % 4 ? data[i - 1] : int(next_number() % 90);
    scans<thrust::device_vector<int>>(data);
    scans<thrust::host_vector<int>>(data);
  }
  printf("PASS\n");
}
