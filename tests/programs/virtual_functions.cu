// Covers: virtual functions on objects made on the device: device new and delete, base pointers that differ
// by lane, a pure virtual base, virtual destructors.
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

__device__ int destroyed;

struct Shape {
  __device__ Shape(float size) : size(size) {}
  __device__ virtual ~Shape() { atomicAdd(&destroyed, 1); }
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
  float size;
};
struct Square : Shape {
  __device__ Square(float s) : Shape(s) {}
  __device__ ~Square() override { atomicAdd(&destroyed, 1000); }
  __device__ float area() const override { return size * size; }
  __device__ int corners() const override { return 4; }
};
struct Triangle : Shape {
  __device__ Triangle(float s, float h) : Shape(s), height(h) {}
  __device__ float area() const override { return size * height / 2; }
  __device__ int corners() const override { return 3; }
  float height;
};
struct Round : Shape {
  __device__ Round(float s) : Shape(s) {}
  __device__ float area() const override { return 3 * size * size; }
};

__global__ void make(Shape** shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 3 == 0)
    shapes[i] = new Square(float(i));
  else if (i % 3 == 1)
    shapes[i] = new Triangle(float(i), 4.0f);
  else
    shapes[i] = new Round(float(i));
}

__global__ void measure(Shape* const* shapes, float* area, int* corners, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  area[i] = shapes[i]->area();
  corners[i] = shapes[i]->corners();
}

__global__ void destroy(Shape** shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) delete shapes[i];
}

int main() {
  const int n = 150;
  Shape** shapes;
  CHECK(cudaMalloc(&shapes, n * sizeof(Shape*)));
  float* da = to_device(std::vector<float>(n));
  int* dc = to_device(std::vector<int>(n));
  make<<<3, 64>>>(shapes, n);
  measure<<<3, 64>>>(shapes, da, dc, n);
  destroy<<<3, 64>>>(shapes, n);
  std::vector<float> area = to_host(da, n);
  std::vector<int> corners = to_host(dc, n);
  for (int i = 0; i < n; i++) {
    expect("area", i, area[i], i % 3 == 0 ? float(i * i) : i % 3 == 1 ? 2.0f * i : 3.0f * i * i);
    expect("corners", i, corners[i], i % 3 == 0 ? 4 : i % 3 == 1 ? 3 : 0);
  }
  int count;
  CHECK(cudaMemcpyFromSymbol(&count, destroyed, sizeof count));
  expect("destructors", 0, count, n + n / 3 * 1000);
  printf("PASS\n");
}
