// Launches, groups of lanes, PTX and matrix units: each fault with the line that is found, and its clean twin.
#include "found.h"

using namespace wavelift;
using namespace wavelift::test;

namespace {

Lines in_cuda(const std::string& source, int first, int last) { return Lint{.first = first, .last = last}(source); }
Lines in_hip(const std::string& source, int first, int last, std::vector<std::string> targets = {}) { return Lint{.cuda = false, .targets = std::move(targets), .first = first, .last = last}(source); }

TEST(Launches, MoreThreadsThanABlockHas) {
  const std::string begin = "#define WARP_SIZE 32\n__global__ void k(float* p) {\n  float v = p[threadIdx.x % WARP_SIZE];\n  p[0] = __shfl_xor_sync(~0u, v, 1);\n}\n";
  auto launch = [&](lint::Width width, Severity least, const std::string& block) {
    return Lint{.width = width, .first = 1258, .last = 1258, .least = least}(begin + "void run(float* p) { k<<<1, " + block + ">>>(p); }\n");
  };
  auto native = [&](const std::string& block) { return launch(lint::Width::native, Severity::warning, block); };
  EXPECT_EQ(native("32 * WARP_SIZE"), Lines{"6:1258"});
  EXPECT_EQ(native("dim3(WARP_SIZE, 32)"), Lines{"6:1258"});
  EXPECT_EQ(native("16 * WARP_SIZE"), Lines{});
  EXPECT_EQ(launch(lint::Width::logical, Severity::warning, "32 * WARP_SIZE"), Lines{}) << "groups of 32 lanes stay";
  const std::string hip = "__global__ void k(float* p) { p[threadIdx.x] = 1; }\nvoid run(float* p, int wave) {\n  hipDeviceProp_t d;\n  k<<<1, 32 * d.warpSize>>>(p);\n  k<<<1, 16 * d.warpSize>>>(p);\n}\n";
  EXPECT_EQ(in_hip(hip, 1258, 1258), Lines{"4:1258"});
}

TEST(Launches, LastWaveWithFewLanes) {
  const std::string begin = "__global__ void k(float* p) {\n  float v = p[0];\n  for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down(v, o);\n  p[0] = v;\n}\n";
  EXPECT_EQ(in_hip(begin + "void run(float* p) { k<<<1, 96>>>(p); }\n", 1220, 1220), Lines{"6:1220"});
  EXPECT_EQ(in_hip(begin + "void run(float* p) { k<<<1, 128>>>(p); }\n", 1220, 1220), Lines{});
}

TEST(SharedMemorySize, BeyondTheTargets) {
  const std::string kernel = "#include <cuda_runtime.h>\n__global__ void k(float* p) { extern __shared__ float s[]; p[0] = s[0]; }\nvoid run(float* p) {\n";
  EXPECT_EQ(in_cuda(kernel + "  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024);\n  k<<<1, 64, 96 * 1024>>>(p);\n}\n", 1263, 1263), (Lines{"4:1263", "5:1263"}));
  EXPECT_EQ(in_cuda(kernel + "  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);\n  k<<<1, 64, 64 * 1024>>>(p);\n}\n", 1263, 1263), Lines{});
  EXPECT_EQ(in_hip("__global__ void k(float* p) {\n  __shared__ float s[20000];\n  p[0] = s[threadIdx.x];\n}\n", 1263, 1263), Lines{"2:1263"});
  EXPECT_EQ(in_hip("__global__ void k(float* p) {\n  __shared__ float s[20000];\n  p[0] = s[threadIdx.x];\n}\n", 1263, 1263, {"gfx950"}), Lines{});
}

TEST(SharedMemorySize, ArraysWithoutASize) {
  EXPECT_EQ(in_cuda("template <class T> __global__ void k(T* p) {\n  __shared__ T s[64];\n  s[threadIdx.x] = p[0];\n}\n", 1263, 1264), Lines{});
  EXPECT_EQ(in_cuda("struct Later;\n__global__ void k(int* p) {\n  __shared__ Later s[64];\n  p[0] = 1;\n}\n", 1263, 1264), Lines{});
}

TEST(SharedMemorySize, PaddedRowsOfVectors) {
  auto rows = [](int n) { return fmt::format("__global__ void k(float4* p) {{\n  __shared__ float t[32][{}];\n  p[0] = *reinterpret_cast<float4*>(&t[threadIdx.y][4 * threadIdx.x]);\n}}\n", n); };
  EXPECT_EQ(in_cuda(rows(33), 1264, 1264), Lines{"3:1264"});
  EXPECT_EQ(in_cuda(rows(36), 1264, 1264), Lines{});
}

TEST(Groups, OfLanesThatHappenToRun) {
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n  unsigned m = __activemask();\n  p[0] = __shfl_sync(m, p[1], 0);\n}\n", 1253, 1253), Lines{"3:1253"});
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n  unsigned m;\n  m = __activemask();\n  p[0] = __shfl_sync(m, p[1], 0);\n  m = 0xff;\n  p[2] = __shfl_sync(m, p[1], 0);\n}\n", 1253, 1253), Lines{"4:1253"});
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n  p[0] = __shfl_sync(0xffffffff, p[1], 0);\n}\n", 1253, 1253), Lines{});
}

TEST(Groups, TileAndWave) {
  const std::string begin = "#include <hip/hip_cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(unsigned long long* p) {\n  auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n";
  EXPECT_EQ(in_hip(begin + "  p[tile.thread_rank()] = __ballot(p[1] > 0);\n}\n", 1257, 1257), Lines{"4:1257"});
  EXPECT_EQ(in_hip(begin + "  p[tile.thread_rank()] = tile.ballot(p[1] > 0);\n}\n", 1257, 1257), Lines{});
}

TEST(Ptx, LeftOutWithNothingInItsPlace) {
  auto found = [](const std::string& condition, const std::string& text, const std::string& rest) {
    return in_cuda("__device__ int f(int* p) {\n  int x = 0;\n#if " + condition + "\n  asm volatile(\"" + text + "\" : \"=r\"(x) : \"l\"(p));\n" + rest + "  return x;\n}\n", 1351, 1351);
  };
  const std::string load = "ld.global.b32 %0, [%1];";
  EXPECT_EQ(found("__CUDA_ARCH__ >= 800", load, "#endif\n"), Lines{"4:1351"});
  EXPECT_EQ(found("__CUDA_ARCH__ >= 800", load, "#else\n  x = *p;\n#endif\n"), Lines{});
  EXPECT_EQ(found("__CUDA_ARCH__ >= 800", load, "  return x;\n#endif\n  x = *p;\n"), Lines{}) << "what follows is in its place";
  EXPECT_EQ(found("__CUDA_ARCH__ >= 700", load, "#endif\n"), Lines{}) << "the port takes it";
  EXPECT_EQ(found("__CUDA_ARCH__ < 800\n  x = *p;\n#else", load, "#endif\n"), Lines{});
  EXPECT_EQ(found("__CUDA_ARCH__ >= 800", "prefetch.global.L2 [%1];", "#endif\n"), Lines{}) << "a hint";
}

TEST(Matrices, FragmentsAndLanes) {
  const std::string begin = "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(float* p) {\n";
  auto matrices = [&](const std::string& s) { return in_cuda(begin + s, 1353, 1354); };
  EXPECT_EQ(matrices("  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n  int lane = threadIdx.x % 32;\n  for (int i = 0; i < 8; ++i) p[lane * 8 + i] = c.x[i];\n}\n"), Lines{"6:1353"});
  EXPECT_EQ(matrices("  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n  int lane = threadIdx.x % 32;\n  for (int i = 0; i < c.num_elements; ++i) c.x[i] *= 2;\n}\n"), Lines{});
  EXPECT_EQ(matrices("  wmma::fragment<wmma::accumulator, 16, 16, 16, half> c;\n}\n"), Lines{"4:1354"});
  EXPECT_EQ(matrices("  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n}\n"), Lines{});
}

TEST(Matrices, OfOtherTargets) {
  const std::string mfma = "typedef float f4 __attribute__((ext_vector_type(4)));\n__global__ void k(f4* p) { p[0] = __builtin_amdgcn_mfma_f32_4x4x1f32(1.0f, 2.0f, p[0], 0, 0, 0); }\n";
  EXPECT_EQ(in_hip(mfma, 1351, 1359, {"gfx90a"}), Lines{});
  EXPECT_EQ(in_hip(mfma, 1351, 1359, {"gfx90a", "gfx1100"}), Lines{"2:1355"});
  analysis::Facts hygon;
  hygon.cuda = false;
  hygon.mentions = {{{"k.hip", 7, 3, {}, {}, 0, 0}, "__builtin_hcu_mmac_i32_16x16x32_i8", {}}, {{"k.hip", 8, 3, {}, {}, 0, 0}, "__builtin_hcu_mmac_f32_16x16x16_f16", {}}};
  auto found = [&](std::vector<std::string> targets) {
    Lines out;
    for (const Finding& f : lint::lint(hygon, {.targets = std::move(targets)})) out.push_back(fmt::format("{}:{}", f.line, f.code));
    return out;
  };
  EXPECT_EQ(found({}), Lines{"7:1359"});
  EXPECT_EQ(found({"gfx906"}), (Lines{"7:1355", "7:1359", "8:1355"}));
}

TEST(Copies, InTheBackground) {
  EXPECT_EQ(in_cuda("#include <cuda_pipeline.h>\n__global__ void k(int* s, int* g) {\n  __pipeline_memcpy_async(s, g, 4);\n}\n", 1351, 1359), Lines{"3:1356"});
  for (std::string space : {"cg", "cooperative_groups"})
    EXPECT_EQ(in_cuda("#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int* g) {\n  __shared__ int s[32];\n  auto b = cg::this_thread_block();\n  " + space + "::memcpy_async(b, s, g, 128);\n  cg::wait(b);\n}\n", 1351, 1359), Lines{"7:1356"}) << space;
  EXPECT_EQ(in_cuda("__global__ void k(int* s, int* g) {\n  *s = *g;\n}\n", 1351, 1359), Lines{});
}

}  // namespace
