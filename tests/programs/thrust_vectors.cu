// Covers: thrust::device_vector and host_vector: construction, assignment, resize, insert, erase,
// element access through references, copies between each other and std::vector, raw pointers in a
// kernel.
#include <cstdio>
#include <cstdlib>
#include <list>
#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <vector>

// Ends the program at the first value that is wrong.
template <class A, class B> static void expect(const char* what, long where, const A& got, const B& expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}

struct Point {
  float x, y;
  int tag;
};

__global__ void double_all(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 2;
}

static void same(const char* what, const thrust::device_vector<int>& v, const std::vector<int>& expected) {
  expect(what, -1, v.size(), expected.size());
  thrust::host_vector<int> h = v;
  for (size_t i = 0; i < expected.size(); i++) expect(what, long(i), h[i], expected[i]);
}

int main() {
  thrust::device_vector<int> zeros(5), sevens(300, 7), empty;
  same("zeros", zeros, std::vector<int>(5));
  same("sevens", sevens, std::vector<int>(300, 7));
  expect("empty", 0, empty.empty() && empty.begin() == empty.end(), true);

  thrust::host_vector<int> h(1000);
  for (int i = 0; i < 1000; i++) h[i] = i * i;
  thrust::device_vector<int> d = h;
  double_all<<<4, 256>>>(thrust::raw_pointer_cast(d.data()), 1000);
  std::vector<int> expected(1000);
  for (int i = 0; i < 1000; i++) expected[i] = 2 * i * i;
  same("after a kernel", d, expected);

  d[3] = 33;
  d[4] += 10;
  d.front() = d[10];
  d.back()++;
  expected[3] = 33;
  expected[4] += 10;
  expected[0] = expected[10];
  expected[999]++;
  same("elements written one by one", d, expected);
  int third = d[3];
  expect("an element read", 3, third + d[4], 33 + expected[4]);

  d.resize(1200, -1);
  expected.resize(1200, -1);
  d.push_back(5);
  expected.push_back(5);
  d.insert(d.begin() + 2, 99);
  expected.insert(expected.begin() + 2, 99);
  d.insert(d.begin() + 1201, 3, 42);
  expected.insert(expected.begin() + 1201, 3, 42);
  d.erase(d.begin() + 5, d.begin() + 905);
  expected.erase(expected.begin() + 5, expected.begin() + 905);
  same("grown, opened and closed", d, expected);

  thrust::device_vector<int> copy = d, moved;
  copy[0] = 1;
  expect("a copy is its own", 0, d[0] != copy[0], true);
  moved.swap(copy);
  expect("swapped", 0, int(moved[0]), 1);
  copy = std::vector<int>{1, 2, 3};
  same("from std::vector", copy, {1, 2, 3});
  expect("equal", 0, copy == thrust::device_vector<int>(std::vector<int>{1, 2, 3}), true);

  // Other types on the way.
  std::list<short> shorts = {4, 5, 6, 7};
  thrust::device_vector<int> from_list(shorts.begin(), shorts.end());
  same("from a list of another type", from_list, {4, 5, 6, 7});
  std::vector<double> doubles(4);
  thrust::copy(from_list.begin(), from_list.end(), doubles.begin());
  for (int i = 0; i < 4; i++) expect("to another type", i, doubles[i], 4.0 + i);
  std::vector<long> raw(4);
  thrust::copy(from_list.begin(), from_list.end(), raw.data());
  for (int i = 0; i < 4; i++) expect("to a plain pointer", i, raw[i], 4l + i);

  thrust::device_vector<Point> points(100, Point{1, 2, 3});
  Point p = points[42];
  expect("a struct", 42, p.tag, 3);
  p.tag = 11;
  points[42] = p;
  thrust::host_vector<Point> back(points);
  expect("a struct written", 42, back[42].tag, 11);
  expect("its neighbour", 43, back[43].tag, 3);

  thrust::device_vector<bool> flags(70, true);
  flags[5] = false;
  thrust::host_vector<bool> host_flags = flags;
  for (int i = 0; i < 70; i++) expect("flag", i, bool(host_flags[i]), i != 5);

  int* memory = nullptr;
  if (cudaMalloc(&memory, 64 * sizeof(int)) != cudaSuccess) return 1;
  thrust::device_ptr<int> first = thrust::device_pointer_cast(memory);
  thrust::sequence(first, first + 64, 10, 3);
  thrust::fill(first + 60, first + 64, -2);
  thrust::host_vector<int> numbers(first, first + 64);
  for (int i = 0; i < 64; i++) expect("through a device_ptr", i, numbers[i], i < 60 ? 10 + 3 * i : -2);
  expect("distance", 0, (first + 9) - first, std::ptrdiff_t(9));
  cudaFree(memory);
  printf("PASS\n");
}
