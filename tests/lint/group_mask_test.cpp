// The mask of a half or a quarter of a warp: whose it is.
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

using namespace wavelift;
using test::facts_of;

namespace {

std::vector<std::string> found(const std::string& body, const std::string& launch = "") {
  std::vector<std::string> out;
  const std::string source = "__global__ void k(float* p) {\n  float v = p[threadIdx.x];\n" + body + "  p[threadIdx.x] = v;\n}\n" + launch;
  for (const Finding& f : lint::lint(facts_of(source), {lint::Width::native}))
    if (f.code == 1239) out.push_back(fmt::format("{}:{}", f.line, f.code));
  return out;
}
using Lines = std::vector<std::string>;

const std::string reduce = "  for (int o = 8; o > 0; o /= 2) v += __shfl_xor_sync(0xffff, v, o, 16);\n";

TEST(GroupMask, OfTheFirstGroupGivenByAll) {
  EXPECT_EQ(found(reduce), (Lines{"3:1239"}));
  EXPECT_EQ(found(reduce, "void run(float* p) { k<<<4, 128>>>(p); }\n"), (Lines{"3:1239"}));
  EXPECT_EQ(found("  if (v > 0)\n" + reduce), (Lines{"4:1239"})) << "data chooses any group";
}

TEST(GroupMask, IsRightForTheFirstGroup) {
  EXPECT_EQ(found("  if (threadIdx.x < 16)\n" + reduce), Lines{});
  EXPECT_EQ(found("  if (threadIdx.x >= 16) return;\n" + reduce), Lines{});
  EXPECT_EQ(found("  if (threadIdx.x >= 16) {\n    p[threadIdx.x] = 0;\n    return;\n  }\n" + reduce), Lines{});
  EXPECT_EQ(found(reduce, "void run(float* p) { k<<<4, 16>>>(p); }\n"), Lines{});
}

TEST(GroupMask, OthersAreNone) {
  EXPECT_EQ(found("  for (int o = 8; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o, 16);\n"), Lines{});
  EXPECT_EQ(found("  for (int o = 8; o > 0; o /= 2) v += __shfl_xor_sync(0xffffu << (threadIdx.x & 16), v, o, 16);\n"), Lines{});
}

}  // namespace
