// Calls and strings that mean another thing on AMD GPUs: what is edited, what is found where, and the clean twins.
#include "port/lexical.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace wavelift::port;

namespace {

std::string port(std::string_view text) { return port_text(text, false); }

// "line:code" of all that is more than a note.
std::vector<std::string> found(std::string_view text) {
  std::vector<Finding> findings;
  port_text(text, false, &findings);
  std::vector<std::string> out;
  for (const auto& f : findings)
    if (f.severity != Severity::info) out.push_back(fmt::format("{}:{}", f.line, f.code));
  return out;
}
using Lines = std::vector<std::string>;

TEST(Groups, LabeledPartitionHasItsHeader) {
  const std::string include = "#include \"wavelift_groups.h\"\n";
  EXPECT_EQ(port("auto g = cg::labeled_partition(warp, id);"), include + "auto g = wlgroups::labeled_partition(warp, id);");
  EXPECT_EQ(port("namespace c = cooperative_groups;\nauto g = c::labeled_partition(warp, id);"),
            include + "namespace c = cooperative_groups;\nauto g = wlgroups::labeled_partition(warp, id);");
  EXPECT_EQ(port("using namespace cooperative_groups;\nauto g = labeled_partition(warp, id);"),
            include + "using namespace cooperative_groups;\nauto g = wlgroups::labeled_partition(warp, id);");
  for (std::string_view own : {"auto g = mine::labeled_partition(warp, id);", "auto g = a.labeled_partition(id);", "Group labeled_partition(Group g, int id);", "f(labeled_partition(a, b));"})
    EXPECT_EQ(port(own), own);
}

TEST(Groups, WhatComesLaterOrNever) {
  EXPECT_EQ(found("int s = cg::reduce(tile, v, cg::plus<int>());"), (Lines{"1:1002"}));
  EXPECT_EQ(found("f();\nint s = cooperative_groups::exclusive_scan(tile, v);"), (Lines{"2:1002"}));
  EXPECT_EQ(found("auto c = cg::this_cluster();"), (Lines{"1:1001"}));
  EXPECT_EQ(found("__global__ void __cluster_dims__(2, 1, 1) k();"), (Lines{"1:1001"}));
  for (std::string_view fine : {"thrust::reduce(a, b);", "using namespace cooperative_groups;\nreduce(tile, v);", "std::inclusive_scan(a, b, c);", "x.reduce(tile);"})
    EXPECT_EQ(found(fine), Lines{}) << fine;
}

TEST(Modules, LaunchesInWarpsOf32) {
  EXPECT_EQ(found("f();\ncuLaunchKernel(k, x, y, z, 32 * num_warps, 1, 1, s, q, a, 0);"), (Lines{"2:1206"}));
  EXPECT_EQ(found("cuLaunchKernel(k, x, y, z, num_warps * 32, 1, 1, s, q, a, 0);"), (Lines{"1:1206"}));
  for (std::string_view fine : {"cuLaunchKernel(k, x, y, z, width * num_warps, 1, 1, s, q, a, 0);", "cuLaunchKernel(k, x, y, z, 32 * rows, 1, 1, s, q, a, 0);",
                                "cuLaunchKernel(k, 32 * warps, y, z, 256, 1, 1, s, q, a, 0);"})
    EXPECT_EQ(found(fine), Lines{}) << fine;
}

std::string texture(std::string_view type, std::string_view filter, std::string_view normalized, std::string_view read) {
  return fmt::format("r.resType = {};\nt.filterMode = {};\nt.normalizedCoords = {};\nt.readMode = {};\ncudaCreateTextureObject(&o, &r, &t, nullptr);\n", type, filter, normalized, read);
}

TEST(Textures, ThatAreRefused) {
  constexpr std::string_view pitched = "cudaResourceTypePitch2D", array = "cudaResourceTypeArray", linear = "cudaFilterModeLinear", point = "cudaFilterModePoint",
                             element = "cudaReadModeElementType", whole = "cudaReadModeNormalizedFloat";
  EXPECT_EQ(found(texture(pitched, linear, "0", element)), (Lines{"5:1421"}));
  EXPECT_EQ(found(texture(pitched, point, "1", element)), (Lines{"5:1421"}));
  EXPECT_EQ(found(texture(array, linear, "0", element)), (Lines{"5:1421"}));
  EXPECT_EQ(found(texture(array, linear, "1", whole)), Lines{});
  EXPECT_EQ(found(texture(pitched, point, "0", element)), Lines{});
  EXPECT_EQ(found(texture(array, point, "true", element)), Lines{});
  // Of another texture, and what was set last.
  EXPECT_EQ(found("u.filterMode = cudaFilterModeLinear;\n" + texture(pitched, point, "0", element)), Lines{});
  EXPECT_EQ(found("t.filterMode = cudaFilterModeLinear;\n" + texture(pitched, point, "0", element)), Lines{});
}

TEST(Strings, ThatHoldKernels) {
  EXPECT_EQ(found("const char* s =\n  \"v += __shfl_xor_sync(0xffffffff, v, 1);\";"), (Lines{"2:1009"}));
  EXPECT_EQ(found("const char* s = R\"(\nextern \"C\" __global__ void k() {}\n)\";"), (Lines{"2:1009"}));
  EXPECT_EQ(found("const char* s = \"no __global__\"; puts(\"mask 0xffffffff\");"), Lines{});
  std::string_view text = "const char* s = \"__global__ void k(float* p) { cudaFree(p); }\";";
  EXPECT_EQ(port(text), text);
}

}  // namespace
