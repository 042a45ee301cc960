// What a port is for which HIP.
#include "port/lexical.h"
#include <gtest/gtest.h>

using namespace wavelift::port;

namespace {

std::string port(std::string_view text, int version) { return port_text(text, false, nullptr, version); }
// Lines of the findings of WL1002.
std::vector<uint32_t> found(std::string_view text, int version) {
  std::vector<Finding> findings;
  port_text(text, false, &findings, version);
  std::vector<uint32_t> lines;
  for (const auto& f : findings)
    if (f.code == 1002) lines.push_back(f.line);
  return lines;
}
using Lines = std::vector<uint32_t>;

}  // namespace

TEST(Versions, NamesThatTheVersionLacks) {
  // Of 7.2, 7.0 and all of them.
  std::string_view text = "cudaLibraryUnload(l);\ncudaLaunchKernelExC(&c, f, a);\ncudaMalloc(&p, 4);\n";
  EXPECT_EQ(found(text, 602), (Lines{1, 2}));
  EXPECT_EQ(found(text, 700), (Lines{1}));
  EXPECT_EQ(found(text, 702), (Lines{}));
  EXPECT_EQ(found(text, 1000), (Lines{}));
  EXPECT_EQ(found("namespace cg = cooperative_groups;\nint s = cg::reduce(t, v, cg::plus<int>());", 712), (Lines{2}));
  EXPECT_EQ(found("namespace cg = cooperative_groups;\nint s = cg::reduce(t, v, cg::plus<int>());", 713), (Lines{}));
}

TEST(Versions, MemoryLocations) {
  std::string_view newer = "cudaMemLocation l;\ncudaMemPrefetchAsync(p, n, l, 0, s);";
  EXPECT_EQ(port(newer, 700), "hipMemLocation l;\nhipMemPrefetchAsync_v2(p, n, l, 0, s);");
  EXPECT_EQ(port(newer, 701), "hipMemLocation l;\nhipMemPrefetchAsync_v2(p, n, l, 0, s);");
  EXPECT_EQ(port(newer, 1002), "hipMemLocation l;\nhipMemPrefetchAsync(p, n, l, 0, s);");
  EXPECT_EQ(found(newer, 700), (Lines{2}));
  EXPECT_EQ(found(newer, 701), (Lines{}));
  std::string_view older = "cudaMemPrefetchAsync(p, n, d, s); cudaMemPrefetchAsync(p, n, d); cudaMemAdvise(p, n, a, d);";
  EXPECT_EQ(port(older, 1001), "hipMemPrefetchAsync(p, n, d, s); hipMemPrefetchAsync(p, n, d); hipMemAdvise(p, n, a, d);");
  EXPECT_EQ(port(older, 1002),
            "#include \"wavelift_cuda.h\"\nhipMemPrefetchAsync(p, n, wlcuda::memory_location(d), 0, s); hipMemPrefetchAsync(p, n, wlcuda::memory_location(d), 0); "
            "hipMemAdvise(p, n, a, wlcuda::memory_location(d));");
  EXPECT_EQ(port(port(older, 1002), 1002), port(older, 1002));
}

TEST(Versions, SourcesOfCopiesBefore70) {
  EXPECT_EQ(port("cuMemcpyHtoD(d, h + 1, n);", 603), "hipMemcpyHtoD(d, const_cast<void*>(static_cast<const void*>(h + 1)), n);");
  EXPECT_EQ(port("cuMemcpyHtoD(d, h + 1, n);", 700), "hipMemcpyHtoD(d, h + 1, n);");
}

TEST(Versions, RecordsOfMemsetNodesBefore70) {
  std::string_view positions = "f();\ncudaMemsetParams m = {p, 0, 1, 4, 8, 1};";
  EXPECT_EQ(found(positions, 603), (Lines{2}));
  EXPECT_EQ(found(positions, 700), (Lines{}));
  EXPECT_EQ(found("cudaMemsetParams m = {.dst = p};\ncudaMemsetParams n = {}, o = {0};\ncudaMemsetParams q; q.dst = p;", 603), (Lines{}));
}

TEST(Versions, TypesOfHipblas) {
  const std::string half = "#ifndef HIPBLAS_USE_HIP_HALF\n#define HIPBLAS_USE_HIP_HALF\n#endif\n", v2 = "#ifndef HIPBLAS_V2\n#define HIPBLAS_V2\n#endif\n", header = "#include <hipblas/hipblas.h>\n";
  EXPECT_EQ(port("#include <cublas_v2.h>\n", 603), half + v2 + header);
  EXPECT_EQ(port("#include <cublas_v2.h>\n", 700), half + header);
  EXPECT_EQ(port("#include <cublas_v2.h>\n", 507), half + header);
}
