// Launches, groups of lanes, PTX and matrix units: each fault with the line that is found, and its clean twin.
#include "found.h"

using namespace wavelift;
using namespace wavelift::test;

namespace {

TEST(Launches, MoreThreadsThanABlockHas) {
  const std::string begin = "#define WARP_SIZE 32\n__global__ void k(float* p) {\n  float v = p[threadIdx.x % WARP_SIZE];\n  p[0] = __shfl_xor_sync(~0u, v, 1);\n}\n";
  auto native = [&](const std::string& block) { return lines_of(facts_of(begin + "void run(float* p) { k<<<1, " + block + ">>>(p); }\n", true), {lint::Width::native}, Severity::warning); };
  EXPECT_EQ(native("32 * WARP_SIZE"), (Lines{"3:1211", "6:1214", "6:1258"}));
  EXPECT_EQ(native("dim3(WARP_SIZE, 32)"), (Lines{"3:1211", "6:1214", "6:1219", "6:1258"}));
  EXPECT_EQ(native("16 * WARP_SIZE"), (Lines{"3:1211", "6:1214"}));
  const std::string hip = "__global__ void k(float* p) { p[threadIdx.x] = 1; }\nvoid run(float* p, int wave) {\n  hipDeviceProp_t d;\n  k<<<1, 32 * d.warpSize>>>(p);\n  k<<<1, 16 * d.warpSize>>>(p);\n}\n";
  EXPECT_EQ(in_hip(hip), Lines{"5:1258"});
}

TEST(Launches, LastWaveWithFewLanes) {
  const std::string begin = "__global__ void k(float* p) {\n  float v = p[0];\n  for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down(v, o);\n  p[0] = v;\n}\n";
  EXPECT_EQ(in_hip(begin + "void run(float* p) { k<<<1, 96>>>(p); }\n"), Lines{"7:1220"});
  EXPECT_EQ(in_hip(begin + "void run(float* p) { k<<<1, 128>>>(p); }\n"), Lines{});
}

TEST(Targets, OfTwoWidths) {
  const std::string source = "constexpr int WARP = 64;\n__global__ void k(float* p) { p[threadIdx.x / WARP] = 1; }\nvoid run(float* p) { k<<<1, 4 * WARP>>>(p); }\n";
  EXPECT_EQ(in_hip(source, {.targets = {"gfx90a", "gfx1100"}}), Lines{"4:1260"});
  EXPECT_EQ(in_hip(source, {.targets = {"gfx90a", "gfx942"}}), Lines{});
}

TEST(SharedMemorySize, BeyondTheTargets) {
  const std::string kernel = "#include <cuda_runtime.h>\n__global__ void k(float* p) { extern __shared__ float s[]; p[0] = s[0]; }\nvoid run(float* p) {\n";
  EXPECT_EQ(in_cuda(kernel + "  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024);\n  k<<<1, 64, 96 * 1024>>>(p);\n}\n"), (Lines{"4:1263", "5:1263"}));
  EXPECT_EQ(in_cuda(kernel + "  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);\n  k<<<1, 64, 64 * 1024>>>(p);\n}\n"), Lines{});
  EXPECT_EQ(in_hip("__global__ void k(float* p) {\n  __shared__ float s[20000];\n  p[0] = s[threadIdx.x];\n}\n"), Lines{"3:1263"});
  EXPECT_EQ(in_hip("__global__ void k(float* p) {\n  __shared__ float s[20000];\n  p[0] = s[threadIdx.x];\n}\n", {.targets = {"gfx950"}}), Lines{});
}

TEST(SharedMemorySize, PaddedRowsOfVectors) {
  auto rows = [](int n) { return fmt::format("__global__ void k(float4* p) {{\n  __shared__ float t[32][{}];\n  p[0] = *reinterpret_cast<float4*>(&t[threadIdx.y][4 * threadIdx.x]);\n}}\n", n); };
  EXPECT_EQ(in_cuda(rows(33)), Lines{"3:1264"});
  EXPECT_EQ(in_cuda(rows(36)), Lines{});
}

TEST(Groups, OfLanesThatHappenToRun) {
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n  unsigned m = __activemask();\n  p[0] = __shfl_sync(m, p[1], 0);\n}\n", 1253, 1299), Lines{"3:1253"});
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n  p[0] = __shfl_sync(0xffffffff, p[1], 0);\n}\n", 1253, 1299), Lines{});
}

TEST(Groups, OfAQuarterWarp) {
  const std::string begin = "__global__ void k(float* p) {\n  float v = p[threadIdx.x];\n";
  auto masks = [&](const std::string& s) { return lines_of(facts_of(begin + s, true), {.width = lint::Width::native}); };
  EXPECT_EQ(masks("  p[0] = __shfl_sync(0xffff, v, threadIdx.x & 15, 16);\n}\n"), Lines{"3:1239"});
  EXPECT_EQ(masks("  p[0] = __shfl_sync(0xffffffff, v, threadIdx.x & 15, 16);\n}\n"), Lines{});
}

TEST(Groups, BallotOfHalfAWave) {
  const std::string ballot = "__global__ void k(unsigned* p) { p[0] = __builtin_amdgcn_ballot_w32(p[1] > 0); }\n";
  auto narrow = [&](std::vector<std::string> targets) {
    Lines out = in_hip(ballot, {.targets = targets});
    std::erase_if(out, [](const std::string& s) { return !s.ends_with(":1266"); });
    return out;
  };
  EXPECT_EQ(narrow({}), Lines{"2:1266"});
  EXPECT_EQ(narrow({"gfx1100"}), Lines{});
}

TEST(Groups, OfHipVersions) {
  EXPECT_EQ(in_hip("__global__ void k(unsigned* p) { p[0] = __reduce_and_sync(~0ull, p[1]); }\n"), Lines{"2:1254"});
  EXPECT_EQ(in_hip("__global__ void k(int* p) {\n  p[0] = __shfl_sync(__ballot(p[1]), p[2], threadIdx.x & 3);\n}\n"), Lines{"3:1255"});
  EXPECT_EQ(in_hip("#include <hip/hip_bf16.h>\n__global__ void k(__hip_bfloat16* p) { p[0] = __shfl_xor(p[1], 1); }\n").front(), "3:1256");
  EXPECT_EQ(in_hip("__global__ void k(double* p) { p[0] = __shfl_xor(p[1], 1); }\n"), Lines{});
}

const std::string groups = "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;\n";

TEST(Groups, TileAndWave) {
  const std::string begin = "#include <hip/hip_cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(unsigned long long* p) {\n  auto tile = cg::tiled_partition<32>(cg::this_thread_block());\n";
  EXPECT_EQ(in_hip(begin + "  p[tile.thread_rank()] = __ballot(p[1] > 0);\n}\n"), Lines{"5:1257"});
  EXPECT_EQ(in_hip(begin + "  p[tile.thread_rank()] = tile.ballot(p[1] > 0);\n}\n"), Lines{});
}

TEST(Groups, ThatHipHasNot) {
  EXPECT_EQ(in_cuda(groups + "__global__ void k(int* p) {\n  auto t = cg::tiled_partition<32>(cg::this_thread_block());\n  p[1] = cg::reduce(t, p[0], cg::plus<int>());\n}\n", 1253, 1299), Lines{"6:1267"});
  EXPECT_EQ(in_cuda(groups + "__global__ void __cluster_dims__(2, 1, 1) k(int* p) { p[0] = 1; }\n", 1253, 1299), Lines{"4:1265"});
  EXPECT_EQ(in_cuda("struct Mine { static int reduce(int x) { return x; } };\n__global__ void k(int* p) { p[0] = 1; }\n", 1253, 1299), Lines{});
}

TEST(Ptx, BehindACapability) {
  const std::string asm_line = "  asm volatile(\"prefetch.global.L2 [%0];\" :: \"l\"(p));\n";
  const std::string begin = "__global__ void k(int* p) {\n#if __CUDA_ARCH__ >= 800\n" + asm_line;
  EXPECT_EQ(in_cuda(begin + "#endif\n}\n", 1351, 1379), Lines{"3:1351"});
  EXPECT_EQ(in_cuda(begin + "#else\n  *p = 1;\n#endif\n}\n", 1351, 1379), Lines{"3:1352"});
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n#if __CUDA_ARCH__ >= 700\n" + asm_line + "#endif\n}\n", 1351, 1379), Lines{}) << "the port takes it";
  EXPECT_EQ(in_cuda("__global__ void k(int* p) {\n#if __CUDA_ARCH__ < 800\n  *p = 1;\n#else\n" + asm_line + "#endif\n}\n", 1351, 1379), Lines{"5:1352"});
}

TEST(Ptx, NamedBarriers) {
  auto code = [](const char* text) { return in_cuda(fmt::format("__global__ void k() {{\n  asm volatile(\"{}\");\n}}\n", text), 1351, 1379); };
  EXPECT_EQ(code("bar.sync 1, 64;"), Lines{"2:1360"});
  EXPECT_EQ(code("bar.arrive 2, 64;"), Lines{"2:1360"});
  EXPECT_EQ(code("bar.sync 0;"), Lines{});
  EXPECT_EQ(code("membar.gl;"), Lines{});
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
  EXPECT_EQ(in_hip(mfma, {.targets = {"gfx90a"}}), Lines{});
  EXPECT_EQ(in_hip(mfma, {.targets = {"gfx90a", "gfx1100"}}), Lines{"3:1355"});
  analysis::Facts hygon;
  hygon.cuda = false;
  hygon.mentions = {{{"k.hip", 7, 3, {}, {}, 0, 0}, "__builtin_hcu_mmac_i32_16x16x32_i8", {}}, {{"k.hip", 8, 3, {}, {}, 0, 0}, "__builtin_hcu_mmac_f32_16x16x16_f16", {}}};
  EXPECT_EQ(lines_of(hygon, {}), Lines{"7:1359"});
  EXPECT_EQ(lines_of(hygon, {.targets = {"gfx906"}}), (Lines{"7:1355", "7:1359", "8:1355"}));
}

TEST(Matrices, OfNvidiasLibrariesAndUnits) {
  EXPECT_EQ(in_cuda("#include <cutlass/gemm/device/gemm.h>\n__global__ void k() {}\n", 1351, 1379), Lines{"1:1358"});
  EXPECT_EQ(in_cuda("__global__ void k() {\n  asm volatile(\"wgmma.fence.sync.aligned;\");\n}\n", 1351, 1379), Lines{"2:1357"});
  EXPECT_EQ(in_cuda("__global__ void k() {\n  cudaGridDependencySynchronize();\n}\n", 1351, 1379), Lines{"2:1357"});
  EXPECT_EQ(in_cuda("#include <cuda_pipeline.h>\n__global__ void k(int* s, int* g) {\n  __pipeline_memcpy_async(s, g, 4);\n}\n", 1351, 1379), Lines{"3:1356"});
}

}  // namespace
