// Covers: warp-aggregated atomics: one lane adds for the group (ballot, leader by ffs, broadcast by shfl);
// stream compaction.
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

__device__ int reserve(int* counter, unsigned group) {
  int lane = threadIdx.x & 31, leader = __ffs(group) - 1, base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(group));
  base = __shfl_sync(group, base, leader);
  return base + __popc(group & ((1u << lane) - 1));
}

__global__ void compact(const int* in, int n, int* out, int* counter, int* requests) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] % 3 == 0;
  unsigned group = __ballot_sync(0xffffffffu, keep);
  if (keep) out[reserve(counter, group)] = in[i];
  if ((threadIdx.x & 31) == 0 && group) atomicAdd(requests, 1);
}

// One counter for each of five keys; lanes with the same key share one request.
__global__ void count_keys(const int* in, int n, int* counts, int* slot) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int key = i < n ? in[i] % 5 : -1;
  unsigned same = __match_any_sync(0xffffffffu, key);
  if (key >= 0) slot[i] = reserve(&counts[key], same);
}

int main() {
  const int n = 5003, blocks = (n + 159) / 160;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = i * 17 % 10007; // all different
  int *di = to_device(in), *d = to_device(std::vector<int>(n)), *dc = to_device(std::vector<int>(7, 0));
  int* slot = to_device(std::vector<int>(n));
  compact<<<blocks, 160>>>(di, n, d, dc, dc + 1);
  count_keys<<<blocks, 160>>>(di, n, dc + 2, slot);
  std::vector<int> c = to_host(dc, 7), out = to_host(d, n), place = to_host(slot, n);
  std::vector<char> wanted(10007, 0);
  int kept = 0, groups = 0;
  for (int w = 0; w < n; w += 32) {
    int before = kept;
    for (int i = w; i < w + 32 && i < n; i++)
      if (in[i] % 3 == 0) wanted[in[i]] = 1, kept++;
    groups += kept > before;
  }
  expect("kept", 0, c[0], kept);
  expect("one request a warp", 0, c[1], groups);
  for (int i = 0; i < kept; i++) {
    expect("kept value, once", i, int(wanted[out[i]]), 1);
    wanted[out[i]] = 0;
  }
  for (int key = 0; key < 5; key++) {
    std::vector<int> taken(n, 0);
    int count = 0;
    for (int i = 0; i < n; i++)
      if (in[i] % 5 == key) taken[place[i]]++, count++;
    expect("count of key", key, c[2 + key], count);
    for (int i = 0; i < count; i++) expect("each place once", key * n + i, taken[i], 1);
  }
  printf("PASS\n");
}
