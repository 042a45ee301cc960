// What a card can do, as lines of share/hardware: what its driver says of it, what loads take, what copies and arithmetic reach.
//
//   nvcc -O3 -arch=native bench/calibration.cu -o calibration && ./calibration
//   wl port bench/calibration.cu -o calibration.hip && hipcc -O3 calibration.hip -o calibration && ./calibration
//
// Each figure is printed as `key = [value, "measured"]`. Times are the shortest of several, so that other work on the card matters little. On
// the software GPU it runs through, but its times are the host's.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>
#include <cuda_runtime.h>

namespace {

void ok(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
  std::exit(1);
}
#define OK(call) ok(call, #call)

// Seconds of the shortest of `times` runs.
template <class F> double shortest(int times, F run) {
  cudaEvent_t from, to;
  OK(cudaEventCreate(&from));
  OK(cudaEventCreate(&to));
  float best = 1e30f;
  for (int i = 0; i < times; ++i) {
    OK(cudaEventRecord(from));
    run();
    OK(cudaEventRecord(to));
    OK(cudaEventSynchronize(to));
    float ms = 0;
    OK(cudaEventElapsedTime(&ms, from, to));
    best = std::min(best, ms);
  }
  OK(cudaGetLastError());
  OK(cudaEventDestroy(from));
  OK(cudaEventDestroy(to));
  return best * 1e-3;
}

// Each load needs the one before. The first round, which fills the cache, is not counted.
__global__ void chase(const uint32_t* next, int warm, int steps, long long* cycles, uint32_t* sink) {
  uint32_t at = 0;
  for (int i = 0; i < warm; ++i) at = next[at];
  const long long from = clock64();
  for (int i = 0; i < steps; ++i) at = next[at];
  *cycles = clock64() - from + (at == 0xffffffffu);
  *sink = at;
}

__global__ void chase_shared(int steps, long long* cycles, uint32_t* sink) {
  __shared__ uint32_t next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i + 33) % 1024;
  __syncthreads();
  if (threadIdx.x != 0) return;
  uint32_t at = 0;
  const long long from = clock64();
  for (int i = 0; i < steps; ++i) at = next[at];
  *cycles = clock64() - from + (at == 0xffffffffu);
  *sink = at;
}

__global__ void copy(const float4* from, float4* to, size_t n) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) to[i] = from[i];
}

// Sixteen chains of multiply-adds, which do not depend on one another.
template <class T> __global__ void multiply_add(T* out, int rounds) {
  T a[16];
  for (int k = 0; k < 16; ++k) a[k] = T(threadIdx.x + k);
  const T x = T(0.999), y = T(blockIdx.x) * T(1e-6);
  for (int i = 0; i < rounds; ++i)
#pragma unroll
    for (int k = 0; k < 16; ++k) a[k] = a[k] * x + y;
  T sum = 0;
  for (int k = 0; k < 16; ++k) sum += a[k];
  if (sum == T(-1)) *out = sum;
}

// Cycles a load, of a walk in drawn order over `bytes`, one load a line.
double latency(size_t bytes, int line, int steps) {
  const size_t lines = bytes / line, words = line / 4;
  std::vector<uint32_t> order(lines), next(lines * words, 0);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937(1));
  for (size_t i = 0; i < lines; ++i) next[order[i] * words] = uint32_t(order[(i + 1) % lines] * words);
  uint32_t *device, *sink;
  long long* cycles;
  OK(cudaMalloc(&device, next.size() * 4));
  OK(cudaMalloc(&sink, 4));
  OK(cudaMalloc(&cycles, 8));
  OK(cudaMemcpy(device, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
  const int warm = int(std::min<size_t>(lines, 1 << 20));
  long long least = 1ll << 62;
  for (int turn = 0; turn < 3; ++turn) {
    chase<<<1, 1>>>(device, warm, steps, cycles, sink);
    long long c = 0;
    OK(cudaMemcpy(&c, cycles, 8, cudaMemcpyDeviceToHost));
    least = std::min(least, c);
  }
  OK(cudaFree(device));
  OK(cudaFree(sink));
  OK(cudaFree(cycles));
  return double(least) / steps;
}

template <class T> double tflops(int blocks, int rounds) {
  T* out;
  OK(cudaMalloc(&out, sizeof(T)));
  const double s = shortest(5, [&] { multiply_add<<<blocks, 256>>>(out, rounds); });
  OK(cudaFree(out));
  return 2.0 * 16 * rounds * blocks * 256 / s * 1e-12;
}

void line(const char* key, double value) { std::printf("%s = [%.6g, \"measured\"]\n", key, value); }

}  // namespace

int main(int argc, char** argv) {
  const bool brief = argc > 1;   // anything: sizes for a software GPU
  cudaDeviceProp p;
  OK(cudaGetDeviceProperties(&p, 0));
  std::printf("# %s\n", p.name);
  line("compute_units", p.multiProcessorCount);
  line("wave_size", p.warpSize);
  line("max_waves_per_cu", double(p.maxThreadsPerMultiProcessor) / p.warpSize);
  line("registers_per_cu", p.regsPerMultiprocessor);
  line("max_groups_per_cu", p.maxBlocksPerMultiProcessor);
  line("lds_per_group", p.sharedMemPerBlockOptin ? double(p.sharedMemPerBlockOptin) : double(p.sharedMemPerBlock));
  line("lds_per_unit", p.sharedMemPerMultiprocessor);
  line("lds_reserved", p.reservedSharedMemPerBlock);
  line("l2_kib", p.l2CacheSize / 1024.0);
  line("memory_gib", p.totalGlobalMem / double(1 << 30));

  uint32_t* sink;
  long long *cycles, c = 0;
  OK(cudaMalloc(&sink, 4));
  OK(cudaMalloc(&cycles, 8));
  const int steps = brief ? 64 : 1 << 15;
  chase_shared<<<1, 64>>>(steps, cycles, sink);
  OK(cudaMemcpy(&c, cycles, 8, cudaMemcpyDeviceToHost));
  line("lds_latency", double(c) / steps);
  const size_t l2 = p.l2CacheSize ? p.l2CacheSize : 4 << 20;
  line("l1_latency", latency(8 << 10, 64, steps));
  line("l2_latency", latency(brief ? 64 << 10 : l2 / 8, 128, steps));
  line("memory_latency", latency(brief ? 256 << 10 : 16 * l2, 256, steps));
  if (!brief)
    for (size_t kib = 4; kib <= l2 / 1024 * 16; kib *= 2) std::printf("# a walk over %8zu KiB, a load in each 128 bytes: %.1f cycles\n", kib, latency(kib << 10, 128, steps));

  const size_t bytes = brief ? 1 << 16 : size_t(1) << 31;
  float4 *from, *to;
  OK(cudaMalloc(&from, bytes));
  OK(cudaMalloc(&to, bytes));
  OK(cudaMemset(from, 0, bytes));
  double best = 1e30;
  for (int per : {4, 8, 16, 32}) best = std::min(best, shortest(brief ? 1 : 10, [&] { copy<<<p.multiProcessorCount * per, 256>>>(from, to, bytes / 16); }));
  line("copy_gbs", 2e-9 * bytes / best);
  line("fp32_tflops", tflops<float>(p.multiProcessorCount * (brief ? 1 : 64), brief ? 4 : 4096));
  line("fp64_tflops", tflops<double>(p.multiProcessorCount * (brief ? 1 : 64), brief ? 4 : 1024));
  return 0;
}
