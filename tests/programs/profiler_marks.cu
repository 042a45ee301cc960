// Covers: NVTX 3 marks and ranges, which need no library at link time: push, pop, start, end, mark, nested around a launch.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

__global__ void twice(int* x) { x[threadIdx.x] *= 2; }

static void require(bool right, const char* what, int line) {
  if (right) return;
  printf("FAIL: %s, line %d, got false, expected true\n", what, line);
  exit(1);
}
#define REQUIRE(x) require(x, #x, __LINE__)

int main() {
  int host[64], *device = nullptr;
  for (int i = 0; i < 64; ++i) host[i] = i;
  REQUIRE(cudaMalloc(&device, sizeof host) == cudaSuccess);
  REQUIRE(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice) == cudaSuccess);
  nvtxRangeId_t all = nvtxRangeStartA("all");
  int outer = nvtxRangePushA("outer"), inner = nvtxRangePush("inner");
  nvtxMarkA("launch");
  twice<<<1, 64>>>(device);
  int inner_end = nvtxRangePop(), outer_end = nvtxRangePop();
  nvtxRangeEnd(all);
  // With a profiler the levels count; without one they are all the same.
  REQUIRE(inner == outer || inner == outer + 1);
  REQUIRE(inner_end - outer_end == inner - outer);
  REQUIRE(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int i = 0; i < 64; ++i) REQUIRE(host[i] == 2 * i);
  REQUIRE(cudaFree(device) == cudaSuccess);
  printf("PASS\n");
}
