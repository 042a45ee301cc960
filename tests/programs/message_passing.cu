// Covers: messages between running blocks: data, __threadfence, flag by volatile store and load; a chain
// through eight blocks and an all-to-one gather.
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

// Block b waits for block b-1's flag, adds to its data, and hands on.
__global__ void chain(volatile int* flag, int* data, int n) {
  int b = blockIdx.x, t = threadIdx.x;
  if (b > 0) {
    if (t == 0)
      while (flag[b - 1] == 0) {
      }
    __syncthreads();
    __threadfence();
  }
  const volatile int* from = data + (b ? b - 1 : 0) * n;
  for (int i = t; i < n; i += blockDim.x) data[b * n + i] = (b ? from[i] : i) + b;
  __threadfence();
  __syncthreads();
  if (t == 0) flag[b] = 1;
}

// Block 0 gathers what the others have left.
__global__ void gather(volatile int* flags, volatile long long* mail, long long* result) {
  if (threadIdx.x) return;
  if (blockIdx.x) {
    mail[blockIdx.x] = blockIdx.x * 1000000007ll;
    __threadfence();
    flags[blockIdx.x] = 1;
  } else {
    long long sum = 0;
    for (int b = 1; b < gridDim.x; b++) {
      while (!flags[b]) {
      }
      __threadfence();
      sum += mail[b];
    }
    *result = sum;
  }
}

int main() {
  const int blocks = 8, n = 200;
  int *flag = to_device(std::vector<int>(64, 0)), *data = to_device(std::vector<int>(blocks * n, -1));
  chain<<<blocks, 64>>>(flag, data, n);
  std::vector<int> got = to_host(data, blocks * n);
  for (int b = 0; b < blocks; b++)
    for (int i = 0; i < n; i++) expect("chain", b * n + i, got[b * n + i], i + b * (b + 1) / 2);
  long long* mail = to_device(std::vector<long long>(64, 0));
  CHECK(cudaMemset(flag, 0, 64 * sizeof(int)));
  gather<<<16, 32>>>(flag, mail, mail);
  expect("gather", 0, to_host(mail, 1)[0], 120 * 1000000007ll);
  printf("PASS\n");
}
