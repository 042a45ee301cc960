// Covers: 2D texture from a cudaArray: point and linear filtering, clamp, border and wrap addressing,
// normalised coordinates.
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

const int w = 16, h = 8;

__global__ void sample(cudaTextureObject_t t, const float2* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}

static int reach(int i, int n, cudaTextureAddressMode mode) { // -1: outside
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeClamp) return i < 0 ? 0 : n - 1;
  if (mode == cudaAddressModeWrap) return ((i % n) + n) % n;
  return -1;
}

int main() {
  std::vector<float> image(w * h);
  for (int i = 0; i < w * h; i++) image[i] = i * 37 % 101;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, w, h));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), w * sizeof(float), w * sizeof(float), h,
                            cudaMemcpyHostToDevice));
  const struct {
    cudaTextureFilterMode filter;
    cudaTextureAddressMode address;
    int normalised;
  } cases[] = {
      {cudaFilterModePoint, cudaAddressModeClamp, 0},  {cudaFilterModePoint, cudaAddressModeBorder, 0},
      {cudaFilterModeLinear, cudaAddressModeClamp, 0}, {cudaFilterModeLinear, cudaAddressModeBorder, 0},
      {cudaFilterModeLinear, cudaAddressModeWrap, 1},  {cudaFilterModePoint, cudaAddressModeWrap, 1}};
  const int n = 400;
  std::vector<float2> at(n);
  for (int i = 0; i < n; i++) // never near the border between two texels
    at[i] = make_float2((i * 29 % 320 - 32) / 16.0f + 0.03125f, (i * 53 % 192 - 32) / 16.0f + 0.03125f);
  float* d = to_device(std::vector<float>(n));
  int number = 0;
  for (auto& c : cases) {
    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description;
    std::memset(&description, 0, sizeof description);
    description.addressMode[0] = description.addressMode[1] = c.address;
    description.filterMode = c.filter;
    description.readMode = cudaReadModeElementType;
    description.normalizedCoords = c.normalised;
    cudaTextureObject_t t = 0;
    CHECK(cudaCreateTextureObject(&t, &resource, &description, nullptr));
    std::vector<float2> given = at;
    if (c.normalised)
      for (float2& p : given) p.x /= w, p.y /= h;
    float2* da = to_device(given);
    sample<<<(n + 63) / 64, 64>>>(t, da, d, n);
    std::vector<float> out = to_host(d, n);
    for (int i = 0; i < n; i++) {
      auto texel = [&](int x, int y) {
        x = reach(x, w, c.address);
        y = reach(y, h, c.address);
        return x < 0 || y < 0 ? 0.0 : double(image[y * w + x]);
      };
      double want;
      if (c.filter == cudaFilterModePoint)
        want = texel(int(std::floor(at[i].x)), int(std::floor(at[i].y)));
      else {
        double x = at[i].x - 0.5, y = at[i].y - 0.5, fx = x - std::floor(x), fy = y - std::floor(y);
        int x0 = int(std::floor(x)), y0 = int(std::floor(y));
        want = (1 - fx) * (1 - fy) * texel(x0, y0) + fx * (1 - fy) * texel(x0 + 1, y0) +
               (1 - fx) * fy * texel(x0, y0 + 1) + fx * fy * texel(x0 + 1, y0 + 1);
      }
      expect("sample", number * 1000 + i, double(out[i]), want, c.filter == cudaFilterModePoint ? 0 : 1.0);
    }
    CHECK(cudaDestroyTextureObject(t));
    number++;
  }
  CHECK(cudaFreeArray(array));
  printf("PASS\n");
}
