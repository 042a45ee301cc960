// Covers: printf in kernels: its return value, formats (%d %u %x %c %s %f %e %g %lld %p %%, width and
// precision), one line a thread; standard output read back through a file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <string>
#include <type_traits>
#include <unistd.h>
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

__global__ void tell(int* returned, const char* word) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  returned[i] = printf("line %03d: %u %x %c %s %.3f %lld%%\n", i, i * 1000000000u, 255 - i, 'a' + i % 26,
                       i % 2 ? "odd" : word, i * 0.5, -5000000000ll * i);
}

__global__ void more() {
  if (threadIdx.x == 3) printf("|%-6d|%+d|%8.2e|%g|%08X|%5s|\n", 42, 7, 12345.678, 0.0001, 0xbeef, "ab");
  if (threadIdx.x == 4) printf("no arguments\n");
}

int main() {
  const int n = 70;
  int* d = to_device(std::vector<int>(n, -100));
  char* word = to_device(std::vector<char>{'e', 'v', 'e', 'n', 0});
  char path[] = "device_printf.XXXXXX";
  int file = mkstemp(path), saved = dup(1);
  fflush(stdout);
  dup2(file, 1);
  tell<<<2, 35>>>(d, word);
  CHECK(cudaDeviceSynchronize());
  more<<<1, 32>>>();
  cudaError_t status = cudaDeviceSynchronize();
  fflush(stdout);
  dup2(saved, 1);
  CHECK(status);
  std::string text;
  char buffer[4096];
  lseek(file, 0, SEEK_SET);
  for (ssize_t got; (got = read(file, buffer, sizeof buffer)) > 0;) text.append(buffer, got);
  close(file);
  unlink(path);

  std::vector<std::string> lines;
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end - at));
  expect("number of lines", 0, lines.size(), size_t(n + 2));
  std::vector<int> returned = to_host(d, n);
  for (int i = 0; i < n; i++) {
    char want[200];
    snprintf(want, sizeof want, "line %03d: %u %x %c %s %.3f %lld%%", i, unsigned(i * 1000000000ull), 255 - i,
             'a' + i % 26, i % 2 ? "odd" : "even", i * 0.5, -5000000000ll * i);
    expect("a thread's line, once", i, long(std::count(lines.begin(), lines.end(), std::string(want))), 1l);
    expect("printf returns no error", i, int(returned[i] >= 0), 1);
  }
  expect("flags and widths", 0,
         long(std::count(lines.begin(), lines.end(), "|42    |+7|1.23e+04|0.0001|0000BEEF|   ab|")), 1l);
  expect("no arguments", 0, long(std::count(lines.begin(), lines.end(), "no arguments")), 1l);
  printf("PASS\n");
}
