// Covers: texture objects on linear memory: tex1Dfetch of float, float4, unsigned char (as element and as
// normalised float), out-of-range reads give zero.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

template <class T> static cudaTextureObject_t make_texture(T* d, int n, cudaTextureReadMode mode) {
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = d;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = n * sizeof(T);
  cudaTextureDesc description;
  std::memset(&description, 0, sizeof description);
  description.readMode = mode;
  cudaTextureObject_t t = 0;
  CHECK(cudaCreateTextureObject(&t, &resource, &description, nullptr));
  return t;
}

__global__ void fetch(cudaTextureObject_t f, cudaTextureObject_t v, cudaTextureObject_t b,
                      cudaTextureObject_t scaled, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = (i * 17 + 3) % n;
  float4 q = tex1Dfetch<float4>(v, k);
  out[5 * i] = tex1Dfetch<float>(f, k);
  out[5 * i + 1] = q.x + q.w;
  out[5 * i + 2] = tex1Dfetch<unsigned char>(b, k);
  out[5 * i + 3] = tex1Dfetch<float>(scaled, k);
  out[5 * i + 4] = tex1Dfetch<float>(f, n + i);
}

int main() {
  const int n = 256;
  std::vector<float> f(n);
  std::vector<float4> v(n);
  std::vector<unsigned char> b(n);
  for (int i = 0; i < n; i++)
    f[i] = i * 0.5f, v[i] = make_float4(i, 2 * i, 3 * i, 4 * i), b[i] = (unsigned char)(i * 3);
  auto* df = to_device(f);
  auto* dv = to_device(v);
  auto* db = to_device(b);
  cudaTextureObject_t tf = make_texture(df, n, cudaReadModeElementType),
                      tv = make_texture(dv, n, cudaReadModeElementType),
                      tb = make_texture(db, n, cudaReadModeElementType),
                      ts = make_texture(db, n, cudaReadModeNormalizedFloat);
  float* d = to_device(std::vector<float>(5 * n, -1));
  fetch<<<2, 128>>>(tf, tv, tb, ts, d, n);
  std::vector<float> out = to_host(d, 5 * n);
  for (int i = 0; i < n; i++) {
    int k = (i * 17 + 3) % n;
    expect("float", i, out[5 * i], k / 2.0f);
    expect("float4", i, out[5 * i + 1], 5.0f * k);
    expect("unsigned char", i, out[5 * i + 2], float(k * 3 % 256));
    expect("normalised", i, out[5 * i + 3], (k * 3 % 256) / 255.0f, 1e-6);
    expect("past the end", i, out[5 * i + 4], 0.0f);
  }
  for (cudaTextureObject_t t : {tf, tv, tb, ts}) CHECK(cudaDestroyTextureObject(t));
  printf("PASS\n");
}
