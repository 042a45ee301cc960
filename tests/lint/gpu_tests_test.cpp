// Widths by macros of GPUs and of the platform: what is found, and the clean twins.
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

using namespace wavelift;
using test::facts_of;

namespace {

using Lines = std::vector<std::string>;

// "line:code" of HIP source, the line counted without the include in front.
Lines hip(const std::string& source, const lint::Options& options = {}) {
  Lines out;
  for (const Finding& f : lint::lint(facts_of("#include <hip/hip_runtime.h>\n" + source, false), options)) out.push_back(fmt::format("{}:{}", f.line - 1, f.code));
  return out;
}

const std::string uses = "__global__ void k(int* p) { p[threadIdx.x / WIDTH] = __any(p[threadIdx.x % WIDTH]); }\n";

std::string choice(const std::string& condition) { return "#if " + condition + "\n#define WIDTH 64\n#else\n#define WIDTH 32\n#endif\n" + uses; }

TEST(GpuTests, ListsForgetGpus) {
  EXPECT_EQ(hip(choice("defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__)")), (Lines{"2:1216"}));
  EXPECT_EQ(hip(choice("defined(__gfx900__) || defined(__gfx906__) || defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__)")), Lines{});
  EXPECT_EQ(hip(choice("defined(__GFX9__)")), Lines{});
  EXPECT_EQ(hip("#ifdef __gfx90a__\n#define ROWS 4\n#endif\n#define WIDTH 64\n" + uses), Lines{}) << "the list decides something else";
}

TEST(GpuTests, ThePlatformIsNoWidth) {
  EXPECT_EQ(hip("#ifdef __HIP_PLATFORM_AMD__\nconstexpr int WIDTH = 64;\n#else\nconstexpr int WIDTH = 32;\n#endif\n" + uses), (Lines{"2:1216"}));
  EXPECT_EQ(hip("#ifdef __HIP_PLATFORM_AMD__\n" + choice("defined(__GFX9__)") + "#endif\n"), Lines{});
}

TEST(GpuTests, TheWavesSizeIsNotDefined) {
  EXPECT_EQ(hip(choice("__AMDGCN_WAVEFRONT_SIZE == 64")).front(), "1:1215");
  EXPECT_EQ(hip("#if defined(__AMDGCN_WAVEFRONT_SIZE)\n#define WIDTH __AMDGCN_WAVEFRONT_SIZE\n#elif defined(__GFX9__)\n#define WIDTH 64\n#else\n#define WIDTH 32\n#endif\n" + uses), Lines{});
}

lint::Options built_for(std::vector<std::string> targets) { return {.targets = std::move(targets)}; }

TEST(Targets, SpirvHasNoGpu) {
  EXPECT_EQ(hip(choice("defined(__GFX9__)"), built_for({"amdgcnspirv"})), (Lines{"2:1223"}));
  EXPECT_EQ(hip(choice("defined(__GFX9__)"), built_for({"gfx90a", "gfx1100"})), Lines{});
  EXPECT_EQ(hip("__global__ void k(int* p) { p[threadIdx.x / warpSize] = __any(p[threadIdx.x % warpSize]); }\n", built_for({"amdgcnspirv"})), Lines{});
}

TEST(Targets, LanesAreNot64Everywhere) {
  const std::string of_64 = "#define WIDTH 64\n" + uses;
  EXPECT_EQ(hip(of_64, built_for({"gfx90a", "gfx1100"})), (Lines{"2:1224", "2:1224"}));
  EXPECT_EQ(hip(of_64, built_for({"gfx90a", "gfx942"})), Lines{});
  EXPECT_EQ(hip(choice("defined(__GFX9__)"), built_for({"gfx1100"})), Lines{});
  EXPECT_EQ(hip("#if defined(__GFX9__)\n__global__ void k(int* p) { p[threadIdx.x >> 6] = __any(p[threadIdx.x & 63]); }\n#endif\n", built_for({"gfx1100"})), Lines{});
  EXPECT_EQ(hip("__global__ void k(int* p) { p[threadIdx.x / 64] = p[threadIdx.x % 64]; }\n", built_for({"gfx1100"})), Lines{}) << "tiles of 64 are no waves";
}

TEST(Targets, WavesOf64ForcedOnOthers) {
  lint::Options forced = built_for({"gfx1100"});
  forced.waves_of_64 = true;
  EXPECT_EQ(hip("int x;\n", forced).size(), 1u);
  EXPECT_EQ(lint::lint(facts_of("#include <hip/hip_runtime.h>\n", false), forced).at(0).code, 1225);
  forced.targets = {"gfx90a"};
  EXPECT_EQ(hip("int x;\n", forced), Lines{});
}

TEST(Formats, LargestFp8OfThePlatform) {
  auto limits = [](const std::string& condition, const std::string& rocm, const std::string& other) {
    return hip("#if " + condition + "\n" + rocm + "\n#else\n" + other + "\n#endif\n");
  };
  const std::string of_448 = "constexpr float fp8_max = 448.0f;";
  EXPECT_EQ(limits("defined(__HIP_PLATFORM_AMD__)", "constexpr float fp8_max = 240.0f;", of_448), (Lines{"2:1402"}));
  EXPECT_EQ(limits("!defined(USE_ROCM)", of_448, "#define FP8_E4M3_MAX 224.f"), (Lines{"4:1402"}));
  EXPECT_EQ(limits("defined(__gfx942__)", "constexpr float fp8_max = 240.0f;", of_448), Lines{});
  EXPECT_EQ(limits("defined(__HIP_PLATFORM_AMD__)", "constexpr int rows = 240;", of_448), Lines{});
  EXPECT_EQ(limits("defined(__HIP_PLATFORM_AMD__)", "constexpr int fp8_rows = 2240;", of_448), Lines{});
  EXPECT_EQ(limits("defined(__HIP_PLATFORM_AMD__)", "#if defined(__gfx942__)\nconstexpr float fp8_max = 240.0f;\n#else\n" + of_448 + "\n#endif", of_448), Lines{});
}

TEST(GpuTests, AFunctionIsANameOfTheWidth) {
  const std::string width = "__host__ __device__ constexpr int warp_width() {\n#if defined(__GFX9__)\n  return 64;\n#else\n  return 32;\n#endif\n}\n"
                            "__global__ void k(int* p) { p[threadIdx.x / warp_width()] = __any(p[threadIdx.x % warp_width()]); }\n";
  EXPECT_EQ(hip(width + "void run(int* p) { k<<<1, 4 * warp_width()>>>(p); }\n"), (Lines{"1:1214"}));
  EXPECT_EQ(hip(width + "void run(int* p, int width) { k<<<1, 4 * width>>>(p); }\n"), Lines{});
}

}  // namespace
