// Vector addition: the smallest CUDA program that checks itself.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                            \
  do {                                                                                                         \
    cudaError_t e = (call);                                                                                    \
    if (e != cudaSuccess) {                                                                                    \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                          \
      std::exit(1);                                                                                            \
    }                                                                                                          \
  } while (0)

__global__ void vadd(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// One partial sum a warp, by the shuffle idiom that assumes 32 lanes.
__global__ void sum(const float* c, float* partial, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? c[i] : 0.0f;
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  if (threadIdx.x % 32 == 0) partial[i / 32] = v;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100000;
  int block = 256, grid = (n + block - 1) / block, warps = grid * block / 32;
  size_t bytes = n * sizeof(float);
  float* a = (float*)std::malloc(bytes);
  float* b = (float*)std::malloc(bytes);
  float* c = (float*)std::malloc(bytes);
  float* partial = (float*)std::malloc(warps * sizeof(float));
  for (int i = 0; i < n; ++i) {
    a[i] = float(i % 1000);
    b[i] = float(i % 7);
  }

  float *da, *db, *dc, *dp;
  CHECK(cudaMalloc(&da, bytes));
  CHECK(cudaMalloc(&db, bytes));
  CHECK(cudaMalloc(&dc, bytes));
  CHECK(cudaMalloc(&dp, warps * sizeof(float)));
  CHECK(cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice));
  vadd<<<grid, block>>>(da, db, dc, n);
  CHECK(cudaGetLastError());
  sum<<<grid, block>>>(dc, dp, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c, dc, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(partial, dp, warps * sizeof(float), cudaMemcpyDeviceToHost));

  int wrong = 0;
  double expected = 0, got = 0;
  for (int i = 0; i < n; ++i) {
    wrong += c[i] != a[i] + b[i];
    expected += a[i] + b[i];
  }
  for (int i = 0; i < warps; ++i) got += partial[i];
  std::printf("n = %d, wrong elements: %d, sum %.0f, expected %.0f\n", n, wrong, got, expected);
  bool ok = wrong == 0 && std::fabs(got - expected) <= 1e-6 * expected;
  std::printf("%s\n", ok ? "PASS" : "FAIL");
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  CHECK(cudaFree(dp));
  std::free(a), std::free(b), std::free(c), std::free(partial);
  return ok ? 0 : 1;
}
