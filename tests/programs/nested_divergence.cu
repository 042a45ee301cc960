// Covers: nested if/else on lane bits, divergent trip counts, a diverged && / || chain with side effects,
// reconvergence.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

// Each of these ends the program at the first API call that failed or value that is wrong.
#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}
template <class T>
static void expect(const char* what, long where, T got, std::common_type_t<T> expected,
                   double tolerance = 0) {
  if (got == expected || (tolerance > 0 && std::fabs(double(got) - double(expected)) <= tolerance)) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
template <class T> static T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static std::vector<T> to_host(const T* d, size_t n) {
  CHECK(cudaGetLastError());
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

__device__ int bump(int* counter, int value) {
  ++*counter;
  return value;
}

__global__ void diverge(int* path, int* calls, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int r = 0, c = 0;
  if (i & 1) {
    r += 1;
    if (i & 2) {
      r += 10;
      if (i & 4)
        r += 100;
      else
        for (int k = 0; k < (i & 15); k++) r += (k & 1) ? 1000 : 2000;
    } else {
      r -= 10;
      int k = i;
      while (k > 3) {
        if (k % 3 == 0)
          k /= 3;
        else
          k -= 2;
        r += 7;
      }
    }
  } else if (i & 2) {
    r = bump(&c, i & 4) && bump(&c, i & 8) ? 5 : 6;
    if (bump(&c, i & 16) || bump(&c, i & 32)) r *= 11;
  } else {
    r = (i & 4) ? ((i & 8) ? 21 : 22) : ((i & 16) ? 23 : 24);
  }
  path[i] = r + 1000000; // every path meets again here
  calls[i] = c;
}

int main() {
  const int n = 1000;
  int *dp = to_device(std::vector<int>(n)), *dc = to_device(std::vector<int>(n));
  diverge<<<(n + 127) / 128, 128>>>(dp, dc, n);
  std::vector<int> path = to_host(dp, n), calls = to_host(dc, n);
  for (int i = 0; i < n; i++) {
    int r, c = 0;
    switch (i % 4) {
    case 3: {
      int trips = i % 16;
      r = 11 + ((i / 4) % 2 ? 100 : (trips + 1) / 2 * 2000 + trips / 2 * 1000);
      break;
    }
    case 1: {
      int steps = 0;
      for (int k = i; k > 3; steps++) k = k % 3 ? k - 2 : k / 3;
      r = -9 + 7 * steps;
      break;
    }
    case 2: {
      bool b2 = i / 4 % 2, b3 = i / 8 % 2, b4 = i / 16 % 2, b5 = i / 32 % 2;
      r = (b2 && b3 ? 5 : 6) * (b4 || b5 ? 11 : 1);
      c = (b2 ? 2 : 1) + (b4 ? 1 : 2);
      break;
    }
    default: {
      static const int leaf[8] = {24, 22, 24, 21, 23, 22, 23, 21};
      r = leaf[i / 4 % 8];
    }
    }
    expect("path", i, path[i], r + 1000000);
    expect("calls in a short-circuit", i, calls[i], c);
  }
  printf("PASS\n");
}
