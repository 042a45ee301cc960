// Covers: several streams with async copies, events between streams, elapsed time, stream and event queries,
// priorities, the default and the per-flag streams.
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

__global__ void add(int* data, int n, int value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] += value;
}

int main() {
  const int streams = 4, n = 4096;
  cudaStream_t s[streams];
  int* host;
  CHECK(cudaMallocHost(&host, streams * n * sizeof(int)));
  int* d = to_device(std::vector<int>(streams * n));
  for (int i = 0; i < streams * n; i++) host[i] = i;
  for (int k = 0; k < streams; k++)
    CHECK(k % 2 ? cudaStreamCreate(&s[k]) : cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking));
  for (int k = 0; k < streams; k++) {
    CHECK(cudaMemcpyAsync(d + k * n, host + k * n, n * sizeof(int), cudaMemcpyHostToDevice, s[k]));
    for (int turn = 0; turn < 3; turn++) add<<<4, 128, 0, s[k]>>>(d + k * n, n, 10 + k);
    CHECK(cudaMemcpyAsync(host + k * n, d + k * n, n * sizeof(int), cudaMemcpyDeviceToHost, s[k]));
  }
  for (int k = 0; k < streams; k++) CHECK(cudaStreamSynchronize(s[k]));
  for (int i = 0; i < streams * n; i++) expect("each stream in order", i, host[i], i + 3 * (10 + i / n));

  // Stream 1 must not start before stream 0 has reached the event.
  cudaEvent_t start, middle, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&middle, cudaEventDisableTiming));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, s[0]));
  CHECK(cudaMemsetAsync(d, 0, n * sizeof(int), s[0]));
  for (int turn = 0; turn < 20; turn++) add<<<1, 64, 0, s[0]>>>(d, n, 1);
  CHECK(cudaEventRecord(middle, s[0]));
  CHECK(cudaStreamWaitEvent(s[1], middle, 0));
  CHECK(cudaMemcpyAsync(d + n, d, n * sizeof(int), cudaMemcpyDeviceToDevice, s[1]));
  add<<<1, 64, 0, s[1]>>>(d + n, n, 100);
  CHECK(cudaEventRecord(stop, s[1]));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventQuery(stop));
  CHECK(cudaStreamQuery(s[1]));
  std::vector<int> got = to_host(d + n, n);
  for (int i = 0; i < n; i++) expect("after the other stream's event", i, got[i], 120);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  expect("elapsed time is positive and sane", 0, int(ms > 0 && ms < 60000), 1);

  int least, greatest;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  expect("priority range", 0, int(greatest <= least), 1);
  cudaStream_t urgent;
  CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamDefault, greatest));
  add<<<4, 128, 0, urgent>>>(d, n, 5);
  CHECK(cudaStreamSynchronize(urgent));
  expect("urgent stream", 0, to_host(d, 1)[0], 25);
  CHECK(cudaStreamDestroy(urgent));
  for (cudaStream_t x : s) CHECK(cudaStreamDestroy(x));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(middle));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFreeHost(host));
  printf("PASS\n");
}
