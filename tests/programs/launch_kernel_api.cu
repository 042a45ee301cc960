// Covers: cudaLaunchKernel with an argument array, kernels chosen through a table of host pointers, template
// kernels, launches on a stream with dynamic shared memory.
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

__global__ void add(int* p, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += v;
}
__global__ void mul(int* p, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= v;
}
template <int Shift> __global__ void rotate(int* p, int n, int) {
  extern __shared__ int s[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = i < n ? p[i] : -1;
  __syncthreads();
  int from = (t + Shift) % blockDim.x;
  if (i < n && blockIdx.x * blockDim.x + from < n) p[i] = s[from];
}

int main() {
  int n = 640, v = 3;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = i;
  int* d = to_device(in);
  typedef void (*Kernel)(int*, int, int);
  const Kernel table[] = {add, mul, rotate<5>, add, rotate<1>};
  void* arguments[] = {&d, &n, &v};
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));
  for (Kernel k : table) {
    CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(k), dim3(n / 128), dim3(128), arguments,
                           128 * sizeof(int), s));
    v += 10; // arguments are read at the launch
  }
  CHECK(cudaStreamSynchronize(s));
  std::vector<int> out = to_host(d, n);
  for (int i = 0; i < n; i++) {
    // Undo the last step first: where did the value at i come from?
    int from = i / 128 * 128 + (i % 128 + 6) % 128;
    expect("five kernels", i, out[i], (from + 3) * 13 + 33);
  }
  (*table[0])<<<5, 128>>>(d, n, -1);
  std::vector<int> less = to_host(d, n);
  for (int i = 0; i < n; i++) expect("launch through a pointer", i, less[i], out[i] - 1);
  CHECK(cudaStreamDestroy(s));
  printf("PASS\n");
}
