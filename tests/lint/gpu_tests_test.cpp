// Widths by macros of GPUs and of the platform: what is found, and the clean twins.
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

using namespace wavelift;
using test::facts_of;

namespace {

using Lines = std::vector<std::string>;

// "line:code" of HIP source, the line counted without the include in front.
Lines hip(const std::string& source) {
  Lines out;
  for (const Finding& f : lint::lint(facts_of("#include <hip/hip_runtime.h>\n" + source, false), {})) out.push_back(fmt::format("{}:{}", f.line - 1, f.code));
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

TEST(GpuTests, AFunctionIsANameOfTheWidth) {
  const std::string width = "__host__ __device__ constexpr int warp_width() {\n#if defined(__GFX9__)\n  return 64;\n#else\n  return 32;\n#endif\n}\n"
                            "__global__ void k(int* p) { p[threadIdx.x / warp_width()] = __any(p[threadIdx.x % warp_width()]); }\n";
  EXPECT_EQ(hip(width + "void run(int* p) { k<<<1, 4 * warp_width()>>>(p); }\n"), (Lines{"1:1214"}));
  EXPECT_EQ(hip(width + "void run(int* p, int width) { k<<<1, 4 * width>>>(p); }\n"), Lines{});
}

}  // namespace
