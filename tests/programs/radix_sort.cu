// Covers: least-significant-digit radix sort of 64-bit keys: per-block digit counts, a scan over counts,
// stable scatter by ballot ranks; signed keys.
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

__global__ void count(const unsigned long long* key, int n, int shift, int* counts) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[key[i] >> shift & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void exclusive_scan(int* v, int n) {
  if (threadIdx.x >= 32) return;
  int carry = 0;
  for (int base = 0; base < n; base += 32) {
    int i = base + threadIdx.x, x = i < n ? v[i] : 0, sum = x;
    for (int d = 1; d < 32; d *= 2) {
      int below = __shfl_up_sync(0xffffffffu, sum, d);
      if (threadIdx.x >= d) sum += below;
    }
    if (i < n) v[i] = carry + sum - x;
    carry += __shfl_sync(0xffffffffu, sum, 31);
  }
}

// One warp a block, so that ranks come from a ballot.
__global__ void scatter(const unsigned long long* in, unsigned long long* out, int n, int shift,
                        const int* offsets) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int digit = i < n ? int(in[i] >> shift & 15) : 16;
  unsigned below = (1u << threadIdx.x) - 1;
  for (int d = 0; d < 16; d++) {
    unsigned same = __ballot_sync(0xffffffffu, digit == d);
    if (digit == d) out[offsets[d * gridDim.x + blockIdx.x] + __popc(same & below)] = in[i];
  }
}

int main() {
  const int n = 2000, blocks = (n + 31) / 32;
  std::vector<unsigned long long> key(n);
  unsigned long long s = 3;
  for (int i = 0; i < n; i++) {
    s = s * 6364136223846793005ull + 1442695040888963407ull;
    key[i] = (i % 3 ? s >> 40 : s >> (i % 50)) ^ (1ull << 63); // signed order as unsigned
  }
  unsigned long long *a = to_device(key), *b = to_device(key);
  int* counts = to_device(std::vector<int>(16 * blocks));
  for (int shift = 0; shift < 64; shift += 4) {
    count<<<blocks, 32>>>(a, n, shift, counts);
    exclusive_scan<<<1, 32>>>(counts, 16 * blocks);
    scatter<<<blocks, 32>>>(a, b, n, shift, counts);
    unsigned long long* swap = a;
    a = b;
    b = swap;
  }
  std::vector<unsigned long long> got = to_host(a, n);
  std::vector<unsigned long long> want = key; // insertion, on the host
  for (int i = 1; i < n; i++)
    for (int k = i; k && want[k - 1] > want[k]; k--) {
      unsigned long long t = want[k];
      want[k] = want[k - 1];
      want[k - 1] = t;
    }
  for (int i = 0; i < n; i++)
    expect("sorted", i, (long long)(got[i] ^ 1ull << 63), (long long)(want[i] ^ 1ull << 63));
  printf("PASS\n");
}
