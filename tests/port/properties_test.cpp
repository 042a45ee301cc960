// Properties of ports of generated texts: random bytes, soup of CUDA's pieces, real sources cut anywhere, deep nesting. WAVELIFT_LONG=1 makes
// fifty times as many and adds a file of 100 MB; WAVELIFT_LONG=N N times as many as that. WAVELIFT_SOUP=K ports the soup of number K alone.
#include "base/files.h"
#include "port/buildfile.h"
#include "port/lexical.h"
#include "port/project.h"
#include "properties.h"
#include "port/scripts.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::port;
using test::expect_good_port;
using test::Tally;
namespace fs = std::filesystem;

namespace {

size_t rounds(size_t quick) {
  const char* times = std::getenv("WAVELIFT_LONG");
  return times ? quick * 50 * std::max(1ul, std::strtoul(times, nullptr, 10)) : quick;
}

// Pieces that are put together at random. Each is one that some part of the porter looks for, opens something or closes it.
constexpr std::string_view pieces[] = {
    "cudaMalloc", "cudaMemcpy(", "cudaFree(p);", "cudaMemcpyToSymbol(sym, &h, 4);", "cudaMemcpyFromSymbol(", "cudaFuncSetAttribute(k,", "cudaLaunchKernel(", "cudaHostGetDevicePointer(&d, h, 0);",
    "cudaGraphInstantiate(&e, g);", "cudaGraphInstantiate(", "cudaMemPrefetchAsync(p, n, location, s);", "cudaMemAdvise(p, n, a,", "cudaMemLocation location;", "cudaCreateTextureObject(&t, &r, &d, 0);",
    "d.filterMode = cudaFilterModeLinear;", "r.resType = cudaResourceTypePitch2D;", "cudaGetErrorString(e)", "cuLaunchKernel(f, 1, 1, 1, 32 * warps, 1, 1,", "{ cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &x, 4); }",
    "cusparseSpSM_analysis(a,b,c,d,e,f,g,h,i,j,k);", "cusparseSpSM_solve(a,b,c,d,e,f,g,h,i,j);", "cudaNoSuchThing", "cublasNoSuchThing(",
    "__shfl_down_sync(0xffffffff, v, 16)", "__shfl_xor_sync(", "__ballot_sync", "__syncwarp();", "__activemask()", "warpSize", "prop.warpSize", "p->q.warpSize = ", "int warpSize = 32;", "#define warpSize 32\n",
    "__launch_bounds__(256, 4)", "__launch_bounds__(", "__global__ void k(", "__device__ ", "__host__ __device__ ", "__shared__ int s[32];", "__constant__", "const __grid_constant__ P p", "kernel<<<1, 32>>>(x);", "<<<", ">>>",
    "#define LAUNCH(k, ...) k<<<1, 32>>>(__VA_ARGS__)\n", "LAUNCH(k, x)", "atomicAdd(p, 1)", "float atomicAdd(float* p, float v) { return 0; }", "double atomicMax(double* p, double v) {", "void operator+=(float4& a, float4 b) { a.x += b.x; }",
    "inline void operator+=(float2& a, float2 b) {\n", "int __shfl_down(int v, int d) {", "register int r = 1;", "register /* of the machine */ int q;", "dim3 b; b = make_uint3(1, 1, 1);", "b = make_uint3(", "min(a, b)", "max(", "std::min(a, b)", "isnan(x)", "rsqrt(x)", "sinpi(", "expf(x)", "powf(",
    "cub::WarpReduce<int>", "cub::WarpScan<", "namespace cub {", "using namespace nvcuda;", "nvcuda::wmma::fragment", "thrust::cuda::par", "thrust::sort(", "cuda::std::atomic<int>", "cg::reduce(tile, v)",
    "namespace g = cooperative_groups;", "using namespace cooperative_groups;", "g::labeled_partition(a, b)", "cg::coalesced_threads()", "cooperative_groups::exclusive_scan(",
    "asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x));", "asm volatile(\"bar.sync 0;\");", "asm(\"popc.b32 %0, %1;\" : \"=r\"(warpSize) : \"r\"(__ballot_sync(m, p)));", "asm(\"", "asm volatile(\"{ .reg .u32 t; mov.u32 %0, t; }\" : : \"r\"(",
    "(__CUDA_ARCH__ + 0)", "#if __CUDA_ARCH__ >= 700\n", "#ifdef __CUDA_ARCH__\n", "#ifndef __CUDA_ARCH__\n", "#if defined(__CUDA_ARCH__)\n", "#if defined __CUDACC__ && !defined(__NVCC__\n", "x = CUDART_VERSION;", "#if __CUDACC_VER_MAJOR__ > 9\n",
    "#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM\n", "#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n", "#undef __CUDACC__\n", "#define __CUDACC__\n", "#include <cuda_runtime.h>\n", "#include \"cuda_runtime.h\"\n", "#include <cublas_v2.h>\n", "#include <cub/cub.cuh>\n",
    "#include <mma.h>\n", "#include <cooperative_groups.h>\n", "#include <thrust/sort.h>\n", "#include \"wavelift_warp.h\"\n", "#include <math.h>\n", "#include <", "#include <<", "#include \"local.h\"\n", "#include MACRO\n", "#ifndef GUARD_H\n#define GUARD_H\n",
    "#if 1\n", "#else\n", "#elif X\n", "#endif\n", "#define X(a) a ## cudaMalloc\n", "#error it's cudaMalloc's\n", "#pragma unroll\n", "\\\n", "\\\r\n", "\r\n", "\n", "// cudaMalloc\n", "// continued \\\n", "/* cudaFree */", "/*", "*/", "// wavelift: off\n", "// wavelift: on\n",
    "\"cudaMalloc\"", "\"__global__ void k\"", "\"", "'", "'\\''", "R\"(cudaMalloc \" )\"", "R\"x(", ")x\"", "u8R\"y(", "double (*u)[n] = (double (*)[n])p;", "double (*u)[n][cudaX] = (double (*)[n][cudaX])cudaP;",
    "(", ")", "[", "]", "{", "}", "<", ">", ";", ",", "::", "->", ".", "=", "*", "&", "#", "##", ":", "template <typename T>", "namespace", "struct", "return", "x", "0x1F", "1e-5", "1'000", "\xEF\xBB\xBF", "\xC3\xA9", "\x80", "\t",
};

std::string soup(std::mt19937& random, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    const std::string_view piece = pieces[random() % std::size(pieces)];
    // A directive opens its line: what a # means elsewhere is nobody's.
    if (piece[0] == '#' && piece.size() > 2) out += '\n';
    out += piece;
    if (piece.size() > 3 || random() % 2) out += random() % 4 ? " " : "\n";
  }
  return out;
}

std::vector<std::string> real_sources() {
  std::vector<std::string> out;
  for (const auto& e : fs::directory_iterator(WAVELIFT_SOURCE "/tests/programs"))
    if (e.path().extension() == ".cu")
      if (auto text = read_file(e.path())) out.push_back(std::move(*text));
  std::ranges::sort(out);
  return out;
}

double cpu_seconds() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// A folder of its own for what is written.
class Files : public ::testing::Test {
protected:
  fs::path dir = fs::temp_directory_path() / fmt::format("wavelift-properties-{}", ::getpid());
  void SetUp() override { fs::create_directories(dir); }
  void TearDown() override { fs::remove_all(dir); }
  std::string get(const fs::path& p) {
    auto t = read_file(p);
    return t ? *t : "(missing)";
  }
  // The names in the folder, for what must not be left there.
  std::vector<std::string> names(const fs::path& p) {
    std::vector<std::string> out;
    for (const auto& e : fs::directory_iterator(p)) out.push_back(e.path().filename().string());
    std::ranges::sort(out);
    return out;
  }
};

// While it lives no file can grow beyond `bytes`: what a full disk does to a write.
class FullDisk {
public:
  explicit FullDisk(rlim_t bytes) {
    handler = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old);
    rlimit small{bytes, old.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

private:
  rlimit old{};
  void (*handler)(int);
};

}  // namespace

TEST(Properties, RandomBytes) {
  std::mt19937 random(1);
  Tally tally;
  for (size_t k = 0; k < rounds(2000); ++k) {
    std::string text(random() % 600, ' ');
    const unsigned kinds = random() % 3 ? 256 : 96;  // all bytes, or what can be typed
    for (char& c : text) c = static_cast<char>(kinds == 256 ? random() % 256 : 32 + random() % 96);
    expect_good_port(text, k % 2 ? "x.cu" : "x.h", fmt::format("random bytes {}", k), tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(tally.texts, rounds(2000));
}

TEST(Properties, SoupOfCudasPieces) {
  std::mt19937 random(2);
  Tally tally;
  const char* number = std::getenv("WAVELIFT_SOUP");
  const size_t only = number ? std::strtoul(number, nullptr, 10) : 0;
  for (size_t k = 0; k < (number ? only + 1 : rounds(6000)); ++k) {
    const std::string text = soup(random, 1 + random() % (k % 10 ? 12 : 200));
    if (number && k != only) continue;
    expect_good_port(text, k % 3 ? "x.cu" : "x.h", fmt::format("soup {}", k), tally);
    if (HasFatalFailure()) return;
  }
  if (!number) EXPECT_GT(tally.edits, rounds(6000));
}

TEST(Properties, RealSourcesCutAnywhere) {
  std::mt19937 random(3);
  const auto sources = real_sources();
  ASSERT_GT(sources.size(), 50u);
  Tally tally;
  for (size_t k = 0; k < rounds(400); ++k) {
    std::string text = sources[random() % sources.size()];
    const size_t from = random() % 2 ? 0 : random() % text.size();
    text = text.substr(from, random() % (text.size() - from + 1));
    switch (random() % 4) {
    case 0: text.insert(random() % (text.size() + 1), soup(random, 1 + random() % 5)); break;
    case 1:  // CR LF
      for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.replace(at, 1, "\r\n");
      break;
    case 2: text.insert(0, "\xEF\xBB\xBF"); break;
    default: break;
    }
    expect_good_port(text, "x.cu", fmt::format("cut {}", k), tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.edits, rounds(400));
}

TEST(Properties, LineEndingsStayAsTheyAre) {
  for (const auto& source : real_sources()) {
    std::string text = source;
    for (size_t at = 0; (at = text.find('\n', at)) != text.npos; at += 2) text.replace(at, 1, "\r\n");
    const std::string once = port_text(text, true);
    for (size_t at = 0; (at = once.find('\n', at)) != once.npos; ++at) ASSERT_TRUE(at > 0 && once[at - 1] == '\r') << once.substr(at > 80 ? at - 80 : 0, 100);
  }
}

// Every piece, and each that opens something: 50,000 times over. A second or so for all; what is quadratic takes minutes.
TEST(Properties, NestingAndRepetitionCostTheirLengthAndNoMore) {
  constexpr size_t times = 50'000;
  Tally tally;
  auto check = [&](const std::string& text, std::string_view what) {
    const double before = cpu_seconds();
    expect_good_port(text, "x.cu", fmt::format("{} times '{}'", times, what), tally);
    EXPECT_LT(cpu_seconds() - before, 10) << what;
  };
  for (std::string_view piece : pieces) {
    std::string text;
    for (size_t k = 0; k < times; ++k) text.append(piece).append(" ");
    check(text, piece);
    if (HasFatalFailure()) return;
  }
  constexpr std::string_view around[][2] = {
      {"(", ")"}, {"{", "}"}, {"[", "]"}, {"#if X\n", "#endif\n"}, {"f(a, ", ")"}, {"min(1, ", ")"}, {"cudaMalloc(", ")"}, {"cudaMemcpyToSymbol(s, ", ", 4)"}, {"cudaMemPrefetchAsync(p, n, ", ", s)"},
      {"__device__ void f() { isnan(x); ", "}"}, {"float atomicAdd(float* p, float v) { ", " }"}, {"__launch_bounds__(1, ", ")"}, {"asm(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"r\"(", "));"}, {"cub::WarpReduce<", ">"}, {"namespace a {", "}"},
  };
  for (const auto& [open, close] : around) {
    std::string text;
    for (size_t k = 0; k < 2 * times; ++k) text += open;
    text += "cudaFree(p);";
    for (size_t k = 0; k < 2 * times; ++k) text += close;
    check(text, open);
    if (HasFatalFailure()) return;
  }
}

TEST(Properties, LaunchesInMacrosAreLeftWhole) {
  EXPECT_EQ(port_text("#define LAUNCH(k, ...) k<<<1, warpSize, 0, \\\n  cudaStreamLegacy>>>(__VA_ARGS__)\nLAUNCH(f, x);", false),
            "#include \"wavelift_warp.h\"\n#define LAUNCH(k, ...) k<<<1, wl32::warp_size, 0, \\\n  hipStreamLegacy>>>(__VA_ARGS__)\nLAUNCH(f, x);");
}

TEST(Properties, WhatAnAsmIsGivenIsPortedToo) {
  EXPECT_EQ(port_text("__device__ int f() { int x; asm(\"popc.b32 %0, %1;\" : \"=r\"(x) : \"r\"(warpSize)); return x; }\n", true),
            "#include <hip/hip_runtime.h>\n#include \"wavelift_warp.h\"\n__device__ int f() { int x; x = __popc(wl32::warp_size); return x; }\n");
}

TEST(Properties, ArgumentsCutByDirectivesStay) {
  EXPECT_EQ(port_text("cudaLaunchKernel(\n#ifdef X\n  f,\n#else\n  g,\n#endif\n  1, 1, a, 0, s);\n", false), "hipLaunchKernel(\n#ifdef X\n  f,\n#else\n  g,\n#endif\n  1, 1, a, 0, s);\n");
}

// What is put behind a literal that its line does not close would be part of it, and a bracket there closes nothing any more.
TEST(Properties, ArgumentsWithALiteralThatIsNotClosedStay) {
  Tally tally;
  expect_good_port("int __shfl_down(int v, int d) {\ncudaLaunchKernel(f '\n);\n}\n", "x.cu", "a literal that is not closed", tally);
  EXPECT_EQ(port_text("cudaLaunchKernel(f '\n, 1);\n", false), "hipLaunchKernel(f '\n, 1);\n");
  EXPECT_EQ(port_text("cudaFuncSetAttribute(f \"it\\\"\n, 1, 2);\n", false), "hipFuncSetAttribute(f \"it\\\"\n, 1, 2);\n");
  EXPECT_EQ(port_text("cudaLaunchKernel('f', 1);\n", false), "hipLaunchKernel(reinterpret_cast<const void*>('f'), 1);\n");
}

TEST(Properties, IncludesGoBeforeWhatIsSwitchedOff) {
  EXPECT_EQ(port_text("// first\n// wavelift: off\nint a;\n// wavelift: on\nint b = warpSize;\n", true),
            "// first\n#include <hip/hip_runtime.h>\n#include \"wavelift_warp.h\"\n// wavelift: off\nint a;\n// wavelift: on\nint b = wl32::warp_size;\n");
}

TEST(Properties, AnIncludeThatIsNotClosedIsLeftWhole) {
  Tally tally;
  expect_good_port("warpSize\n#include <c warpSize cudaHostGetDevicePointer(&d, h, 0);\nprop.warpSize;\n", "x.cu", "an include that is not closed", tally);
  EXPECT_EQ(port_text("#include <c cudaMalloc(&p, 4);\ncudaFree(p);\n", false), "#include <c cudaMalloc(&p, 4);\nhipFree(p);\n");
}

// What is left of `register` must not read otherwise than it did.
TEST(Properties, RegisterThatIsNoDeclaration) {
  Tally tally;
  for (std::string_view text : {"cudaFree(p);\n*/register /* of the machine */ int\nsinpi(x);\n", "cudaFree(p);\nregister sinpi(x);\n"}) expect_good_port(text, "x.cu", "register", tally);
  EXPECT_EQ(port_text("cudaFree(p); register /* of the machine */ int q;\n", false), "hipFree(p); /* of the machine */ int q;\n");
}

TEST(Properties, BuildFilesAndScriptsOfAnyKind) {
  static constexpr std::string_view words[] = {
      "nvcc", "NVCC", "=", ":=", "\"a b\"", "'-O2 -g'", "\\\n", "\n\t", "\n", "#", "-arch=sm_70", "-gencode arch=compute_70,code=sm_70", "-Xcompiler", "-Xcompiler -lcublas", "-Wall,-fopenmp", "-lcublas", "-I../x", "include", "$(shell which nvcc)",
      "A = $(A)$(A)$(A)$(A)$(A)$(A)\n", "-I$(A)$(A)$(A)$(A)", "ARCH", "sm_80", "--default-stream", "per-thread", "-Xptxas", "project(x CUDA)", "find_package(CUDAToolkit)", "CUDA::cublas", "set(CMAKE_CUDA_ARCHITECTURES 70 80)", "add_executable(x k.cu)",
      "target_link_libraries(x cublas)", ";", "cuda_add_executable(x k.cu)", "set_target_properties(x PROPERTIES CUDA_SEPARABLE_COMPILATION ON)", "\r\n", "ar rcs", "-rdc=true", "-x cu", "\xC3", "\x01"};
  // What opens and does not close has no meaning that a second port could keep.
  static constexpr std::string_view hostile[] = {"$(", "${", ")", "}", "(", "\"", "'", "[[", "]]", "$<", ">", "set(", "-Xcompiler ${"};
  std::mt19937 random(4);
  size_t changed = 0;
  for (size_t k = 0; k < rounds(3000); ++k) {
    std::string text;
    for (size_t n = random() % 40; n > 0; --n) {
      const std::string_view word = k % 2 && random() % 4 == 0 ? hostile[random() % std::size(hostile)] : words[random() % std::size(words)];
      text += word;
      if (word.size() > 3 || random() % 2) text += ' ';
    }
    const std::string make = port_makefile(text, "Makefile", {}).edits.apply(text);
    if (k % 2 == 0) ASSERT_EQ(port_makefile(make, "Makefile", {}).edits.apply(make), make) << text << "\n---- once:\n" << make;
    const std::string cmake = port_cmake(text, "CMakeLists.txt", {}).edits.apply(text);
    if (k % 2 == 0) ASSERT_EQ(port_cmake(cmake, "CMakeLists.txt", {}).edits.apply(cmake), cmake) << text << "\n---- once:\n" << cmake;
    makefile_include_dirs(text);
    makefile_macros(text);
    makefile_includes(text);
    script_findings(text, "x.sh");
    changed += make != text;
  }
  EXPECT_GT(changed, rounds(1000));
}

TEST_F(Files, Utf16IsRefusedInOneSentence) {
  std::string wide = "\xFF\xFE";
  for (char c : std::string_view("cudaMalloc(&p, 4);\n")) wide.append({c, '\0'});
  ASSERT_TRUE(write_file(dir / "in/a.cu", wide));
  ASSERT_TRUE(write_file(dir / "in/b.cu", wide.substr(2)));
  for (const char* name : {"a.cu", "b.cu"}) {
    PortOptions o;
    o.input = dir / "in" / name;
    o.in_place = true;
    auto r = port_path(o);
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().exit, Exit::no_input);
    EXPECT_EQ(r.error().what, fmt::format("{} is a text in UTF-16", o.input.string()));
  }
  EXPECT_EQ(names(dir / "in"), (std::vector<std::string>{"a.cu", "b.cu"}));
  PortOptions o;
  o.input = dir / "in";
  o.output = dir / "out";
  auto r = port_path(o);
  ASSERT_TRUE(r);
  EXPECT_EQ(get(dir / "out/a.cu"), wide);
  ASSERT_EQ(r->files.size(), 2u);
  for (const auto& f : r->files) {
    ASSERT_EQ(f.findings.size(), 1u);
    EXPECT_EQ(f.findings[0].code, 1602);
  }
}

TEST_F(Files, AFullDiskCostsNoFile) {
  std::string text;
  while (text.size() < 50'000) text += "cudaFuncSetCacheConfig(f, cudaFuncCachePreferNone); // longer in HIP\n";
  // No room for the backup, then for the backup and not for the longer port, then for that and not for a support header.
  const std::string once = port_text(text, true);
  ASSERT_GT(once.size(), text.size());
  for (const rlim_t limit : {rlim_t{1000}, rlim_t{text.size() + 100}}) {
    for (const bool folder : {false, true}) {
      fs::remove_all(dir / "p");
      ASSERT_TRUE(write_file(dir / "p/a.cu", text));
      PortOptions o;
      o.input = folder ? dir / "p" : dir / "p/a.cu";
      o.in_place = true;
      FullDisk full(limit);
      auto r = port_path(o);
      ASSERT_FALSE(r);
      EXPECT_EQ(r.error().exit, Exit::output);
      EXPECT_NE(r.error().what.find("cannot write"), std::string::npos);
      EXPECT_EQ(get(dir / "p/a.cu"), text);
      if (limit == 1000) EXPECT_EQ(names(dir / "p"), std::vector<std::string>{"a.cu"});
      else EXPECT_EQ(get(dir / "p/a.cu.cuda"), text);
    }
    ASSERT_TRUE(write_file(dir / "old.cu", "old\n"));
    PortOptions o;
    o.input = dir / "p/a.cu";
    o.output = dir / "old.cu";
    o.force = true;
    FullDisk full(limit);
    auto r = port_path(o);
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().exit, Exit::output);
    EXPECT_EQ(get(dir / "old.cu"), "old\n");
  }
}

TEST_F(Files, DevicesAndPipesAreNotReplaced) {
  ASSERT_TRUE(write_file(dir / "a.cu", "cudaFree(p);\n"));
  ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
  PortOptions o;
  o.input = dir / "a.cu";
  o.output = dir / "pipe";
  o.force = true;
  auto r = port_path(o);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().exit, Exit::output);
  EXPECT_TRUE(fs::is_fifo(dir / "pipe"));
  // A folder that takes no files, whoever asks.
  o.output = "/proc/wavelift/a.cu";
  r = port_path(o);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().exit, Exit::output);
  EXPECT_EQ(get(dir / "a.cu"), "cudaFree(p);\n");
}

TEST_F(Files, AFileOf100Megabytes) {
  if (!std::getenv("WAVELIFT_LONG")) GTEST_SKIP() << "WAVELIFT_LONG is not set";
  std::string text;
  text.reserve(101 << 20);
  const auto sources = real_sources();
  for (size_t k = 0; text.size() < 100 << 20; ++k) text += sources[k % sources.size()];
  ASSERT_TRUE(write_file(dir / "big.cu", text));
  PortOptions o;
  o.input = dir / "big.cu";
  o.in_place = true;
  const double before = cpu_seconds();
  auto r = port_path(o);
  const double seconds = cpu_seconds() - before;
  ASSERT_TRUE(r) << r.error().sentence();
  rusage use{};
  ::getrusage(RUSAGE_SELF, &use);
  fmt::print("100 MB: {:.1f} s of CPU time, {} MB/s, {} MB of memory at most\n", seconds, static_cast<int>(static_cast<double>(text.size()) / seconds / 1e6), use.ru_maxrss / 1024);
  EXPECT_EQ(get(dir / "big.cu.cuda"), text);
  EXPECT_GT(static_cast<double>(text.size()) / seconds, 20e6);
  EXPECT_LT(use.ru_maxrss, 3L << 20);
}
