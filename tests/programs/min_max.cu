// Covers: min and max of all pairs of numbers that CUDA has, on the host and in device code: floats (NaN, too), 64 bits, signed with unsigned as an index, below zero (which is large as unsigned), above 2^53.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void pick(const int* from, int* to, int n) {
  int i = threadIdx.x;
  to[i] = from[min(n - 1, i + 2 * blockDim.x)];
}

constexpr int count = 14;
// Each line once on the host and once on the device; what is right is the same.
template <class Not> __host__ __device__ void numbers(double* out, int below, long long large, float half, Not a_number) {
  const unsigned seven = 7;
  out[0] = min(below, seven);
  out[1] = max(below, seven);
  out[2] = max(large, 5ull) == (1ull << 53) + 1;
  out[3] = min(large + 2, 1ull << 63) == (1ull << 53) + 3;
  out[4] = max(half, 2.75f);
  out[5] = min(half, -0.25f);
  out[6] = max(half, 1.0 + 1e-12);  // of float and double: double
  out[7] = min(3.5, half);
  out[8] = max(a_number, half);     // NaN loses
  out[9] = min(half, a_number);
  out[10] = max(1l << 40, 3l) == 1l << 40;
  out[11] = max(sizeof(int) << 40, sizeof(char)) == 1ul << 42;
  out[12] = min(0x80000000u, 5u);
  out[13] = max(-3, below);
}
__global__ void on_device(double* out, int below, long long large, float half, float a_number) { numbers(out, below, large, half, a_number); }

static void expect(const char* what, int where, double got, double expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %d, got %.17g, expected %.17g\n", what, where, got, expected);
  exit(1);
}
#define CHECK(call) expect(#call, __LINE__, (call), cudaSuccess)

int main() {
  constexpr int n = 100, threads = 64;
  int from[n], to[threads], *d_from, *d_to;
  for (int i = 0; i < n; ++i) from[i] = 3 * i;
  CHECK(cudaMalloc(&d_from, sizeof from));
  CHECK(cudaMalloc(&d_to, sizeof to));
  CHECK(cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice));
  pick<<<1, threads>>>(d_from, d_to, n);
  CHECK(cudaMemcpy(to, d_to, sizeof to, cudaMemcpyDeviceToHost));
  for (int i = 0; i < threads; ++i) expect("index", i, to[i], 3 * (n - 1));

  const double right[count] = {7, 4294967295.0, 1, 1, 2.75, -0.25, 1.5, 1.5, 1.5, 1.5, 1, 1, 5, -1};
  double host[count], device[count], *d_out;
  numbers(host, -1, (1ll << 53) + 1, 1.5f, NAN);
  CHECK(cudaMalloc(&d_out, sizeof device));
  on_device<<<1, 1>>>(d_out, -1, (1ll << 53) + 1, 1.5f, NAN);
  CHECK(cudaMemcpy(device, d_out, sizeof device, cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) {
    expect("on the host", i, host[i], right[i]);
    expect("on the device", i, device[i], right[i]);
  }
  printf("PASS\n");
}
