// What each check finds, and its clean twin that must give nothing. `expect` lists "line:code".
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

using namespace wavelift;
using test::facts_of;

namespace {

std::vector<std::string> found(const std::string& source, bool cuda, lint::Width width, Severity least = Severity::info) {
  std::vector<std::string> out;
  analysis::Facts facts = facts_of(source, cuda);
  for (const Finding& f : lint::lint(facts, {width, {}}))
    if (f.severity >= least) out.push_back(fmt::format("{}:{}", f.line, f.code));
  return out;
}

using Lines = std::vector<std::string>;
Lines native(const std::string& s) { return found(s, true, lint::Width::native); }
Lines logical(const std::string& s) { return found(s, true, lint::Width::logical); }
Lines hip(const std::string& s) { return found("#include <hip/hip_runtime.h>\n" + s, false, lint::Width::logical); }

const std::string block_reduce = R"(__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  return v;
}
__global__ void k(float* p) {
  __shared__ float sums[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = warp_sum(p[threadIdx.x]);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (threadIdx.x == 0) p[0] = sums[0];
}
)";

TEST(WarpWidth, CudaMattersForNativeWidthAlone) {
  EXPECT_EQ(native(block_reduce), (Lines{"2:1217", "6:1218", "7:1211", "7:1211"}));
  EXPECT_EQ(found(block_reduce, true, lint::Width::native, Severity::warning).size(), 4u);
  EXPECT_EQ(logical(block_reduce), (Lines{"2:1217", "6:1218", "7:1211"})) << "one line a function and code";
  EXPECT_EQ(found(block_reduce, true, lint::Width::logical, Severity::warning), Lines{});
}

TEST(WarpWidth, TilesOf32AreNoWarps) {
  EXPECT_EQ(native(R"(__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = threadIdx.x % 32, y = threadIdx.x / 32;
  tile[y][x] = in[y * n + x];
  __syncthreads();
  out[x * n + y] = tile[x][y];
}
void run(float* o, float* i) { transpose<<<1, dim3(32, 8)>>>(o, i, 32); }
)"), Lines{});
}

TEST(WarpWidth, WidthGivenIsRight) {
  EXPECT_EQ(native(R"(__global__ void k(float* p) {
  float v = p[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o, 32);
  p[threadIdx.x] = v;
}
)"), Lines{});
}

TEST(WarpWidth, LaunchesOfWarps) {
  const std::string kernel = R"(#define WARP_SIZE 32
__global__ void k(float* p) {
  float v = p[threadIdx.x];
  for (int o = 8; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffff, v, o);
  p[threadIdx.x] = v;
}
)";
  EXPECT_EQ(native(kernel + "void run(float* p) { k<<<1, dim3(32, 4)>>>(p); }\n"), (Lines{"7:1219"}));
  EXPECT_EQ(native(kernel + "void run(float* p) { k<<<1, 4 * WARP_SIZE>>>(p); }\n"), (Lines{"7:1214"}));
  EXPECT_EQ(logical(kernel + "void run(float* p) { k<<<1, 32>>>(p); }\n"), (Lines{"7:1221"}));
  EXPECT_EQ(logical(kernel + "void run(float* p) { k<<<1, 8>>>(p); }\n"), (Lines{"7:1220"}));
  EXPECT_EQ(native(kernel + "void run(float* p) { k<<<1, 256>>>(p); }\n"), Lines{});
}

TEST(WarpWidth, TwoMeaningsOfOneName) {
  EXPECT_EQ(native(R"(const int WS = 32, bits = 32;
__global__ void k(unsigned* w, int n) {
  if (__any_sync(~0u, threadIdx.x % WS == 3)) w[n / WS] |= 1u << (n % WS);
}
)"), (Lines{"1:1212", "3:1211"}));
  EXPECT_EQ(native(R"(const int WS = 32, bits = 32;
__global__ void k(unsigned* w, int n) {
  if (__any_sync(~0u, threadIdx.x % WS == 3)) w[n / bits] |= 1u << (n % bits);
}
)"), (Lines{"3:1211"}));
}

TEST(WarpWidth, TwoMeaningsInHip) {
  const std::string body = "__global__ void k(unsigned* w, int n) {\n  if (threadIdx.x % WS == 3) w[n / WS] |= 1u << (n % WS);\n}\n";
  EXPECT_EQ(hip("const int WS = 64;\n" + body), (Lines{"2:1212"}));
  EXPECT_EQ(hip("const int WS = 32;\n" + body), Lines{});
}

TEST(WarpWidth, PortedCodeIsRight) {
  EXPECT_EQ(found(R"(#include <hip/hip_runtime.h>
#include <port/wavelift_warp.h>
__global__ void k(unsigned* p) {
  int lane = threadIdx.x % 32;
  unsigned b = wl32::ballot_sync(0xffffffff, p[lane] > 1);
  p[lane] = __popc(b & ((1u << lane) - 1)) + wl32::shfl_sync(~0u, b, 31);
}
)", false, lint::Width::logical), Lines{});
}

TEST(WarpWidth, ShadowedWidth) {
  EXPECT_EQ(native("constexpr int WARP_SIZE = 32;\n__global__ void k(int* p) {\n  constexpr int WARP_SIZE = 32;\n  p[0] = WARP_SIZE;\n}\n"), (Lines{"3:1226"}));
  EXPECT_EQ(native("constexpr int WARP_SIZE = 32;\n__global__ void k(int* p) {\n  constexpr int width = 32;\n  p[0] = width + WARP_SIZE;\n}\n"), Lines{});
}

TEST(WarpWidth, HipCodeThatMixesWidths) {
  const std::string begin = "__global__ void k(float* p) {\n  float v = p[threadIdx.x];\n";
  const std::string butterfly = "  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor(v, o);\n";
  EXPECT_EQ(hip(begin + butterfly + "  if (threadIdx.x % warpSize == 0) p[0] = v;\n}\n"), (Lines{"4:1217"}));
  EXPECT_EQ(hip(begin + butterfly + "  if (threadIdx.x % 32 == 0) p[0] = v;\n}\n"), Lines{}) << "groups of 32 all through are right";
  EXPECT_EQ(hip(begin + "  for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_xor(v, o);\n  if (threadIdx.x % warpSize == 0) p[0] = v;\n}\n"), Lines{});
  EXPECT_EQ(hip(begin + "  if (threadIdx.x % 32 == 0) p[0] = v;\n  v = __shfl(v, 0);\n}\n"), (Lines{"4:1211", "5:1252"}));
  EXPECT_EQ(hip(begin + "  if (threadIdx.x % 32 == 0) p[0] = v;\n  v = __shfl(v, 0, 32);\n}\n"), Lines{});
}

TEST(WarpWidth, HalfOfWarpSizeIsHalfOfAnyWave) {
  const auto sum = [](const std::string& first) { return native("__global__ void k(float* p) {\n  float v = p[threadIdx.x];\n  for (int o = " + first + "; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);\n  p[0] = v;\n}\n"); };
  EXPECT_EQ(sum("warpSize / 2"), Lines{});
  EXPECT_EQ(sum("16"), Lines{"3:1217"});
}

TEST(WarpWidth, HipConstants) {
  EXPECT_EQ(hip("__global__ void k(int* p) {\n  constexpr int w = warpSize;\n  p[0] = w;\n}\n").front(), "3:1213");
  EXPECT_EQ(hip("__global__ void k(int* p) {\n  const int w = warpSize;\n  p[0] = w;\n}\n"), Lines{});
}

TEST(Masks, OfCuda) {
  EXPECT_EQ(native(R"(__global__ void k(unsigned* p) {
  int lane = threadIdx.x & 31;
  unsigned b = __ballot_sync(~0u, p[lane] > 1);
  int before = __popc(b & ((1u << lane) - 1));
  if (b == 0xffffffff) p[before] = b;
}
)"), (Lines{"2:1211", "3:1233", "4:1234", "4:1235", "5:1236", "5:1237"}));
  EXPECT_EQ(native("__global__ void k(unsigned* p) {\n  if (__any_sync(~0u, p[0])) p[1] = __popc(p[2]) + (1u << p[3]);\n}\n"), Lines{});
}

TEST(Masks, OfHip) {
  const std::string begin = "__global__ void k(unsigned* p) {\n";
  EXPECT_EQ(hip(begin + "  unsigned b = __ballot(p[0] > 1);\n  p[1] = __popcll(b);\n}\n"), (Lines{"3:1233"}));
  EXPECT_EQ(hip(begin + "  unsigned long long b = __ballot(p[0] > 1);\n  p[1] = __popcll(b);\n}\n"), Lines{});
  EXPECT_EQ(hip(begin + "  p[1] = __popc(__ballot(p[0] > 1));\n}\n"), (Lines{"3:1234"}));
  Lines narrow = hip(begin + "  p[1] = __shfl_xor_sync(0xffffffff, p[0], 1);\n}\n");
  EXPECT_NE(std::ranges::find(narrow, "3:1231"), narrow.end());
  EXPECT_EQ(hip(begin + "  p[1] = __shfl_xor_sync(0xffffffffull, p[0], 1);\n}\n"), (Lines{"3:1232"}));
  EXPECT_EQ(hip(begin + "  p[1] = __shfl_xor_sync(~0ull, p[0], 1);\n}\n"), Lines{});
}

TEST(Shuffles, ScansAndLastLanes) {
  EXPECT_EQ(native(R"(__global__ void k(int* p) {
  int v = p[threadIdx.x], lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) { int u = __shfl_up_sync(~0u, v, d); if (lane >= d) v += u; }
  p[threadIdx.x] = v + __shfl_sync(~0u, v, 31);
}
)"), (Lines{"2:1211", "3:1252", "4:1252"}));
  EXPECT_EQ(native("__global__ void k(int* p) {\n  p[1] = __shfl_up_sync(~0u, p[0], 1);\n}\n"), (Lines{"2:1251"}));
  EXPECT_EQ(native("__global__ void k(int* p) {\n  p[1] = __shfl_up_sync(~0u, p[0], 1, 32);\n}\n"), Lines{});
}

TEST(Coverage, SaysWhatWasNotUnderstood) {
  EXPECT_EQ(native("__global__ void k(Unknown* p) { p->x = 1; }\n"), (Lines{"1:1702"}));
}

TEST(Pages, EveryCodeHasOne) {
  for (const FindingKind& kind : lint::finding_kinds()) {
    auto page = read_file(fmt::format("{}/share/findings/WL{}.md", WAVELIFT_SOURCE, kind.code));
    ASSERT_TRUE(page) << kind.code;
    EXPECT_TRUE(page->starts_with(fmt::format("# WL{}: {}\n", kind.code, kind.title))) << kind.code;
    EXPECT_NE(page->find(std::string("Severity: ") + severity_name(kind.severity)), std::string::npos) << kind.code;
    EXPECT_NE(page->find("Before:"), std::string::npos) << kind.code;
    EXPECT_NE(page->find("After:"), std::string::npos) << kind.code;
  }
}

}  // namespace
