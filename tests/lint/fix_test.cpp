// What wl lint --fix makes of a source: for each code that has a fix the text before and after, which is silent and changes no
// more; and sources whose findings are for a person, because something about them is not certain.
#include "../analysis/unit.h"
#include "base/edits.h"
#include "lint/fix.h"
#include "lint/lint.h"
#include <fmt/format.h>
#include <set>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

struct Source {
  bool cuda = false;
  int hip_version = 700;
  std::vector<std::string> targets = {};
  std::vector<std::string> options = {};

  friend bool operator==(const Source&, const Source&) = default;

  struct Result {
    std::string text;
    std::vector<Finding> findings;
    std::vector<std::string> problems;  // of the compiler
    size_t fixed = 0;
  };
  Result operator()(const std::string& text) const {
    analysis::Facts facts = test::facts_of(text, cuda, options);
    lint::Options how;
    how.hip_version = hip_version;
    how.targets = targets;
    for (const auto& f : facts.files)
      if (f.path.ends_with(cuda ? "/unit.cu" : "/unit.hip")) how.source = f.path;
    Result r{text, lint::lint(facts, how), {}, 0};
    for (const auto& p : facts.problems) r.problems.push_back(p.message);
    lint::Texts texts;
    for (const auto& f : facts.files)
      if (!f.text.empty()) texts.add(f.path, f.text);
    const fs::path root = lint::Texts::target_of(how.source);
    lint::Fixes fixes = lint::plan_fixes(r.findings, texts, std::vector{root});
    EXPECT_TRUE(fixes.left.empty());
    for (const auto& f : fixes.files) {
      EXPECT_EQ(f.text, text);
      r.text = f.fixed();
      r.fixed = f.findings.size();
    }
    return r;
  }
};

size_t count(const std::vector<Finding>& findings, int code) { return static_cast<size_t>(std::ranges::count(findings, code, &Finding::code)); }

const std::string header = "#include <hip/hip_runtime.h>\n";

struct Case {
  int code;
  std::string before, after;
  Source source = {};
};

const std::vector<Case>& cases() {
  static const std::string wide_row = "struct alignas(32) Row { double x[4]; };\n__global__ void k(Row* p) {\n  ";
  static const std::string wide_read = "double tile[64];\n  *p = *reinterpret_cast<Row*>(tile);\n}\n";
  static const std::vector<Case> all = {
      {1213, "__global__ void k(int* p) {\n  constexpr int width = warpSize;\n  p[threadIdx.x] = threadIdx.x / width;\n}\n",
       "__global__ void k(int* p) {\n  const int width = warpSize;\n  p[threadIdx.x] = threadIdx.x / width;\n}\n"},
      {1215, "__device__ int last() {\n#if __AMDGCN_WAVEFRONT_SIZE == 64\n  return 63;\n#else\n  return 31;\n#endif\n}\n",
       "__device__ int last() {\n#if defined(__GFX8__) || defined(__GFX9__)\n  return 63;\n#else\n  return 31;\n#endif\n}\n"},
      {1216, "#if defined(__gfx908__) || \\\n    defined __gfx90a__ // CDNA\n#define WARP_1 64\n#else\n#define WARP_1 32\n#endif\n__global__ void k(int* p) { p[threadIdx.x % WARP_1] = __any(p[0]); }\n",
       "#if defined(__GFX9__) // CDNA\n#define WARP_1 64\n#else\n#define WARP_1 32\n#endif\n__global__ void k(int* p) { p[threadIdx.x % WARP_1] = __any(p[0]); }\n"},
      {1216, "#ifdef __gfx906__\nconstexpr int warp = 64;\n#else\nconstexpr int warp = 32;\n#endif\n__global__ void k(int* p) { p[threadIdx.x % warp] = __any(p[0]); }\n",
       "#ifdef __GFX9__\nconstexpr int warp = 64;\n#else\nconstexpr int warp = 32;\n#endif\n__global__ void k(int* p) { p[threadIdx.x % warp] = __any(p[0]); }\n"},
      {1231, "__global__ void k(int* p) {\n  unsigned m = __activemask();\n  p[threadIdx.x] = __shfl_sync(m, p[0], 0);\n}\n",
       "__global__ void k(int* p) {\n  unsigned long long m = __activemask();\n  p[threadIdx.x] = __shfl_sync(m, p[0], 0);\n}\n"},
      {1233, "__global__ void k(int* p) {\n  const uint32_t m = __ballot(p[threadIdx.x]);\n  if (m != 0 && m >> 3 & 1) p[0] = __ffs(m);\n}\n",
       "__global__ void k(int* p) {\n  const unsigned long long m = __ballot(p[threadIdx.x]);\n  if (m != 0 && m >> 3 & 1) p[0] = __ffsll(m);\n}\n"},
      {1234, "__global__ void k(int* p) {\n  p[0] = __popc(__ballot(p[threadIdx.x]));\n}\n",
       "__global__ void k(int* p) {\n  p[0] = __popcll(__ballot(p[threadIdx.x]));\n}\n"},
      {1235, "__global__ void k(int* p) {\n  int lane = threadIdx.x % warpSize;\n  unsigned before = (1u << lane) - 1;\n  unsigned m = __ballot(p[threadIdx.x]);\n  p[threadIdx.x] = __popc(m & before);\n  if (m & (1 << lane)) p[0] = 1;\n}\n",
       "__global__ void k(int* p) {\n  int lane = threadIdx.x % warpSize;\n  unsigned long long before = (1ull << lane) - 1;\n  unsigned long long m = __ballot(p[threadIdx.x]);\n  p[threadIdx.x] = __popcll(m & before);\n  if (m & (1ull << lane)) p[0] = 1;\n}\n"},
      {1251, "__global__ void k(int* p) {\n  int lane = threadIdx.x % 32, v = p[threadIdx.x];\n  v += __shfl_up(v, 1);\n  p[threadIdx.x] = v * lane;\n}\n",
       "__global__ void k(int* p) {\n  int lane = threadIdx.x % 32, v = p[threadIdx.x];\n  v += __shfl_up(v, 1, 32);\n  p[threadIdx.x] = v * lane;\n}\n"},
      {1252, "__global__ void k(int* p) {\n  int lane = threadIdx.x & 31;\n  p[threadIdx.x] = __shfl(p[lane],\n                         0);\n}\n",
       "__global__ void k(int* p) {\n  int lane = threadIdx.x & 31;\n  p[threadIdx.x] = __shfl(p[lane],\n                         0, 32);\n}\n"},
      {1317, wide_row + "__shared__ " + wide_read, wide_row + "__shared__ __align__(32) " + wide_read},
      {1413, "__global__ void k(double* p) {\n  long double sum = p[0];\n  sum += p[1] * 2;\n  p[0] = sum;\n}\n", "__global__ void k(double* p) {\n  double sum = p[0];\n  sum += p[1] * 2;\n  p[0] = sum;\n}\n", {.cuda = true}},
      {1416, "#include <cuda_fp16.h>\n__global__ void k(bool* p, __half a, const __half* b) { *p = !__hne(a, b[1]); }\n",
       "#include <cuda_fp16.h>\n__global__ void k(bool* p, __half a, const __half* b) { *p = !(__hlt(a, b[1]) || __hgt(a, b[1])); }\n", {.cuda = true, .hip_version = 704}},
      {1417, "float f(float a) { return max(a, 1.5f); }\ndouble g(float a, double b) { return min(a, b); }\n", "float f(float a) { return fmaxf(a, 1.5f); }\ndouble g(float a, double b) { return fmin(a, b); }\n"},
      {1417, "#include <algorithm>\nlong g(long n) { return min(n, 7l); }\n", "#include <algorithm>\nlong g(long n) { return std::min(n, 7l); }\n"},
      {1533, "#include <hip/hip_runtime.h>\nvoid f() {\n  std::mt19937 g, h;\n  std::mt19937 i;\n  std::map<int, int> m;\n}\n", "#include <random>\n#include <map>\n#include <hip/hip_runtime.h>\nvoid f() {\n  std::mt19937 g, h;\n  std::mt19937 i;\n  std::map<int, int> m;\n}\n"},
      {1811, "bool g(cudaPointerAttributes a) { return a.type == 2; }\nint h(cudaPointerAttributes a) {\n  switch (a.type) {\n  case 1: return 1;\n  default: return 0;\n  }\n}\n",
       "bool g(cudaPointerAttributes a) { return a.type == cudaMemoryTypeDevice; }\nint h(cudaPointerAttributes a) {\n  switch (a.type) {\n  case cudaMemoryTypeHost: return 1;\n  default: return 0;\n  }\n}\n", {.cuda = true, .hip_version = 507}},
      {1811, "#include <cuda.h>\nbool f(CUmemorytype t) { return 4 == t; }\n", "#include <cuda.h>\nbool f(CUmemorytype t) { return CU_MEMORYTYPE_UNIFIED == t; }\n", {.cuda = true}},
      {1844, "#include <cuda.h>\nvoid f(CUdeviceptr d, const float* table, size_t n) {\n  cuMemcpyHtoD(d, table + 1, n);\n}\n", "#include <cuda.h>\nvoid f(CUdeviceptr d, const float* table, size_t n) {\n  cuMemcpyHtoD(d, const_cast<float*>(table + 1), n);\n}\n",
       {.cuda = true, .hip_version = 603}},
      {1904, "__global__ void k(int* p) {\n  __shared__ int n;\n  if (threadIdx.x == 0) n = p[0];\n  p[threadIdx.x] = n;\n}\n", "__global__ void k(int* p) {\n  __shared__ int n;\n  if (threadIdx.x == 0) n = p[0];\n  __syncthreads();\n  p[threadIdx.x] = n;\n}\n", {.cuda = true}},
      {1906, "__global__ void k(float* p) {\n  __shared__ float s[256];\n  s[threadIdx.x] = p[threadIdx.x]; __threadfence_block(); p[threadIdx.x] = s[0];\n}\n",
       "__global__ void k(float* p) {\n  __shared__ float s[256];\n  s[threadIdx.x] = p[threadIdx.x]; __threadfence_block(); __syncthreads(); p[threadIdx.x] = s[0];\n}\n", {.cuda = true}},
      {1907, "__global__ void k(float* p) {\n  __shared__ float s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n  __syncthreads();\n  float v = s[0];\n  s[threadIdx.x] = v;\n}\n",
       "__global__ void k(float* p) {\n  __shared__ float s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n  __syncthreads();\n  float v = s[0];\n  __syncthreads();\n  s[threadIdx.x] = v;\n}\n", {.cuda = true}},
  };
  return all;
}

std::string with_header(const Source& source, const std::string& text) { return source.cuda || text.find(header) != text.npos ? text : header + text; }

// Sources that one unit can have beside each other, as they are analysed in one go: each in a namespace of its own. What has an
// #include stands alone.
template <class T> std::vector<std::vector<const T*>> units(const std::vector<T>& all, auto&& text) {
  std::vector<std::vector<const T*>> out;
  for (const T& one : all) {
    auto fits = [&](const std::vector<const T*>& u) { return text(one).find("#include") == std::string::npos && text(*u[0]).find("#include") == std::string::npos && u[0]->source == one.source; };
    auto it = std::ranges::find_if(out, fits);
    if (it == out.end()) out.push_back({&one});
    else it->push_back(&one);
  }
  return out;
}
template <class T> std::string joined(const std::vector<const T*>& unit, auto&& text) {
  if (unit.size() == 1) return with_header(unit[0]->source, text(*unit[0]));
  std::string out;
  for (size_t i = 0; i < unit.size(); ++i) out += fmt::format("namespace n{} {{\n{}}}\n", i, text(*unit[i]));
  return with_header(unit[0]->source, out);
}

TEST(Fix, MakesItRight) {
  auto before = [](const Case& c) { return c.before; };
  auto after = [](const Case& c) { return c.after; };
  for (const auto& unit : units(cases(), before)) {
    SCOPED_TRACE(fmt::format("WL{}", unit[0]->code));
    const auto first = unit[0]->source(joined(unit, before));
    for (const Case* c : unit) EXPECT_GT(count(first.findings, c->code), 0u) << c->code;
    EXPECT_EQ(first.text, joined(unit, after));
    const auto second = unit[0]->source(joined(unit, after));
    for (const Case* c : unit) EXPECT_EQ(count(second.findings, c->code), 0u) << c->code;
    EXPECT_EQ(second.text, joined(unit, after)) << "what is right stays";
    EXPECT_EQ(second.problems, std::vector<std::string>{}) << "it compiles";
  }
}

TEST(Fix, EachRowThatSaysSoHasACase) {
  std::set<int> in_rows, in_cases;
  for (const FindingKind& k : lint::finding_kinds())
    if (!k.fix.empty()) in_rows.insert(k.code);
  for (const Case& c : cases()) in_cases.insert(c.code);
  EXPECT_EQ(in_rows, in_cases);
}

// The findings' pages and docs/lint-fixes.md.
TEST(Fix, IsDocumentedByTheRows) {
  const std::string table = read_file(std::string(WAVELIFT_SOURCE) + "/docs/lint-fixes.md").value_or("");
  std::string rows;
  for (const FindingKind& k : lint::finding_kinds()) {
    const std::string says = fmt::format("\n`wl lint --fix` does this where it is certain: it {}.\n", k.fix), page = read_file(fmt::format("{}/share/findings/WL{}.md", WAVELIFT_SOURCE, k.code)).value_or("");
    EXPECT_EQ(page.find(k.fix.empty() ? "lint --fix" : says) != page.npos, !k.fix.empty()) << k.code << says;
    if (!k.fix.empty()) rows += fmt::format("| [WL{0}](../share/findings/WL{0}.md) | {1} | {2} |\n", k.code, k.title, k.fix);
  }
  const std::string head = "| finding | title | `--fix` ... |\n|---|---|---|\n";
  const size_t at = table.find(head);
  ASSERT_NE(at, table.npos);
  const size_t begin = at + head.size();
  EXPECT_EQ(table.substr(begin, table.find("\n\n", begin) + 1 - begin), rows);
}

// Found, and left for a person.
TEST(Fix, OnlyWhatIsCertain) {
  const std::string lanes = "__global__ void k(int* p) {\n  int lane = threadIdx.x % warpSize;\n", groups = "__global__ void k(int* p) {\n  int lane = threadIdx.x % 32;\n";
  struct Unsure {
    int code;
    std::string text, why;
    Source source = {};
  };
  const std::vector<Unsure> all = {
      {1213, "__global__ void k(int* p) {\n  constexpr int width = warpSize;\n  int a[width];\n  a[0] = p[0];\n  p[1] = a[0];\n}\n", "an extent is made of it"},
      {1213, "template <int N> __device__ int f() { return N; }\n__global__ void k(int* p) {\n  constexpr int width = warpSize;\n  p[0] = f<width>();\n}\n", "a template's argument is made of it"},
      {1213, "constexpr int width = warpSize;\n__global__ void k(int* p) { p[0] = width; }\n", "it is no local variable"},
      {1215, "#if __AMDGCN_WAVEFRONT_SIZE == 64\n#define WARP_2 64\n#else\n#define WARP_2 32\n#endif\n", "the host reads it, too"},
      {1215, "__device__ int last() {\n#if __AMDGCN_WAVEFRONT_SIZE != 32\n  return 63;\n#else\n  return 31;\n#endif\n}\n", "it is true where the macro is missing"},
      {1215, "__device__ int last() {\n#if __AMDGCN_WAVEFRONT_SIZE == 64\n  return 63;\n#else\n  return 31;\n#endif\n}\n", "no macro tells there", {.targets = {"amdgcnspirv"}}},
      {1216, "#if defined(__gfx90a__)\n#define WARP_3 64\n#define MFMA 1\n#else\n#define WARP_3 32\n#endif\n__global__ void k(int* p) { p[threadIdx.x % WARP_3] = __any(p[0]); }\n", "not only the width hangs on it"},
      {1216, "#if defined(__HIP_PLATFORM_AMD__)\n#define WARP_4 64\n#else\n#define WARP_4 32\n#endif\n__global__ void k(int* p) { p[threadIdx.x % WARP_4] = __any(p[0]); }\n", "the host reads it, too"},
      {1216, "#if defined(__gfx90a__) || defined(__gfx1030__)\n#define WARP_5 64\n#else\n#define WARP_5 32\n#endif\n__global__ void k(int* p) { p[threadIdx.x % WARP_5] = __any(p[0]); }\n", "what is meant for gfx1030?"},
      {1231, "__global__ void k(int* p) { p[threadIdx.x] = __shfl_sync(0xffffffff, p[0], 0); }\n", "which lanes take part?"},
      {1233, lanes + "  unsigned m = __ballot(p[lane]);\n  p[0] = m;\n}\n", "memory keeps it in 32 bits"},
      {1233, lanes + "  unsigned m = __ballot(p[lane]);\n  p[0] = __popc(~m);\n}\n", "the upper half would be counted where a warp has 32 lanes"},
      {1233, lanes + "  unsigned m = __ballot(p[lane]);\n  p[0] = __clz(m);\n}\n", "it is counted from the upper end"},
      {1233, lanes + "  unsigned m = __ballot(p[lane]), n = 1;\n  p[0] = __popc(m) + n;\n}\n", "the type is another variable's, too"},
      {1233, groups + "  unsigned m = __ballot(p[lane]);\n  p[0] = __popc(m);\n}\n", "groups of 32 lanes want their half"},
      {1234, groups + "  p[lane] = __popc(__ballot(p[lane]));\n}\n", "groups of 32 lanes want their half"},
      {1234, lanes + "  p[lane] = __popc(__ballot(p[lane])) + __shfl(p[0], 0, 16);\n}\n", "a shuffle works in groups"},
      {1234, "__global__ void k(int* p) { p[0] = __popc(__ballot(p[threadIdx.x])); }\nvoid run(int* p) { k<<<1, dim3(32, 4)>>>(p); }\n", "rows of a block are warps"},
      {1234, "__global__ void k(int* p) { p[0] = __popc(__ballot(p[threadIdx.x])); }\n", "other units may call it", {.options = {"-fgpu-rdc"}}},
      {1234, "#define COUNT(p) __popc(__ballot(p))\n__global__ void k(int* p) { p[0] = COUNT(p[1]); }\n", "it is written in a macro"},
      {1235, lanes + "  p[lane] = 1u << lane;\n  p[0] = __any(lane);\n}\n", "memory keeps it in 32 bits"},
      {1251, "__global__ void k(int* p) {\n  int lane = threadIdx.x % 32, v = p[threadIdx.x];\n  v += __shfl_up(v, 1);\n  p[threadIdx.x] = v * lane + __popcll(__ballot(v));\n}\n", "a ballot has the whole wave's lanes"},
      {1251, "#define UP(v) __shfl_up(v, 1)\n__global__ void k(int* p) {\n  int lane = threadIdx.x % 32, v = p[threadIdx.x];\n  p[threadIdx.x] = UP(v) * lane;\n}\n", "it is written in a macro"},
      {1413, "#include <cstdio>\n__global__ void k(double* p) {\n  long double sum = p[0];\n  printf(\"%Lf\", sum);\n}\n", "a format speaks of it", {.cuda = true}},
      {1413, "__global__ void k(double* p, long double q) { *p = q; }\n", "the host gives it", {.cuda = true}},
      {1416, "#include <cuda_fp16.h>\n__device__ __half next(__half*);\n__global__ void k(bool* p, __half* a) { *p = __hne(next(a), a[0]); }\n", "it would be called twice", {.cuda = true}},
      {1417, "long g(long n) { return min(n, 7l); }\n", "<algorithm> is not included"},
      {1417, "#include <algorithm>\nlong g(long n, unsigned long m) { return min(n, m); }\n", "the types differ"},
      {1811, "int h(cudaPointerAttributes a) { int t = a.type; return t; }\n", "a number is kept", {.cuda = true, .hip_version = 507}},
      {1811, "bool g(hipPointerAttribute_t a) { return a.type == 2; }\n", "which HIP's number is it?"},
      {1904, "__global__ void k(int* p, int n) {\n  __shared__ int s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n  if (n) p[threadIdx.x] = s[0];\n}\n", "it is in a branch", {.cuda = true}},
      {1904, "__global__ void k(int* p, int n) {\n  __shared__ int s[256];\n  if (threadIdx.x >= n) return;\n  s[threadIdx.x] = p[threadIdx.x];\n  p[threadIdx.x] = s[0];\n}\n", "some threads have left", {.cuda = true}},
      {1904, "__device__ int f(int* p) {\n  __shared__ int s[256];\n  s[threadIdx.x] = p[threadIdx.x];\n  return s[0];\n}\n__global__ void k(int* p) { p[0] = f(p); }\n", "who calls it is not known", {.cuda = true}},
  };
  auto text = [](const Unsure& u) { return u.text; };
  for (const auto& unit : units(all, text)) {
    const std::string source = joined(unit, text);
    const auto r = unit[0]->source(source);
    for (const Unsure* u : unit) {
      SCOPED_TRACE(fmt::format("WL{}: {}\n{}", u->code, u->why, u->text));
      // Its lines in the unit.
      const size_t at = source.find((unit.size() > 1 ? "namespace n" + std::to_string(std::ranges::find(unit, u) - unit.begin()) + " {\n" : "") + u->text);
      ASSERT_NE(at, source.npos);
      const auto first = std::count(source.begin(), source.begin() + static_cast<ptrdiff_t>(at), '\n') + 1, last = first + std::ranges::count(u->text, '\n') + 1;
      size_t found = 0, repaired = 0;
      for (const Finding& f : r.findings)
        if (f.code == u->code && f.line >= first && f.line <= last) ++found, repaired += !f.fix.edits.empty();
      EXPECT_GT(found, 0u);
      EXPECT_EQ(repaired, 0u);
    }
  }
}

// What is not changed keeps its bytes, and what is put in has the file's line ends.
TEST(Fix, KeepsAllOtherBytes) {
  const std::string bom = "\xef\xbb\xbf";
  const std::string counts = "__global__ void k(int* p) { /* \xc3\xa4 \t */ p[0] = __popc(__ballot(p[1])); }";
  EXPECT_EQ(Source{}(bom + header + counts).text, bom + header + "__global__ void k(int* p) { /* \xc3\xa4 \t */ p[0] = __popcll(__ballot(p[1])); }") << "no line end at the end";
  EXPECT_EQ(Source{}("#include <hip/hip_runtime.h>\r\nvoid f() { std::mt19937 g; }\r\n").text, "#include <random>\r\n#include <hip/hip_runtime.h>\r\nvoid f() { std::mt19937 g; }\r\n");
  EXPECT_EQ(Source{.cuda = true}(bom + "void f() { std::mt19937 g; }").text, bom + "#include <random>\nvoid f() { std::mt19937 g; }") << "no #include to stand before";
  EXPECT_EQ(Source{.cuda = true}("__global__ void k(int* p) {\r\n\t__shared__ int n;\r\n\tif (threadIdx.x == 0) n = p[0];\r\n\tp[threadIdx.x] = n;\r\n}\r\n").text,
            "__global__ void k(int* p) {\r\n\t__shared__ int n;\r\n\tif (threadIdx.x == 0) n = p[0];\r\n\t__syncthreads();\r\n\tp[threadIdx.x] = n;\r\n}\r\n");
}

TEST(Fix, StandsBeforeTheFirstIncludeOfAll) {
  const std::string use = "void f() { std::mt19937 g; }\n";
  EXPECT_EQ(Source{.cuda = true}("// text\n#ifndef X\n#define X\n#ifdef Y\n#include <y.h>\n#endif\nnamespace n {\n#include <cuda_fp16.h>\n}\n#include <cstdio>\n" + use + "#endif\n").text,
            "// text\n#ifndef X\n#define X\n#ifdef Y\n#include <y.h>\n#endif\nnamespace n {\n#include <cuda_fp16.h>\n}\n#include <random>\n#include <cstdio>\n" + use + "#endif\n");
}

// An argument of a macro is written in the file itself.
TEST(Fix, InTheArgumentsOfMacros) {
  EXPECT_EQ(Source{}(header + "#define STORE(x) p[0] = (x)\n__global__ void k(int* p) { STORE(__popc(__ballot(p[1]))); }\n").text, header + "#define STORE(x) p[0] = (x)\n__global__ void k(int* p) { STORE(__popcll(__ballot(p[1]))); }\n");
}

// What instantiations of a template disagree about is left.
TEST(Fix, OfTemplates) {
  const std::string begin = header + "template <class T> __global__ void k(T* p, int* q) {\n  unsigned m = __ballot(q[threadIdx.x]);\n  ", end = "\n}\ntemplate __global__ void k(unsigned*, int*);\ntemplate __global__ void k(unsigned long long*, int*);\n";
  EXPECT_NE(Source{}(begin + "q[0] = __popc(m);" + end).text.find("unsigned long long m"), std::string::npos);
  EXPECT_EQ(Source{}(begin + "T all = m;\n  q[0] = __popc(all);" + end).fixed, 0u);
}

}  // namespace
