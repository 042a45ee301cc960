// Microseconds from one kernel launch to the next, through hipLaunchKernel as a program sees it: the best of some batches,
// since a launch is short beside what else the machine does. Prints what `wl bench` reads.
#include <chrono>
#include <cstdio>
#include <hip/hip_runtime.h>

__global__ void empty() {}
__global__ void with_arguments(const float*, float*, int, float) {}
__global__ void sum_of_block(float* x) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) x[0] = s[0] + s[255];
}

template <class F> double microseconds(F launch) {
  constexpr int kBatches = 40, kLaunches = 100;
  double best = 1e9;
  for (int b = 0; b < kBatches; ++b) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kLaunches; ++i) launch();
    (void)hipDeviceSynchronize();
    double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / kLaunches;
    if (us < best) best = us;
  }
  return best;
}

int main() {
  float* x = nullptr;
  if (hipMalloc(&x, 4096) != hipSuccess || hipMemset(x, 0, 4096) != hipSuccess) return 1;
  struct {
    const char* name;
    double us;
  } rows[] = {
      {"launch_1_block", microseconds([] { empty<<<1, 64>>>(); })},
      {"launch_1_block_of_1024", microseconds([] { empty<<<1, 1024>>>(); })},
      {"launch_100_blocks", microseconds([] { empty<<<100, 64>>>(); })},
      {"launch_100_blocks_of_256", microseconds([] { empty<<<100, 256>>>(); })},
      {"launch_arguments", microseconds([&] { with_arguments<<<1, 64>>>(x, x, 1, 2.0f); })},
      {"launch_lds_barrier", microseconds([&] { sum_of_block<<<1, 256>>>(x); })},
  };
  std::printf("{\"benchmarks\": [");
  const char* comma = "";
  for (const auto& r : rows) {
    std::printf("%s\n  {\"name\": \"%s\", \"us/launch\": %.3f}", comma, r.name, r.us);
    comma = ",";
  }
  std::printf("\n]}\n");
  return hipGetLastError() == hipSuccess && hipFree(x) == hipSuccess ? 0 : 1;
}
