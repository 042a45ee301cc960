// Checks of device code, numbers and what a build has to say: each with its clean twin.
#include "found.h"

using namespace wavelift;
using test::Lines;

namespace {

const test::Lint cuda, hip{.cuda = false};

TEST(DeviceCode, LaunchesOverTheirBounds) {
  const std::string kernel = "template <int T> __global__ void __launch_bounds__(T) k(int* p) { *p = T; }\n__global__ void __launch_bounds__(256, 4) plain(int* p) { *p = 1; }\n__global__ void free_of_bounds(int* p) { *p = 2; }\n";
  EXPECT_EQ(cuda(kernel + "void f(int* p) {\n  plain<<<1, 1024>>>(p);\n}\n"), (Lines{"5:1311"}));
  EXPECT_EQ(cuda(kernel + "void f(int* p, int n) {\n  plain<<<1, dim3(512, n)>>>(p);\n}\n"), (Lines{"5:1311"}));
  EXPECT_EQ(cuda(kernel + "void f(int* p, int n) {\n  plain<<<1, 256>>>(p);\n  plain<<<1, n>>>(p);\n  free_of_bounds<<<1, 1024>>>(p);\n  k<512><<<1, 512>>>(p);\n}\n"), Lines{});
}

TEST(DeviceCode, LaunchesOnTheDevice) {
  const std::string child = "__global__ void child(int* p) { *p = 1; }\n";
  Lines found = cuda(child + "__global__ void parent(int* p) {\n  child<<<1, 64>>>(p);\n}\n");
  EXPECT_NE(std::ranges::find(found, "3:1312"), found.end());
  EXPECT_EQ(cuda(child + "void parent(int* p) {\n  child<<<1, 64>>>(p);\n}\n"), Lines{});
}

TEST(DeviceCode, ServedByTheHost) {
  EXPECT_EQ(cuda("#include <cstdio>\n__global__ void k(int* p) {\n  printf(\"%d\", p[0]);\n  printf(\"%d\", p[1]);\n  p[1] = *(int*)malloc(4);\n}\nvoid f() { printf(\"host\"); }\n"), (Lines{"3:1313", "5:1313"}));
  EXPECT_EQ(cuda("#include <cassert>\n__global__ void k(int* p) {\n  assert(p[0] > 0);\n}\n"), (Lines{"3:1313"}));
}

TEST(DeviceCode, WideReadsOfSharedArrays) {
  auto kernel = [](const std::string& array) { return cuda("struct alignas(32) Wide { double x[4]; };\n__global__ void k(Wide* p) {\n  " + array + "\n  *p = *reinterpret_cast<Wide*>(s);\n}\n"); };
  EXPECT_EQ(kernel("__shared__ double s[64];"), (Lines{"4:1317"}));
  EXPECT_EQ(kernel("__shared__ __align__(32) double s[64];"), Lines{});
  EXPECT_EQ(kernel("extern __shared__ double s[];"), Lines{});
  EXPECT_EQ(cuda("__global__ void k(float4* p) {\n  __shared__ float s[64];\n  *p = *reinterpret_cast<float4*>(s);\n}\n"), Lines{}) << "clang aligns it to 16 bytes itself";
}

TEST(DeviceCode, BoundsOfHip) {
  EXPECT_EQ(hip("__global__ void __launch_bounds__(256, 8) k(int* p) { *p = 1; }\n"), (Lines{"1:1318"}));
  EXPECT_EQ(hip("__global__ void __launch_bounds__(256, 2) k(int* p) { *p = 1; }\n__global__ void __launch_bounds__(256) l(int* p) { *p = 1; }\n"), Lines{});
  EXPECT_EQ(cuda("__global__ void __launch_bounds__(256, 8) k(int* p) { *p = 1; }\n"), Lines{}) << "the port drops it (WL1304)";
}

TEST(Numbers, FiniteMath) {
  const std::string test = "__global__ void k(float* p) {\n  if (isnan(p[0])) p[0] = INFINITY;\n}\n";
  EXPECT_EQ((test::Lint{.cuda = false, .options = {"-ffast-math"}}(test)), (Lines{"2:1411", "2:1411"}));
  EXPECT_EQ(hip(test), Lines{});
  EXPECT_EQ((test::Lint{.options = {"-use_fast_math"}}(test)), Lines{}) << "nvcc's fast math has infinities";
  EXPECT_EQ((test::Lint{.cuda = false, .options = {"-ffast-math"}}("__global__ void k(float* p) { p[0] = 1 / p[1]; }\n")), Lines{});
}

TEST(Numbers, LongDouble) {
  EXPECT_EQ(cuda("struct Pair { long double a, b; };\n__global__ void k(double* p, Pair q, long double* r) { *p = q.a; }\nlong double host(long double x) { return x; }\n"), (Lines{"2:1413", "2:1413"}));
  EXPECT_EQ(cuda("__global__ void k(double* p, double q) { *p = q; }\n"), Lines{});
}

TEST(Numbers, Clocks) {
  EXPECT_EQ(cuda("#include <ctime>\n__global__ void k(long long* p) {\n  p[0] = clock64();\n  p[1] = clock64() - p[0];\n}\nlong f() { return clock(); }\n"), (Lines{"3:1414"}));
}

TEST(Numbers, ExactComparisons) {
  auto compare = [](const std::string& test) {
    return cuda("bool f(float* d, const float* expected, int n, float* h, int* m) {\n  cudaMemcpy(h, d, 4 * n, cudaMemcpyDeviceToHost);\n  for (int i = 0; i < n; ++i)\n    if (" + test + ") return false;\n  return true;\n}\n");
  };
  EXPECT_EQ(compare("h[i] != expected[i]"), (Lines{"4:1415"}));
  EXPECT_EQ(compare("h[i] - expected[i] > 1e-6f"), Lines{});
  EXPECT_EQ(compare("expected[i] == expected[n]"), Lines{}) << "both are the host's";
  EXPECT_EQ(compare("m[i] != m[n] || h[i] == 0"), Lines{});
}

// Numbers that a kernel only moves arrive as they were.
TEST(Numbers, ExactComparisonsOfMovedValues) {
  auto compare = [](const std::string& body, const std::string& launch = "turn<<<1, 64>>>(d, n);") {
    return cuda("void other(float*, int);\ntemplate <typename T> __device__ T half(T x) { return x / 2; }\n__global__ void turn(float* m, int n) { float t = m[n - threadIdx.x]; " + body + " m[threadIdx.x] = t; }\n" +
                "bool f(const float* expected, int n, float* h) {\n  float* d;\n  cudaMalloc(&d, 4 * n);\n  " + launch + "\n  cudaMemcpy(h, d, 4 * n, cudaMemcpyDeviceToHost);\n" +
                "  for (int i = 0; i < n; ++i)\n    if (h[i] != expected[i]) return false;\n  return true;\n}\n");
  };
  EXPECT_EQ(compare(""), Lines{});
  EXPECT_EQ(compare("n = half(n); t = fmaxf(t, 0.0f) < m[n / 2 + 1] ? m[0] : -t;"), Lines{});
  EXPECT_EQ(compare("t = t * 3;"), Lines{"10:1415"});
  EXPECT_EQ(compare("t -= 1;"), Lines{"10:1415"});
  EXPECT_EQ(compare("t = sinf(t);"), Lines{"10:1415"});
  EXPECT_EQ(compare("t = half(t);"), Lines{"10:1415"});
  EXPECT_EQ(compare("", "other(d, n);"), Lines{"10:1415"}) << "who knows what is done with it";
}

TEST(Building, MacrosOfCudaInHip) {
  EXPECT_EQ(hip("__global__ void k(float* p) {\n#if __CUDA_ARCH__ >= 600\n  p[0] = 1;\n#endif\n}\n"), (Lines{"2:1511"}));
  EXPECT_EQ(hip("__global__ void k(float* p) {\n#if __CUDA_ARCH__ >= 600 || defined(__HIP_DEVICE_COMPILE__)\n  p[0] = 1;\n#elif __CUDA_ARCH__ > 100\n#endif\n}\n"), Lines{});
  EXPECT_EQ(hip("#ifdef __CUDACC__\n#if __CUDA_ARCH__ >= 600\n#endif\n#endif\n"), Lines{}) << "that side is not HIP's";
  EXPECT_EQ(hip("#if CUDART_VERSION >= 9000\n#endif\n"), (Lines{"1:1512"}));
  EXPECT_EQ(cuda("#if __CUDA_ARCH__ >= 6000 || CUDART_VERSION < 9000\n#endif\n"), Lines{}) << "the port's to say (WL1101, WL1102)";
}

TEST(Building, DeviceCodeOfOtherFiles) {
  const std::string uses = "extern __device__ int table[4];\n__device__ int look(int);\n__device__ int own(int);\n__global__ void k(int* p) {\n  p[0] = table[0] + look(1) + own(2) + table[1];\n}\n__device__ int own(int x) { return x; }\n";
  EXPECT_EQ(cuda(uses), (Lines{"5:1521", "5:1521"}));
  EXPECT_EQ((test::Lint{.options = {"-rdc=true"}}(uses)), Lines{});
}

TEST(Building, HostFunctionsInDeviceCode) {
  Lines found = cuda("void report(int);\n__global__ void k(int* p) {\n  report(p[0]);\n}\n");
  EXPECT_NE(std::ranges::find(found, "3:1531"), found.end());
  found = cuda("void report(int);\n__host__ __device__ void check(int x) {\n  report(x);\n}\n__global__ void k(int* p) { check(p[0]); }\n");
  EXPECT_NE(std::ranges::find(found, "3:1531"), found.end());
  EXPECT_EQ(cuda("void report(int);\n__host__ __device__ void check(int x) {\n#ifndef __CUDA_ARCH__\n  report(x);\n#endif\n}\n__global__ void k(int* p) { check(p[0]); }\n"), Lines{});
}

TEST(Building, StandardHeaders) {
  Lines found = hip("void f() {\n  std::mt19937 g;\n}\n");
  EXPECT_NE(std::ranges::find(found, "2:1533"), found.end());
  // A header that is not found may have brought it.
  found = hip("#include \"missing.h\"\nvoid f() { std::cout << 1; }\n");
  EXPECT_EQ(std::ranges::find(found, "2:1533"), found.end());
  EXPECT_EQ(hip("#include <random>\nvoid f() {\n  std::mt19937 g;\n}\n"), Lines{});
}

TEST(Building, DynamicSharedMemoryOfTwoTypes) {
  auto kernels = [](const std::string& second) { return cuda("__global__ void a(float* p) { extern __shared__ float s[]; *p = s[0]; }\n__global__ void b(int* p) { extern __shared__ " + second + "[]; *p = t[0]; }\n"); };
  EXPECT_EQ(kernels("int t"), Lines{});
  Lines found = cuda("__global__ void a(float* p) { extern __shared__ float s[]; *p = s[0]; }\n__global__ void b(int* p) { extern __shared__ int s[]; *p = s[0]; }\n");
  EXPECT_NE(std::ranges::find(found, "2:1532"), found.end());
}

TEST(Numbers, CutByTheHostsMinAndMax) {
  EXPECT_EQ(hip("float f(float a) { return max(a, 1.5f); }\nlong g(long n) { return min(n, 7l); }\nint h(int n) { return max(n, 7); }\n"), (Lines{"1:1417", "2:1417"}));
  EXPECT_EQ(hip("template <class T> T top(T a) {\n  return max(a, T(1));\n}\nfloat f(float a) { return top(a) + top(3); }\n"), (Lines{"2:1417"})) << "of an instantiation";
  const std::string fine = "#include <algorithm>\nint f(int n) { return min(n, sizeof(double)); }\nfloat g(float a) { return std::max(a, 1.5f); }\n__device__ float h(float a) { return max(a, 1.5f); }\n";
  EXPECT_EQ(hip(fine), Lines{}) << "a constant that fits, another function, device code";
  EXPECT_EQ(hip("static float max(float a, float b) { return a < b ? b : a; }\nfloat f(float a) { return max(a, 1.5f); }\n"), Lines{}) << "the program's own";
  EXPECT_EQ(cuda("float f(float a) { return max(a, 1.5f); }\n"), Lines{});
}

}  // namespace
