// Covers: a spin lock between blocks (one thread a block takes it by atomicCAS), a ticket lock, and plain
// data guarded by each.
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

struct Guarded {
  int lock, serving, next;
  int count, history[64];
  double balance;
};

__global__ void spin(Guarded* g) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&g->lock, 0, 1) != 0) {
    }
    __threadfence();
    volatile Guarded* v = g;
    int k = v->count;
    v->history[k % 64] = blockIdx.x;
    v->balance = v->balance * 2 + blockIdx.x;
    v->balance = (v->balance - blockIdx.x) / 2 + 1;
    v->count = k + 1;
    __threadfence();
    atomicExch(&g->lock, 0);
  }
}

__global__ void ticket(Guarded* g) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&g->next, 1);
    while (atomicAdd(&g->serving, 0) != mine) {
    }
    __threadfence();
    volatile Guarded* v = g;
    v->history[mine % 64] = v->history[mine % 64] + 100;
    v->count = v->count + 1;
    __threadfence();
    atomicAdd(&g->serving, 1);
  }
}

int main() {
  const int blocks = 40;
  Guarded zero = {};
  Guarded* g = to_device(std::vector<Guarded>(1, zero));
  spin<<<blocks, 64>>>(g);
  Guarded got = to_host(g, 1)[0];
  expect("count under the spin lock", 0, got.count, blocks);
  expect("balance", 0, got.balance, double(blocks));
  expect("lock is free", 0, got.lock, 0);
  std::vector<int> seen(blocks, 0);
  for (int k = 0; k < blocks; k++) seen[got.history[k]]++;
  for (int b = 0; b < blocks; b++) expect("each block once", b, seen[b], 1);
  ticket<<<blocks, 32>>>(g);
  Guarded after = to_host(g, 1)[0];
  expect("count under the ticket lock", 0, after.count, 2 * blocks);
  for (int k = 0; k < blocks; k++) expect("history", k, after.history[k], got.history[k] + 100);
  printf("PASS\n");
}
