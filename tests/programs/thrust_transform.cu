// Covers: thrust::for_each, transform (unary, binary, conditional), tabulate, generate, gather, scatter,
// replace, reverse, swap_ranges, adjacent_difference, placeholders; on the device by iterators, by
// policy and stream, on the host, and in a kernel.
#include <cstdio>
#include <cstdlib>
#include <thrust/adjacent_difference.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <vector>

// Ends the program at the first value that is wrong.
template <class A, class B> static void expect(const char* what, long where, const A& got, const B& expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}

struct Collatz {
  __host__ __device__ int operator()(int n) const { return n % 2 ? 3 * n + 1 : n / 2; }
};
struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct AddTo {
  int* total;
  __device__ void operator()(int v) const { atomicAdd(total, v); }
};
struct Divisible {
  int by;
  __host__ __device__ bool operator()(int v) const { return v % by == 0; }
};
struct Six {
  __host__ __device__ int operator()() const { return 6; }
};

__global__ void in_kernel(int* v, int n, int* sum) {
  thrust::sort(thrust::seq, v, v + n);
  thrust::transform(thrust::device, v, v + n, v, Collatz());
  int s = 0;
  thrust::for_each(thrust::seq, v, v + n, [&](int x) { s += x; });
  *sum = s;
}

template <class V> static void same(const char* what, const V& v, const std::vector<int>& expected) {
  expect(what, -1, v.size(), expected.size());
  thrust::host_vector<int> h(v.begin(), v.end());
  for (size_t i = 0; i < expected.size(); i++) expect(what, long(i), h[i], expected[i]);
}

int main() {
  using namespace thrust::placeholders;
  for (int n : {0, 1, 255, 1000}) {
    std::vector<int> e(n);
    thrust::device_vector<int> v(n), w(n), x(n);
    thrust::host_vector<int> h(n);
    thrust::sequence(v.begin(), v.end());
    thrust::sequence(h.begin(), h.end());
    thrust::transform(v.begin(), v.end(), w.begin(), Collatz());
    for (int i = 0; i < n; i++) e[i] = i % 2 ? 3 * i + 1 : i / 2;
    same("unary", w, e);
    thrust::transform(h.begin(), h.end(), h.begin(), Collatz());
    same("on the host", h, e);
    thrust::transform(v.begin(), v.end(), w.begin(), x.begin(), _1 * 2 - _2);
    for (int i = 0; i < n; i++) e[i] = 2 * i - e[i];
    same("placeholders", x, e);
    thrust::transform_if(v.begin(), v.end(), w.begin(), x.begin(), thrust::negate<int>(), _1 % 3 == 0);
    for (int i = 0; i < n; i++)
      if ((i % 2 ? 3 * i + 1 : i / 2) % 3 == 0) e[i] = -i;
    same("with a stencil", x, e);
    thrust::replace_if(x.begin(), x.end(), Divisible{5}, 1);
    thrust::replace(x.begin(), x.end(), 1, 8);
    for (int& i : e) i = i % 5 == 0 || i == 1 ? 8 : i;
    same("replaced", x, e);
    thrust::reverse(x.begin(), x.end());
    thrust::swap_ranges(x.begin(), x.begin() + n / 2, w.begin());
    std::vector<int> f(n);
    for (int i = 0; i < n; i++) f[i] = i < n / 2 ? (i % 2 ? 3 * i + 1 : i / 2) : e[n - 1 - i];
    same("reversed and swapped", x, f);
    thrust::adjacent_difference(x.begin(), x.end(), x.begin());
    for (int i = n - 1; i > 0; i--) f[i] -= f[i - 1];
    same("adjacent difference, in place", x, f);

    // A permutation there and back: i -> (i * 7) mod n for n prime to 7.
    thrust::device_vector<int> map(n);
    thrust::tabulate(map.begin(), map.end(), _1 * 7 % (n ? n : 1));
    thrust::gather(map.begin(), map.end(), v.begin(), w.begin());
    for (int i = 0; i < n; i++) e[i] = i * 7 % n;
    same("gathered", w, e);
    thrust::fill(x.begin(), x.end(), -1);
    thrust::scatter(w.begin(), w.end(), map.begin(), x.begin());
    for (int i = 0; i < n; i++) e[i] = i;
    same("scattered", x, e);
    thrust::fill(x.begin(), x.end(), -1);
    thrust::scatter_if(v.begin(), v.end(), v.begin(), v.begin(), x.begin(), Divisible{4});
    for (int i = 0; i < n; i++) e[i] = i % 4 ? -1 : i;
    same("scattered where divisible", x, e);
    thrust::generate(x.begin(), x.end(), Six());
    same("generated", x, std::vector<int>(n, 6));

    thrust::device_vector<int> total(1);
    thrust::for_each(v.begin(), v.end(), AddTo{thrust::raw_pointer_cast(total.data())});
    expect("added up by for_each", n, int(total[0]), n * (n - 1) / 2);
  }

  cudaStream_t stream;
  if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
  const int n = 3000;
  float *a = nullptr, *b = nullptr;
  if (cudaMalloc(&a, n * sizeof(float)) != cudaSuccess || cudaMalloc(&b, n * sizeof(float)) != cudaSuccess) return 1;
  thrust::sequence(thrust::device, a, a + n);
  thrust::fill(thrust::cuda::par.on(stream), b, b + n, 0.5f);
  thrust::transform(thrust::cuda::par.on(stream), a, a + n, b, b, Saxpy{2.0f});
  std::vector<float> got(n);
  cudaMemcpy(got.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) expect("raw pointers on a stream", i, got[i], 2.0f * i + 0.5f);

  thrust::device_vector<int> few = std::vector<int>{9, 4, 7, 1, 3}, sum(1);
  in_kernel<<<1, 1>>>(thrust::raw_pointer_cast(few.data()), 5, thrust::raw_pointer_cast(sum.data()));
  same("sorted and mapped in a kernel", few, {4, 10, 2, 22, 28});
  expect("summed in a kernel", 0, int(sum[0]), 66);
  printf("PASS\n");
}
