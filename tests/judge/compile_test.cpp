// What a candidate's source can do to its compiler, and what it is told.
#include "base/files.h"
#include "base/paths.h"
#include "judge/asm_text.h"
#include "judge/candidate.h"
#include "judge/diagnostics.h"
#include "judge/jail.h"
#include "judge/task_flags.h"
#include "judge/toolchains.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wavelift::judge {
namespace {
namespace fs = std::filesystem;

std::string said(const Compiled& c) {
  std::string text;
  for (const Diagnostic& d : c.diagnostics) text += fmt::format("{}:{}: {}: {}\n", d.line, d.column, d.severity, d.message);
  return text + (c.hidden_diagnostics ? fmt::format("{} hidden\n", c.hidden_diagnostics) : "");
}

std::string text_of(const Compiled& c) { return {reinterpret_cast<const char*>(c.object.data()), c.object.size()}; }

class CompileTest : public testing::Test {
protected:
  void SetUp() override {
    // Precompiled headers are kept from run to run, objects are not.
    ::setenv("WAVELIFT_CACHE", CACHE, 1);
    fs::remove_all(CACHE "/candidates");
    if (auto s = jail_works(); !s) GTEST_SKIP() << s.error().sentence();
  }

  Compiled compile(const std::string& text, Language language = Language::hip) {
    auto c = judge::compile({text, language}, how_);
    EXPECT_TRUE(c) << c.error().sentence();
    return c ? *c : Compiled{};
  }
  // Compiled, as a kernel with this before it and this in it.
  Compiled kernel(const std::string& before, const std::string& body) {
    return compile(before + "\nextern \"C\" __global__ void k(int* p) {\n" + body + "\n}\n");
  }
  // Those of the conditions that the preprocessor takes for true.
  std::vector<std::string> true_of(const std::vector<std::string>& conditions) {
    std::string source;
    for (const auto& c : conditions) source += "#if " + c + "\n#warning\n#endif\n";
    std::vector<std::string> found;
    for (const Diagnostic& d : compile(source).diagnostics) found.push_back(conditions.at(d.line / 3));
    return found;
  }

  CompileFor how_{.arch = "gfx90a", .wave_size = 0, .flags = {"-O3"}, .wall_s = 60};
};

TEST_F(CompileTest, HipAndCuda) {
  for (auto language : {Language::hip, Language::cuda}) {
    std::string source =
        language == Language::hip ? "#include <hip/hip_runtime.h>\n" : "#include <cuda_fp16.h>\n__device__ half h;\n";
    auto c = compile(source + "__global__ void saxpy(int n, float a, const float* x, float* y) {\n"
                              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) y[i] = sinf(a) * x[i] + y[i];\n}\n",
                     language);
    EXPECT_EQ(said(c), "");
    EXPECT_TRUE(text_of(c).starts_with("\177ELF"));
    EXPECT_NE(text_of(c).find("_Z5saxpyifPKfPf.kd"), std::string::npos);
  }
  EXPECT_EQ(text_of(compile("anything", Language::object)), "anything");
}

TEST_F(CompileTest, ArchsAndWaves) {
  ::setenv("WAVELIFT_PCH", "0", 1); // each would be used once
  const std::string k = "#include <hip/hip_runtime.h>\nextern \"C\" __global__ void k(int* p) { *p = warpSize; }\n";
  for (const char* arch : {"gfx936", "gfx1100"}) {
    how_.arch = arch;
    EXPECT_FALSE(compile(k).object.empty()) << arch;
  }
  std::string narrow = text_of(compile(k));
  how_.wave_size = 32;
  EXPECT_TRUE(text_of(compile(k)) == narrow);
  how_.wave_size = 64;
  EXPECT_FALSE(text_of(compile(k)) == narrow);
  auto refused = [&](std::string arch, int wave) {
    auto c = judge::compile({k, Language::hip}, {.arch = arch, .wave_size = wave, .flags = {}});
    return c ? "compiled" : c.error().what;
  };
  EXPECT_EQ(refused("gfx90a", 32), "gfx90a has no waves of 32");
  EXPECT_EQ(refused("gfx1100", 16), "gfx1100 has no waves of 16");
  EXPECT_EQ(refused("gfx1", 0), "there is no target 'gfx1'");
  EXPECT_EQ(refused("gfx90a -x", 0), "there is no target 'gfx90a -x'");
  EXPECT_EQ(refused("sm_90", 0), "a HIP candidate cannot be compiled for sm_90");
  ::unsetenv("WAVELIFT_PCH");
}

TEST_F(CompileTest, SaysWhatIsWrongInItsOwnLines) {
  auto c = compile("__global__ void k(int* p) {\n  *p = nothing;\n}\n");
  EXPECT_TRUE(c.object.empty());
  EXPECT_EQ(said(c), "2:8: error: use of undeclared identifier 'nothing'\n");
  c = kernel("__device__ int elsewhere(int);", "*p = elsewhere(1);");
  EXPECT_TRUE(c.object.empty());
  EXPECT_NE(said(c).find("0:0: error: undefined"), std::string::npos) << said(c);
  c = kernel("#include <hip/hip_runtime.h>", "__shared__ int big[65536]; big[threadIdx.x] = *p; __syncthreads(); *p = big[*p];");
  EXPECT_TRUE(c.object.empty());
  EXPECT_NE(said(c).find("local memory (262144) exceeds limit (65536)"), std::string::npos) << said(c);
}

TEST_F(CompileTest, SeesNoFileButTheToolchains) {
  std::vector<std::string> conditions = {"__has_include(<math.h>)"};
  for (const char* path : {"/etc/passwd", "/etc/hostname", "/proc/self/environ", "/proc/cpuinfo", "/sys/kernel/notes", "/bin/sh",
                           __FILE__, "candidate.hip", "../x"}) {
    conditions.push_back(fmt::format("__has_include(\"{}\")", path));
    conditions.push_back(fmt::format("__has_embed(\"{}\")", path));
  }
  EXPECT_EQ(true_of(conditions), (std::vector<std::string>{"__has_include(<math.h>)"}));
  auto c = compile("#include \"/etc/passwd\"\n");
  EXPECT_EQ(said(c), "1:10: fatal error: '/etc/passwd' file not found\n");
  c = compile("__device__ const unsigned char t[] = {\n#embed \"/etc/passwd\"\n};\n");
  EXPECT_NE(said(c).find("2:8: fatal error: '/etc/passwd' file not found"), std::string::npos) << said(c);
}

TEST_F(CompileTest, DiagnosticsQuoteNoOtherFile) {
  // A text file of the toolchain stands for one that should not be read: its errors are counted, its words are not said.
  auto c = compile("#include \"/usr/lib/x86_64-linux-gnu/libc.so\"\n");
  if (!fs::exists("/usr/lib/x86_64-linux-gnu/libc.so")) GTEST_SKIP() << "no text file among the libraries";
  EXPECT_TRUE(c.object.empty());
  EXPECT_GT(c.hidden_diagnostics, 0u);
  EXPECT_EQ(said(c).find("GNU"), std::string::npos) << said(c);
  EXPECT_EQ(said(c).find("OUTPUT_FORMAT"), std::string::npos) << said(c);
}

TEST_F(CompileTest, AsmHoldsNoDirectives) {
  const char* incbin = "inline assembly may hold instructions and labels, not the directive .incbin";
  auto refused = [&](const std::string& before, const std::string& body) {
    auto c = kernel(before, body);
    EXPECT_TRUE(c.object.empty());
    return c.diagnostics.empty() ? "" : c.diagnostics.back().message;
  };
  EXPECT_EQ(refused("", "asm volatile(\".incbin \\\"/etc/passwd\\\"\");"), incbin);
  EXPECT_EQ(refused("", "asm volatile(\".incbin \\\"/dev/null\\\"\");"), incbin);
  EXPECT_EQ(refused("#define JOIN(a, b) a b\n#define S(x) #x", "asm volatile(JOIN(S(.inc), \"bin \\\"/dev/null\\\"\"));"),
            incbin);
  EXPECT_EQ(refused("__device__ int never() { asm volatile(\"s_nop 0\\n\\t.incbin \\\"/dev/null\\\"\"); return 1; }", ""),
            incbin);
  EXPECT_EQ(refused("", "asm volatile(\".macro m a b\\n.\\\\a\\\\b \\\"/dev/null\\\"\\n.endm\\nm inc bin\");"),
            "inline assembly may hold instructions and labels, not the directive .macro");
  EXPECT_EQ(refused("", "asm volatile(\".pushsection .init_array\\n.quad 0\\n.popsection\");"),
            "inline assembly may hold instructions and labels, not the directive .pushsection");
}

TEST_F(CompileTest, AsmGoesToNoAddress) {
  const auto c = kernel("", "asm volatile(\"s_swappc_b64 s[30:31], %0\" : : \"s\"(p) : \"s30\", \"s31\");");
  EXPECT_TRUE(c.object.empty());
  EXPECT_EQ(said(c), "0:0: error: inline assembly may hold instructions and labels, not the jump s_swappc_b64\n");
}

// The object is made of the unoptimised LLVM assembly; clang's own way from the source must come to the same code, or times would be others'.
TEST_F(CompileTest, TheWayByLlvmAssemblyMakesTheSameCode) {
  const std::string source = "extern \"C\" __device__ float __ocml_sin_f32(float);\n"
                             "extern \"C\" __global__ void k(const float* x, float* y, int n) {\n  __shared__ float s[256];\n"
                             "  float sum = 0;\n  const unsigned t = __builtin_amdgcn_workitem_id_x();\n"
                             "  for (int i = t; i < n; i += 256) sum += __ocml_sin_f32(x[i]) * x[i] + __builtin_sqrtf(x[i]) / x[i ^ 1];\n"
                             "  s[t] = sum;\n  __builtin_amdgcn_s_barrier();\n  if (t < TILE) s[t] += s[t + TILE];\n"
                             "  __builtin_amdgcn_s_barrier();\n  y[t] += s[t];\n}\n";
  for (const char* arch : {"gfx90a", "gfx1100"})
    for (const std::vector<std::string>& flags : {std::vector<std::string>{"-O3", "-DTILE=128"}, {"-O2", "-DTILE=128", "-munsafe-fp-atomics"}, {"-O1", "-DTILE=64", "-ffp-contract=off"}}) {
      how_ = {.arch = arch, .wave_size = 0, .flags = flags, .wall_s = 60};
      const auto c = compile(source);
      EXPECT_EQ(said(c), "");
      const auto command = compile_command(Language::hip, how_);
      ASSERT_TRUE(command);
      const std::string text = command->prologue + source;
      const auto whole = run_jailed(command->whole, command->jail, std::as_bytes(std::span(text)));
      ASSERT_TRUE(whole);
      auto identity = [&](std::span<const std::byte> object) {
        const auto a = audit(object, arch, {{"k", {}}}, {});
        return a ? a->identity : a.error().sentence();
      };
      EXPECT_EQ(identity(c.object), identity(std::as_bytes(std::span(whole->out)))) << arch << " " << flags[0];
    }
}

TEST_F(CompileTest, MacrosOfTheTaskDoNotMoveLines) {
  how_.flags = {"-O3", "-DA=1", "-DB"};
  EXPECT_EQ(said(compile("#if A != 1 || B != 1\n#error\n#endif\nnothing\n")).substr(0, 10), "4:1: error");
}

TEST_F(CompileTest, HonestAsmCompiles) {
  auto c = kernel("", R"(int v; asm volatile("v_mov_b32 %0, 1.0 ; of type v1.x\n\tv_add_u32 %0, 1, %0" : "=v"(v)); int s = 3;
    asm volatile(".Lagain%=:\n\ts_sub_u32 %0, %0, 1\n\ts_cmp_lg_u32 %0, 0\n\ts_cbranch_scc1 .Lagain%=" : "+s"(s)); *p = v + s;)");
  EXPECT_EQ(said(c), "");
  EXPECT_FALSE(c.object.empty());
}

TEST_F(CompileTest, TheSameSourceIsTheSameObject) {
  std::string dated = "extern \"C\" __device__ __constant__ char d[] = __DATE__ __TIME__;\n";
  auto c = kernel(dated, "*p = d[*p];");
  EXPECT_TRUE(c.object.empty());
  EXPECT_NE(said(c).find("error: expansion of date or time macro is not reproducible"), std::string::npos) << said(c);
  c = kernel("#pragma clang diagnostic ignored \"-Wdate-time\"\n" + dated, "*p = d[*p];");
  EXPECT_NE(text_of(c).find("Jan  1 197000:00:00"), std::string::npos) << said(c);
}

TEST_F(CompileTest, BombsMeetLimits) {
  how_.wall_s = 4;
  auto c = compile("template <int N> struct A { static constexpr long v = A<N - 1>::v + A<N - 2>::v * N; };\n"
                   "constexpr long spin() { long s = 0; for (long i = 0; i < 1000000000000; ++i) s += i; return s; }\n"
                   "template <class... T> struct L {};\ntemplate <int N, class... T> struct D { using type = typename D<N - 1, "
                   "T..., T..., int>::type; };\n"
                   "template <class... T> struct D<0, T...> { using type = L<T...>; };\nusing X = D<40>::type; X x;\n");
  EXPECT_TRUE(c.object.empty());
  EXPECT_TRUE(c.timed_out || c.over_limit) << said(c);
  how_.wall_s = 20;
  c = compile("extern \"C\" __device__ char big[3u << 30] = {1};\n__global__ void k(char* p) { *p = big[(size_t)p]; }\n");
  EXPECT_TRUE(c.object.empty());
  EXPECT_TRUE(c.over_limit) << said(c);
  c = compile(std::string(5 << 20, ' '));
  EXPECT_TRUE(c.over_limit);
  EXPECT_EQ(said(c), "0:0: error: the source has 5242880 bytes; 4194304 are allowed\n");
}

TEST_F(CompileTest, MuchToSayIsCutShort) {
  std::string source;
  for (int i = 0; i < 1000; ++i) source += fmt::format("#warning \x1b[31m{} {}\n", i, std::string(300, 'x'));
  auto c = compile(source);
  EXPECT_EQ(c.diagnostics.size(), 64u);
  EXPECT_GT(c.hidden_diagnostics, 0u);
  for (const Diagnostic& d : c.diagnostics) {
    EXPECT_LE(d.message.size(), 300u);
    EXPECT_TRUE(std::ranges::all_of(d.message, [](char ch) { return ch >= ' ' && ch <= '~'; })) << d.message;
  }
}

TEST_F(CompileTest, WhatWasCompiledIsKeptAndAFailureIsNot) {
  char name[] = "/tmp/compile-test-XXXXXX";
  fs::path cache = ::mkdtemp(name);
  ::setenv("WAVELIFT_PCH", "0", 1);
  ::setenv("WAVELIFT_CACHE", cache.c_str(), 1);
  auto entries = [&] {
    std::vector<fs::path> files;
    std::error_code ec;
    for (const auto& e : fs::directory_iterator(cache / "candidates", ec)) files.push_back(e.path());
    return files;
  };
  const std::string good = "#warning as you like\nextern \"C\" __global__ void k(int* p) { *p = 1; }\n";
  auto first = compile(good);
  ASSERT_EQ(entries().size(), 1u);
  compile(good + "nonsense");
  EXPECT_EQ(entries().size(), 1u);
  auto second = compile(good);
  EXPECT_TRUE(text_of(first) == text_of(second));
  EXPECT_EQ(said(second), "1:2: warning: as you like [-W#warnings]\n");
  // Whatever happened to an entry, what comes of it is an object of this source.
  ASSERT_TRUE(write_file(entries()[0], read_file(entries()[0]).value().substr(0, 200)));
  EXPECT_TRUE(text_of(compile(good)) == text_of(first));
  // What the entry is for is in its name: other flags, other entry.
  how_.flags = {"-O1"};
  compile(good);
  EXPECT_EQ(entries().size(), 2u);
  ::unsetenv("WAVELIFT_PCH");
  fs::remove_all(cache);
}

TEST_F(CompileTest, WithoutAJailNothingIsCompiled) {
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  auto c = judge::compile({"__global__ void nobody_compiled_this_before() {}", Language::hip}, how_);
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(c);
  EXPECT_EQ(c.error().exit, Exit::tool_missing);
  EXPECT_EQ(c.error().what, "there is no bubblewrap (bwrap), so nothing can be jailed");
}

TEST_F(CompileTest, CudaForNvidiaByNvcc) {
  char name[] = "/tmp/compile-test-XXXXXX";
  fs::path root = ::mkdtemp(name);
  ASSERT_EQ(::chmod(root.c_str(), 0755), 0);
  const std::string path = ::getenv("PATH");
  ::setenv("WAVELIFT_CACHE", (root / "cache").c_str(), 1);
  how_ = {.arch = "sm_90", .wave_size = 0, .flags = {"-O3", "-DTILE=32"}, .wall_s = 20};
  const char* home = std::getenv("CUDA_HOME");
  const std::string cuda_home = home ? home : "";
  ::setenv("PATH", "/nonexistent", 1);
  ::setenv("CUDA_HOME", "/nonexistent", 1);
  const auto none = judge::compile({"", Language::cuda}, how_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().sentence(), "there is no nvcc, so CUDA candidates cannot be compiled for NVIDIA GPUs; put CUDA's bin folder on PATH "
                                     "or set CUDA_HOME; or hand in a cubin");
  // One that writes down what it was asked for.
  ASSERT_TRUE(write_file(root / "cuda/bin/nvcc",
                         "#!/bin/sh\necho 'candidate.cu(7): warning #177-D: variable unused'\n"
                         "echo '/usr/include/x.h(9): error: secret' >&2\necho \"$@\" > candidate.cubin\n"
                         "cat candidate.cu \"${0%/bin/nvcc}/nvvm/libdevice\" >> candidate.cubin\n",
                         0755));
  // A part of the toolkit is elsewhere.
  ASSERT_TRUE(write_file(root / "elsewhere/nvvm/libdevice", "the library\n"));
  fs::create_symlink("../elsewhere/nvvm", root / "cuda/nvvm");
  ::setenv("PATH", ((root / "cuda/bin").string() + ":" + path).c_str(), 1);
  auto c = compile("the source\n", Language::cuda);
  EXPECT_EQ(text_of(c), "-cubin -arch=sm_90 -O3 -DTILE=32 -o candidate.cubin candidate.cu\nthe source\nthe library\n");
  EXPECT_EQ(said(c), "7:0: warning: variable unused\n1 hidden\n");
  ASSERT_TRUE(write_file(root / "cuda/bin/nvcc", "#!/bin/sh\necho old > candidate.cubin\nexit 2\n", 0755));
  EXPECT_TRUE(compile("the source\n", Language::cuda).object.empty());
  ::setenv("PATH", path.c_str(), 1);
  if (home) ::setenv("CUDA_HOME", cuda_home.c_str(), 1);
  else ::unsetenv("CUDA_HOME");
  // The real one, where there is one.
  if (compile_command(Language::cuda, how_)) {
    c = compile("extern \"C\" __global__ void k(int* p) { *p = TILE; }\n", Language::cuda);
    EXPECT_TRUE(text_of(c).starts_with("\177ELF")) << said(c);
  }
  fs::remove_all(root);
}

TEST(TaskFlags, OnlyThoseOfTheList) {
  auto refused = [](std::string flag, Compiler compiler = Compiler::clang) {
    std::string one[] = {flag};
    auto s = check_flags(one, compiler);
    return s ? "" : s.error().what;
  };
  for (const char* flag : {"-O3", "-DTILE=32", "-DX", "-DX=-1", "-std=c++20", "-ffast-math", "-munsafe-fp-atomics"})
    EXPECT_EQ(refused(flag), "");
  EXPECT_EQ(refused("-ffast-math", Compiler::nvcc), "a task may not ask nvcc for -ffast-math");
  for (const char* flag : {"-fplugin=x.so", "@file",   "-include",  "-I/",   "-D__DATE__=1", "-DX=\"/etc/passwd\"",
                           "-DX=f(1)",      "-D",      "-DHIP_X=1", "x.cpp", "-o",           "-Xclang",
                           "-mllvm",        "-Wp,-I/", "-std=x",    "-B/",   "--config=x",   "-specs=x",
                           "-DX=",          ""})
    EXPECT_EQ(refused(flag), fmt::format("a task may not ask clang for {}", flag));
}

TEST(AsmText, StringsOfLlvmAssembly) {
  auto strings = asm_strings(R"(module asm ".globl x\0A\09x\22y\5C\\"
; asm "a comment"
@s = constant [5 x i8] c"asm \22"
@"asm " = global i8 0
@asm = global i8 0
define void @"a asm sideeffect \22b"() {
  call void asm sideeffect "s_nop $0", "i,~{memory}"(i32 1)
  %asm = call i32 asm "v_mov $0, 1", "=v"()
  call void asm sideeffect alignstack inteldialect unwind "four", ""()
}
attributes #0 = { "asm"="x" })");
  EXPECT_EQ(strings, (std::vector<std::string>{".globl x\n\tx\"y\\\\", "s_nop $0", "v_mov $0, 1", "four"}));
}

TEST(AsmText, Directives) {
  for (const char* honest : {"", "s_nop 0", "v_add_f32 v0, 1.5, v1.l ; a sentence. Another", "a: s_branch a", ".Lx: s_nop 0",
                             ".Lx${:uid}:\n\ts_branch .Lx${:uid}", "v_mov v0, .5"})
    EXPECT_EQ(find_directive(honest), "") << honest;
  for (const char* directive : {".incbin \"x\"", "s_nop 0\n\t.incbin x", "x:.incbin", "/**/.incbin", "\".incbin\" \"x\"",
                                "${:comment}.incbin", "$0.incbin", "$$.incbin", "}.incbin"})
    EXPECT_EQ(find_directive(directive), ".incbin") << directive;
  EXPECT_EQ(find_directive(".LONG 1"), ".LONG");
  EXPECT_EQ(find_directive(".Lo$0 1"), ".Lo");
  EXPECT_EQ(find_directive(".inc$(bin$|x$)"), ".inc");
  EXPECT_EQ(find_directive(". = . + 64"), ".");
}

TEST(AsmText, Jumps) {
  for (const char* honest : {"", "s_nop 0", "; s_setpc_b64 s[0:1]", "a: s_branch a", ".Lx${:uid}:\n\ts_branch .Lx${:uid}", "v_mov_b32 v[0:1], $0 // s_setpc", "/* s_setpc */ s_nop 0",
                             "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v2, v3", "a:\nb: c:\n"})
    EXPECT_EQ(find_jump(honest), "") << honest;
  for (const char* jump : {"s_setpc_b64 s[0:1]", "s_nop 0\n\tS_SETPC_B64 $0", "x: s_setpc_b64 $0", ".Lx${:uid}: s_setpc_b64 s[0:1]", "; /*\ns_setpc_b64 s[0:1]\n; */", "/**/s_setpc_b64 s[0:1]"})
    EXPECT_EQ(find_jump(jump), "s_setpc_b64") << jump;
  EXPECT_EQ(find_jump("$0 s[0:1]"), "$0");
  EXPECT_EQ(find_jump("s_$0 s[0:1]"), "s_$0");
  EXPECT_EQ(find_jump("\"x\": s_nop 0"), "\"");
  EXPECT_EQ(find_forbidden("s_getpc_b64 s[0:1]"), "the jump s_getpc_b64");
  EXPECT_EQ(find_forbidden("s_setpc_b64 s[0:1]\n.long 1"), "the directive .long");
}

TEST(Diagnostics, OfTheCandidateAlone) {
  Compiled c;
  read_diagnostics(
      "In file included from <stdin>:1:\n/usr/include/x.h:3:1: error: unknown type name 'secret'\n<stdin>:2:5: fatal error: "
      "bad\x1b[0m\n"
      "<stdin>:3:1: note: here\nlld: error: undefined symbol: f\n>>> referenced by x\nerror: stack frame\n<stdin>:x: error: odd\n"
      "warning: \xc3\xa9\n3 errors generated.\n",
      "<stdin>", c);
  EXPECT_EQ(
      said(c),
      "2:5: fatal error: bad [0m\n3:1: note: here\n0:0: error: undefined symbol: f\n0:0: error: stack frame\n0:0: warning: ??\n"
      "1 hidden\n");
}

}  // namespace
}  // namespace wavelift::judge
