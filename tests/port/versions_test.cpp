// What a port is for which HIP. The forms of calls are parsed against our headers, with the declarations of the version in the place of those that
// other versions have otherwise; whether the version has a name at all is the map's word.
#include "../analysis/unit.h"
#include "apimap/apimap.h"
#include "port/lexical.h"
#include <fmt/format.h>
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
  std::string_view newer = "cudaMemLocation l;\ncudaMemPrefetchAsync(p, n, l, 0, s); cudaMemAdvise(p, n, a, l);", driver = "CUmemLocation m; cuMemAdvise(p, n, a, m);";
  for (int version : {700, 701, 1002}) {
    EXPECT_EQ(port(newer, version), "hipMemLocation l;\nhipMemPrefetchAsync_v2(p, n, l, 0, s); hipMemAdvise_v2(p, n, a, l);");
    EXPECT_EQ(port(driver, version), "hipMemLocation m; hipMemAdvise_v2(p, n, a, m);");
  }
  EXPECT_EQ(found(newer, 700), (Lines{2, 2}));
  EXPECT_EQ(found(newer, 701), (Lines{}));
  std::string_view older = "cudaMemPrefetchAsync(p, n, d, s); cudaMemPrefetchAsync(p, n, d); cudaMemAdvise(p, n, a, d); cuMemAdvise(p, n, a, d);";
  EXPECT_EQ(port(older, 1001), "hipMemPrefetchAsync(p, n, d, s); hipMemPrefetchAsync(p, n, d); hipMemAdvise(p, n, a, d); hipMemAdvise(p, n, a, d);");
  EXPECT_EQ(port(older, 1002),
            "#include \"wavelift_cuda.h\"\nhipMemPrefetchAsync(p, n, d, s); hipMemPrefetchAsync(p, n, d); hipMemAdvise(p, n, a, wlcuda::memory_location(d)); hipMemAdvise(p, n, a, "
            "wlcuda::memory_location(d));");
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

// What hip_runtime_api.h says in some versions and not in others, of what the port writes in a form by version.
struct Declaration {
  std::string_view name, text;
  int since, until;  // 0: no end
};
constexpr Declaration declarations[] = {
    {"hipMemcpyHtoD", "hipError_t hipMemcpyHtoD(hipDeviceptr_t, void*, size_t);", 0, 700},
    {"hipMemcpyHtoD", "hipError_t hipMemcpyHtoD(hipDeviceptr_t, const void*, size_t);", 700, 0},
    {"hipMemcpyHtoDAsync", "hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t, void*, size_t, hipStream_t);", 0, 700},
    {"hipMemcpyHtoDAsync", "hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t, const void*, size_t, hipStream_t);", 700, 0},
    {"hipMemPrefetchAsync", "hipError_t hipMemPrefetchAsync(const void*, size_t, int, hipStream_t = nullptr);", 0, 0},
    {"hipMemPrefetchAsync_v2", "hipError_t hipMemPrefetchAsync_v2(const void*, size_t, hipMemLocation, unsigned, hipStream_t = nullptr);", 701, 0},
    {"hipMemAdvise", "hipError_t hipMemAdvise(const void*, size_t, hipMemoryAdvise, int);", 0, 1002},
    {"hipMemAdvise", "inline hipError_t hipMemAdvise(const void*, size_t, hipMemoryAdvise, hipMemLocation) { return hipSuccess; }", 1002, 0},
    {"hipMemAdvise_v2", "hipError_t hipMemAdvise_v2(const void*, size_t, hipMemoryAdvise, hipMemLocation);", 701, 0},
};

TEST(Versions, FormsParseWithTheDeclarationsOfTheVersion) {
  constexpr std::string_view numbers =
      "void f(hipDeviceptr_t d, const float* h, void* p, size_t n, hipStream_t s) {\n"
      "  cuMemcpyHtoD(d, h + 1, n); cuMemcpyHtoDAsync(d, h, n, s);\n"
      "  cudaMemPrefetchAsync(p, n, 1, s); cudaMemPrefetchAsync(p, n, cudaCpuDeviceId); cuMemPrefetchAsync(d, n, 0, s);\n"
      "  cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, 1); cuMemAdvise(d, n, CU_MEM_ADVISE_SET_READ_MOSTLY, 0);\n}\n";
  constexpr std::string_view locations =
      "void g(void* p, size_t n, hipStream_t s) {\n  cudaMemLocation l{};\n  cudaMemPrefetchAsync(p, n, l, 0, s);\n  cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, l);\n}\n";
  for (int version : {507, 603, 700, 701, 1000, 1002}) {
    const std::string ported = port(std::string(numbers) + std::string(version < 701 ? "" : locations), version);
    std::string hide, show, declared;
    for (const Declaration& d : declarations) {
      if (hide.find(fmt::format(" {} ", d.name)) == hide.npos) hide += fmt::format("#define {} other_{}\n", d.name, d.name), show += fmt::format("#undef {}\n", d.name);
      if (d.since <= version && (!d.until || version < d.until)) declared += std::string(d.text) + "\n";
    }
    // The support header asks for the version.
    const std::string number = fmt::format("#include <hip/hip_version.h>\n#undef HIP_VERSION\n#define HIP_VERSION {}\n", version / 100 * 10'000'000 + version % 100 * 100'000);
    const auto facts = wavelift::test::facts_of(hide + number + "#include <hip/hip_runtime.h>\n" + show + declared + ported, false, {"-I" WAVELIFT_SOURCE "/include/port"});
    for (const auto& p : facts.problems) ADD_FAILURE() << version << ": " << p.message << " in line " << p.place.line << " of\n" << ported;
    if (version >= 701) EXPECT_EQ(found(locations, version), Lines{});
  }
  EXPECT_EQ(found(locations, 700).size(), 2u);
}

// Every row with a version: said before it, silent from it on, and the same text all along, but for the forms above.
TEST(Versions, EachRowSaysItsVersion) {
  size_t rows = 0;
  for (const auto& e : wavelift::apimap::all()) {
    if (!e.since && !e.until) continue;
    ++rows;
    const std::string name(e.cuda), text = e.kind == wavelift::apimap::Kind::header ? "#include <" + name + ">\n" : "auto x = " + name + ";\n";
    if (e.since) {
      EXPECT_EQ(found(text, e.since - 1).size(), 1u) << name;
      EXPECT_EQ(found(text, e.since), Lines{}) << name;
      EXPECT_EQ(port(text, e.since - 1), port(text, e.since)) << name;
      EXPECT_NE(port(text, e.since).find(e.hip), std::string::npos) << name;
    }
    if (e.until) {
      EXPECT_EQ(found(text, e.until - 1), Lines{}) << name;
      EXPECT_EQ(found(text, e.until).size(), 1u) << name;
    }
  }
  EXPECT_GT(rows, 100u);
}
