// Covers: cudaMallocPitch, cudaMemcpy2D (host to device, device to device, back), cudaMalloc3D, cudaMemcpy3D
// with extents and positions, cudaMemset2D and 3D.
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

__global__ void scale2d(char* base, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) reinterpret_cast<int*>(base + y * pitch)[x] *= 2;
}

__global__ void fill3d(cudaPitchedPtr p, int nx, int ny, int nz) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < nx && y < ny && z < nz) {
    char* slice = static_cast<char*>(p.ptr) + z * p.pitch * ny;
    reinterpret_cast<short*>(slice + y * p.pitch)[x] = short(x + 100 * y + 1000 * z);
  }
}

int main() {
  const int w = 37, h = 21;
  std::vector<int> in(w * h), out(w * h, -1);
  for (int i = 0; i < w * h; i++) in[i] = i;
  char *a, *b;
  size_t pa, pb;
  CHECK(cudaMallocPitch(&a, &pa, w * sizeof(int), h));
  CHECK(cudaMallocPitch(&b, &pb, (w + 50) * sizeof(int), h + 2));
  expect("pitch holds a row", 0, int(pa >= w * sizeof(int) && pa % 4 == 0), 1);
  CHECK(cudaMemset2D(b, pb, 0x11, (w + 50) * sizeof(int), h + 2));
  CHECK(cudaMemcpy2D(a, pa, in.data(), w * sizeof(int), w * sizeof(int), h, cudaMemcpyHostToDevice));
  scale2d<<<dim3(3, 3), dim3(16, 8)>>>(a, pa, w, h);
  CHECK(cudaGetLastError());
  // A rectangle of 20 x 10 goes into the middle of the other image.
  CHECK(cudaMemcpy2D(b + 3 * pb + 8 * sizeof(int), pb, a + 2 * pa + 5 * sizeof(int), pa, 20 * sizeof(int), 10,
                     cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpy2D(out.data(), w * sizeof(int), a, pa, w * sizeof(int), h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < w * h; i++) expect("2D there and back", i, out[i], 2 * i);
  const int bw = w + 50, bh = h + 2;
  std::vector<int> other(bw * bh);
  CHECK(cudaMemcpy2D(other.data(), bw * sizeof(int), b, pb, bw * sizeof(int), bh, cudaMemcpyDeviceToHost));
  for (int y = 0; y < bh; y++)
    for (int x = 0; x < bw; x++) {
      bool inside = x >= 8 && x < 28 && y >= 3 && y < 13;
      expect("rectangle", y * bw + x, other[y * bw + x], inside ? 2 * ((y - 1) * w + x - 3) : 0x11111111);
    }

  const int nx = 19, ny = 6, nz = 5;
  cudaPitchedPtr p;
  cudaExtent extent = make_cudaExtent(nx * sizeof(short), ny, nz);
  CHECK(cudaMalloc3D(&p, extent));
  CHECK(cudaMemset3D(p, 0x7f, extent));
  fill3d<<<dim3(ny, nz), 32>>>(p, nx - 2, ny, nz - 1);
  std::vector<short> box(nx * ny * nz, 0);
  cudaMemcpy3DParms m;
  std::memset(&m, 0, sizeof m);
  m.srcPtr = p;
  m.dstPtr = make_cudaPitchedPtr(box.data(), nx * sizeof(short), nx, ny);
  m.srcPos = make_cudaPos(2 * sizeof(short), 1, 0);
  m.dstPos = make_cudaPos(0, 0, 1);
  m.extent = make_cudaExtent((nx - 3) * sizeof(short), ny - 1, nz - 1);
  m.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&m));
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        int sx = x + 2, sy = y + 1, sz = z - 1, want = 0;
        if (x < nx - 3 && y < ny - 1 && sz >= 0)
          want = sx < nx - 2 && sz < nz - 1 ? sx + 100 * sy + 1000 * sz : 0x7f7f;
        expect("3D box", (z * ny + y) * nx + x, int(box[(z * ny + y) * nx + x]), want);
      }
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(p.ptr));
  printf("PASS\n");
}
