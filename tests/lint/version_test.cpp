// What depends on the version of HIP: found below it, silent from it on.
#include "found.h"

using namespace wavelift;
using test::Lines;

namespace {

Lines at(int version, const std::string& source) { return test::Lint{.hip_version = version}(source); }

TEST(HipVersions, LastErrorAfterAnotherCall) {
  const std::string kernel = "__global__ void k() {}\n";
  const std::string late = kernel + "cudaError_t f() {\n  k<<<1, 64>>>();\n  cudaDeviceSynchronize();\n  return cudaGetLastError();\n}\n";
  EXPECT_EQ(at(603, late), (Lines{"5:1841"}));
  EXPECT_EQ(at(700, late), Lines{});
  EXPECT_EQ(at(603, kernel + "cudaError_t f() {\n  k<<<1, 64>>>();\n  cudaError_t e = cudaGetLastError();\n  cudaDeviceSynchronize();\n  return e;\n}\n"), Lines{});
}

TEST(HipVersions, ErrorCodes) {
  const std::string code = "bool f(cudaError_t e) { return e == cudaErrorInvalidConfiguration; }\n";
  EXPECT_EQ(at(604, code), (Lines{"1:1842"}));
  EXPECT_EQ(at(700, code), Lines{});
  EXPECT_EQ(at(604, "bool f(cudaError_t e) { return e != cudaSuccess && e != cudaErrorNotReady; }\n"), Lines{});
  const std::string fault = "void f() {\n  if (cudaDeviceSynchronize() == cudaErrorAssert) return;\n}\n";
  EXPECT_EQ(at(604, fault), (Lines{"2:1845"}));
  EXPECT_EQ(at(700, fault), Lines{});
}

TEST(HipVersions, NullPointers) {
  const std::string query = "bool f(const void* p) {\n  cudaPointerAttributes a;\n  return cudaPointerGetAttributes(&a, p) == cudaSuccess;\n}\n";
  EXPECT_EQ(at(603, query), (Lines{"3:1843"}));
  EXPECT_EQ(at(700, query), Lines{});
  EXPECT_EQ(at(603, "void f(const void* p) {\n  cudaPointerAttributes a;\n  cudaPointerGetAttributes(&a, p);\n}\n"), Lines{}) << "nobody asks";
  EXPECT_EQ(at(603, "bool f(cudaStream_t s) { return cudaFreeAsync(nullptr, s) == cudaSuccess; }\n"), (Lines{"1:1843"}));
}

TEST(HipVersions, ConstantSource) {
  const std::string copy = "#include <cuda.h>\nvoid f(CUdeviceptr d, const float* table, float* own) {\n  cuMemcpyHtoD(d, table, 4);\n  cuMemcpyHtoD(d, own, 4);\n}\n";
  EXPECT_EQ(at(603, copy), (Lines{"3:1844"}));
  EXPECT_EQ(at(700, copy), Lines{});
}

TEST(HipVersions, Graphs) {
  const std::string child = "void f(cudaGraphNode_t* n, cudaGraph_t g, cudaGraph_t c) {\n  cudaGraphAddChildGraphNode(n, g, nullptr, 0, c);\n}\n";
  EXPECT_EQ(at(700, child), (Lines{"2:1846"}));
  EXPECT_EQ(at(714, child), Lines{});
}

TEST(HipVersions, ChangedParameters) {
  const std::string numbers = "void f(void* p) {\n  cudaMemPrefetchAsync(p, 4, 0, 0);\n  cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, 0);\n}\n";
  EXPECT_EQ(at(1001, numbers), Lines{});
  EXPECT_EQ(at(1002, numbers), (Lines{"3:1847"}));
  test::Lint hip{.cuda = false, .hip_version = 1002};
  const std::string newer = "void f(void* p) {\n  hipMemLocation where = {hipMemLocationTypeDevice, 0};\n  hipMemPrefetchAsync_v2(p, 4, where, 0, nullptr);\n  hipMemAdvise_v2(p, 4, hipMemAdviseSetReadMostly, where);\n}\n";
  EXPECT_EQ(hip(newer), Lines{});
  hip.hip_version = 700;
  EXPECT_EQ(hip(newer), (Lines{"3:1847", "4:1847"}));
}

TEST(HipVersions, ManagedVariables) {
  const std::string query = "__managed__ int counter;\nvoid f(int* p) {\n  cudaPointerAttributes a;\n  cudaPointerGetAttributes(&a, &counter);\n  cudaPointerGetAttributes(&a, p);\n}\n";
  EXPECT_EQ(at(712, query), (Lines{"4:1848"}));
  EXPECT_EQ(at(714, query), Lines{});
}

TEST(HipVersions, DeviceCode) {
  const std::string down = "__global__ void k(float* p, double x) {\n  *p = __double2float_rd(x) + __double2int_rd(x) + __double2float_rn(x);\n}\n";
  EXPECT_EQ(at(507, down), (Lines{"2:1412"}));
  EXPECT_EQ(at(600, down), Lines{});
  const std::string large = "struct Tables { double x[200]; };\n__global__ void k(double* p, Tables t) { *p = t.x[0]; }\n";
  EXPECT_EQ(at(507, large), (Lines{"2:1316"}));
  EXPECT_EQ(at(600, large), Lines{});
  EXPECT_EQ(at(507, "struct Tables { double x[20]; };\n__global__ void k(double* p, Tables t) { *p = t.x[0]; }\n"), Lines{});
  const std::string unequal = "#include <cuda_fp16.h>\n__global__ void k(bool* p, __half a, __half b) {\n  *p = __hne(a, b);\n}\n";
  EXPECT_EQ(at(700, unequal), (Lines{"3:1416"}));
  EXPECT_EQ(at(1000, unequal), Lines{});
}

}  // namespace
