// What an audit of AMD code objects objects to, each by one small kernel, and that honest kernels have none.
#include "base/files.h"
#include "base/process.h"
#include "build/toolchain.h"
#include "judge/candidate.h"
#include "judge/jail.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <unistd.h>

namespace wavelift::judge {
namespace {
namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;

// A kernel k(int*, int, float) with this in it and this before it, without any header: quick to compile.
Bytes object_of(const std::string& before, const std::string& body, const std::string& arch = "gfx90a",
                std::vector<std::string> flags = {}) {
  static int number = 0;
  const fs::path base = fs::path(SCRATCH) / fmt::format("audit-{}-{}", ::getpid(), number++);
  EXPECT_TRUE(write_file(base.string() + ".hip", "#define __global__ __attribute__((global))\n#define __device__ "
                                                 "__attribute__((device))\n#define __shared__ __attribute__((shared))\n"
                                                 "#define __constant__ __attribute__((constant))\n" +
                                                     before + "\nextern \"C\" __global__ void k(int* p, int n, float f) {\n" +
                                                     body + "\n}\n"));
  auto bin = build::llvm_bin();
  EXPECT_TRUE(bin);
  std::vector<std::string> command = {*bin / "clang++",
                                      "-x",
                                      "hip",
                                      "--offload-arch=" + arch,
                                      "--cuda-device-only",
                                      "--no-gpu-bundle-output",
                                      "-nogpuinc",
                                      "-nogpulib",
                                      "-mcode-object-version=5",
                                      "-fuse-cuid=none",
                                      "-O3",
                                      base.string() + ".hip",
                                      "-o",
                                      base.string() + ".o"};
  command.insert(command.end(), flags.begin(), flags.end());
  auto r = run_process(command);
  EXPECT_TRUE(r && r->exit_code == 0) << (r ? r->out : "");
  auto bytes = read_file(base.string() + ".o").value_or("");
  fs::remove(base.string() + ".hip");
  fs::remove(base.string() + ".o");
  auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

EntryPoint entry(std::string name, std::vector<Parameter::Kind> kinds) {
  EntryPoint e{std::move(name), {}};
  for (auto k : kinds) e.parameters.push_back({k, fmt::format("p{}", e.parameters.size())});
  return e;
}
const auto pointer = Parameter::Kind::pointer, i32 = Parameter::Kind::i32, i64 = Parameter::Kind::i64, f32 = Parameter::Kind::f32,
           f64 = Parameter::Kind::f64;
const std::vector<EntryPoint> k_alone = {entry("k", {pointer, i32, f32})};

// The stable words, joined.
std::string words(const Bytes& object, const std::vector<EntryPoint>& entries = k_alone, const AuditRules& rules = {},
                  const std::string& arch = "gfx90a") {
  auto a = audit(object, arch, entries, rules);
  if (!a) return a.error().sentence();
  std::string text;
  for (const Objection& o : a->objections) text += (text.empty() ? "" : " ") + o.what;
  return text;
}

std::string message(const Bytes& object, const std::vector<EntryPoint>& entries = k_alone) {
  auto a = audit(object, "gfx90a", entries, {});
  return a && !a->objections.empty() ? a->objections[0].message : "";
}

std::string identity(const Bytes& object, const std::string& name = "k") {
  auto a = audit(object, "gfx90a", {entry(name, {pointer, i32, f32})}, {});
  EXPECT_TRUE(a);
  EXPECT_EQ(a->identity.size(), 64u);
  return a->identity;
}

// A kernel that uses all of these parameters.
std::string use(const std::string& asm_text) { return "asm volatile(\"" + asm_text + "\"); p[n] = (int)f;"; }

TEST(Audit, AnHonestKernel) {
  Bytes object = object_of("", "p[n] = (int)f;");
  auto a = audit(object, "gfx90a", k_alone, {});
  ASSERT_TRUE(a);
  EXPECT_TRUE(a->objections.empty()) << a->objections[0].message;
  ASSERT_EQ(a->entries.size(), 1u);
  EXPECT_EQ(a->entries[0].symbol, "k");
  EXPECT_EQ(a->entries[0].arguments, 16u);
  EXPECT_EQ(a->entries[0].wave_size, 64);
  EXPECT_EQ(a->entries[0].max_threads, 1024);
  EXPECT_EQ(a->entries[0].group_memory, 0u);
  EXPECT_GT(a->entries[0].vgprs, 0);
  // A Hygon target is compiled as the part it descends from; an arch may carry features.
  EXPECT_EQ(words(object_of("", "p[n] = (int)f;", "gfx906"), k_alone, {}, "gfx936"), "");
  EXPECT_EQ(words(object, k_alone, {}, "gfx90a:xnack-"), "");
}

TEST(Audit, TheEntryAndItsParameters) {
  Bytes object = object_of("template <class T> __global__ void t(T* p) { *p = 1; }\ntemplate __global__ void "
                           "t<int>(int*);\ntemplate __global__ void t<long>(long*);\n"
                           "namespace n { __global__ void in(long a, int* q, double d) { *q = a + (int)d; } }",
                           "p[n] = (int)f;");
  EXPECT_EQ(words(object, {entry("x", {})}), "entry-missing");
  EXPECT_EQ(words(object, {entry("k", {pointer, i32})}), "entry-parameters");
  EXPECT_EQ(words(object, {entry("k", {pointer, i64, f32})}), "entry-parameters");
  EXPECT_EQ(words(object, {entry("k", {i64, i32, f32})}), "entry-parameters");
  EXPECT_EQ(words(object, {entry("t", {pointer})}), "entry-ambiguous");
  EXPECT_EQ(words(object,
                  {entry("t<int>", {pointer}), entry("n::in", {i64, pointer, f64}), entry("_ZN1n2inElPid", {i64, pointer, f64})}),
            "");
  EXPECT_EQ(message(object, {entry("k", {pointer, i64, f32})}),
            "parameter 2 (p1) of kernel k is a value of 4 bytes at 8, the task's is a value of 8 at 8");
  EXPECT_EQ(audit(object, "gfx90a", {entry("n::in", {i64, pointer, f64})}, {})->entries[0].symbol, "_ZN1n2inElPid");
}

TEST(Audit, NotWhatItShouldBe) {
  Bytes object = object_of("", "p[n] = (int)f;");
  EXPECT_EQ(words({}), "object: it is no ELF file");
  EXPECT_EQ(words(object, k_alone, {}, "sm_90"), "object: it is for AMD GPUs, not for sm_90");
  EXPECT_EQ(words(object, k_alone, {}, "gfx942").substr(0, 37), "code object is for gfx90a, the device");
}

TEST(Audit, WhatLastsFromLaunchToLaunch) {
  EXPECT_EQ(words(object_of("__device__ int calls;", "p[n] = calls++ + (int)f;")), "device-variable");
  EXPECT_EQ(words(object_of("__device__ int calls = 7;", "p[n] = calls++ + (int)f;")), "device-variable");
  EXPECT_EQ(words(object_of("static __device__ int calls;", "p[n] = calls++ + (int)f;")), "device-variable");
  EXPECT_EQ(words(object_of("__device__ int calls __attribute__((section(\".data.rel.ro\")));", "p[n] = calls++ + (int)f;")),
            "device-variable");
  // The byte that the compiler puts there itself, used.
  EXPECT_EQ(words(object_of("extern \"C\" __device__ char __hip_cuid_x;\n__device__ char __hip_cuid_x = 0;",
                            "p[n] = __hip_cuid_x++ + (int)f;")),
            "device-variable");
  EXPECT_EQ(message(object_of("extern \"C\" __device__ char __hip_cuid_x;\n__device__ char __hip_cuid_x = 0;",
                              "p[n] = __hip_cuid_x++ + (int)f;"))
                .substr(0, 4),
            "k+0x");
}

TEST(Audit, Constants) {
  Bytes object = object_of("__constant__ int c[1000] = {1, 2, 3}; __device__ const int t[3] = {1, 4, 9};",
                           "p[n] = c[n] + t[n % 3] + (int)f;");
  EXPECT_EQ(words(object), "");
  EXPECT_EQ(words(object, k_alone, {.max_constants = 4000}), "constants");
  EXPECT_EQ(words(object, k_alone, {.max_constants = 4100}), "");
}

TEST(Audit, UndefinedSymbols) {
  EXPECT_EQ(words(object_of("__device__ __attribute__((visibility(\"default\"))) int elsewhere(int);",
                            "p[n] = elsewhere((int)f);", "gfx90a", {"-Xoffload-linker", "-zundefs"}))
                .find("undefined-symbol"),
            0u);
}

TEST(Audit, WhatRunsWhenItIsLoaded) {
  EXPECT_NE(words(object_of("typedef void (*F)();\n__device__ void start() {}\n__device__ __attribute__((used, "
                            "section(\".init_array\"))) F const at = start;",
                            "p[n] = (int)f;"))
                .find("constructor"),
            std::string::npos);
  EXPECT_EQ(words(object_of("extern \"C\" __global__ void init() __asm__(\"amdgcn.device.init\");\n__global__ void init() {}",
                            "p[n] = (int)f;")),
            "constructor");
}

TEST(Audit, CodeElsewhere) {
  EXPECT_EQ(words(object_of("__device__ __attribute__((noinline, section(\"elsewhere\"))) int g(int x) { return x * 3; }",
                            "p[n] = g((int)f);")),
            "code-section");
}

TEST(Audit, Instructions) {
  const std::map<std::string, std::string> cases = {{"s_memtime s[4:5]", "clock-read"},
                                                    {"s_memrealtime s[4:5]", "clock-read"},
                                                    {"s_getreg_b32 s4, hwreg(HW_REG_HW_ID)", "hardware-register"},
                                                    {"s_getreg_b32 s4, hwreg(HW_REG_MODE)", ""},
                                                    {"s_getreg_b32 s4, hwreg(HW_REG_LDS_ALLOC)", "hardware-register"},
                                                    {"s_getreg_b32 s4, hwreg(HW_REG_STATUS)", "hardware-register"},
                                                    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0", ""},
                                                    {"s_setreg_b32 hwreg(HW_REG_TRAPSTS), s4", "hardware-register"},
                                                    {"s_sendmsg sendmsg(MSG_INTERRUPT)", "message"},
                                                    {"s_sendmsghalt 1", "message"},
                                                    {"s_trap 2", "trap"},
                                                    {"s_sethalt 1", "halt"},
                                                    {"s_setkill 1", "halt"},
                                                    {"s_rfe_b64 s[4:5]", "trap"},
                                                    {"s_icache_inv", "changes-code"},
                                                    {"s_ttracedata", "trace"},
                                                    {"s_incperflevel 1", "trace"},
                                                    {"ds_gws_barrier v0 offset:0 gds", "global-memory-share"},
                                                    {"s_getpc_b64 s[4:5]", "code-address"},
                                                    {"s_branch 0x7000", "odd-branch"},
                                                    {"s_cbranch_cdbgsys 0", "odd-branch"},
                                                    {"s_setprio 1\\n\\ts_sleep 1\\n\\ts_nop 1", ""},
                                                    {".long 0xffffffff", "no-instruction"},
                                                    // A clock read in what looks like a number.
                                                    {"s_branch 1\\n\\ts_mov_b32 s4, 0xb8041fdd", "odd-branch"},
                                                    {"s_branch 2\\n\\ts_mov_b32 s4, 0xb8041fdd", ""}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(words(object_of("", use(text))), expected) << text;
  EXPECT_EQ(words(object_of("", use("s_memtime s[4:5]")), k_alone, {.clocks = true}), "");
  EXPECT_EQ(words(object_of("", use("ds_add_u32 v0, v1 gds"), "gfx906"), k_alone, {}, "gfx906"), "global-memory-share");
  EXPECT_EQ(words(object_of("", use("s_getreg_b32 s4, hwreg(HW_REG_XCC_ID)"), "gfx942"), k_alone, {}, "gfx942"),
            "hardware-register");
  EXPECT_EQ(words(object_of("", use("s_getreg_b32 s4, hwreg(HW_REG_SHADER_CYCLES)"), "gfx1030"), k_alone, {}, "gfx1030"),
            "clock-read");
  EXPECT_EQ(
      words(object_of("", use("s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)"), "gfx1100"), k_alone, {}, "gfx1100"),
      "clock-read");
  EXPECT_EQ(words(object_of("", use("s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"), "gfx1100"), k_alone, {}, "gfx1100"), "");
  EXPECT_EQ(message(object_of("", "asm volatile(\"s_memtime s[4:5]\\n\\ts_memtime s[4:5]\"); p[n] = (int)f;")).substr(0, 4),
            "k+0x");
  EXPECT_NE(message(object_of("", "asm volatile(\"s_memtime s[4:5]\\n\\ts_memtime s[4:5]\"); p[n] = (int)f;"))
                .find("s_memtime reads a clock; and 1 more of the kind"),
            std::string::npos);
}

TEST(Audit, ResourcesAndPackets) {
  const std::string lds = "__shared__ int s[8192]; s[n] = (int)f; __builtin_amdgcn_s_barrier(); p[n] = s[n ^ 1];";
  EXPECT_EQ(words(object_of("", lds)), "");
  EXPECT_EQ(words(object_of("", lds), k_alone, {.group_memory = 32000}), "group-memory");
  EXPECT_EQ(words(object_of("__device__ __attribute__((noinline)) int r(int n, int* p) { return n < 2 ? n : r(n - 1, p) + r(n - "
                            "2, p) + p[n]; }",
                            "p[n] = r((int)f, p);"))
                    .find("dynamic-stack") == std::string::npos,
            false);
  EXPECT_EQ(words(object_of("", "p[n] = *(__attribute__((address_space(4))) int*)__builtin_amdgcn_dispatch_ptr() + (int)f;")),
            "dispatch-packet");
  EXPECT_EQ(words(object_of("", "p[n] = *(__attribute__((address_space(4))) int*)__builtin_amdgcn_queue_ptr() + (int)f;")),
            "device-launch");
}

// Changes of a field of the file, as only a tool could make them.
TEST(Audit, BentHeaders) {
  Bytes object = object_of("", "p[n] = (int)f;");
  Elf64_Ehdr h;
  std::memcpy(&h, object.data(), sizeof h);
  auto with = [&](unsigned flags_of_code) {
    Bytes bent = object;
    for (unsigned i = 0; i < h.e_phnum; ++i) {
      Elf64_Phdr p;
      std::memcpy(&p, bent.data() + h.e_phoff + i * sizeof p, sizeof p);
      if (p.p_type == PT_LOAD && p.p_flags & PF_X) p.p_flags = flags_of_code;
      std::memcpy(bent.data() + h.e_phoff + i * sizeof p, &p, sizeof p);
    }
    return words(bent);
  };
  EXPECT_EQ(with(PF_R | PF_X), "");
  EXPECT_EQ(with(PF_R | PF_X | PF_W), "writable-code");
}

TEST(Audit, RelocationsThatAreNotUnderstood) {
  Bytes object = object_of("typedef int (*F)(int);\n__device__ __attribute__((noinline)) int a(int x) { return x + 1; "
                           "}\n__device__ __attribute__((noinline)) int b(int x) { return x + 2; }\n"
                           "__device__ __attribute__((used)) F const table[] = {a, b};",
                           "p[n] = (int)f;");
  EXPECT_EQ(words(object), "");
  Elf64_Ehdr h;
  std::memcpy(&h, object.data(), sizeof h);
  bool found = false;
  for (unsigned i = 0; i < h.e_shnum; ++i) {
    Elf64_Shdr s;
    std::memcpy(&s, object.data() + h.e_shoff + i * sizeof s, sizeof s);
    if (s.sh_type != SHT_RELA) continue;
    Elf64_Rela r;
    std::memcpy(&r, object.data() + s.sh_offset, sizeof r);
    r.r_info = ELF64_R_INFO(0, 99);
    std::memcpy(object.data() + s.sh_offset, &r, sizeof r);
    found = true;
  }
  ASSERT_TRUE(found);
  EXPECT_EQ(words(object), "relocation");
}

TEST(Audit, IdentityIsOfTheCodeAlone) {
  const std::string table = "__device__ const int table[4] = {3, 1, 4, 1};\n__device__ __attribute__((noinline)) int g(int x) { "
                            "return table[x & 3] * x; }";
  const std::string first = identity(object_of(table, "p[n] = g((int)f);"));
  EXPECT_EQ(identity(object_of("// verified\n" + table, "/* honest */ p[n] = g((int)f);", "gfx90a", {"-g"})), first);
  const std::string renamed = "__device__ const int digits_of_pi_by_another_name[4] = {3, 1, 4, 1};\n__device__ "
                              "__attribute__((noinline)) int a_function_with_a_much_longer_name(int x) { return "
                              "digits_of_pi_by_another_name[x & 3] * x; }\n#define k "
                              "a_kernel_with_a_name_that_is_longer_too_by_some_bytes_so_that_sections_move";
  EXPECT_EQ(identity(object_of(renamed, "p[n] = a_function_with_a_much_longer_name((int)f);"),
                     "a_kernel_with_a_name_that_is_longer_too_by_some_bytes_so_that_sections_move"),
            first);
  // What the kernel does differently makes a difference: its code, its constants, what it calls, its bounds.
  EXPECT_NE(identity(object_of(table, "p[n] = g((int)f) + 1;")), first);
  EXPECT_NE(identity(object_of("__device__ const int table[4] = {3, 1, 4, 2};\n" + table.substr(table.find('\n')),
                               "p[n] = g((int)f);")),
            first);
  EXPECT_NE(identity(object_of(table + "\n__device__ __attribute__((noinline, used)) int h(int x) { return table[x & 3] * x; }",
                               "p[n] = h((int)f);")),
            identity(object_of(table + "\n__device__ __attribute__((noinline, used)) int h(int x) { return table[x & 3] * x; }",
                               "p[n] = g((int)f);")));
}

class AuditOfCandidates : public testing::Test {
protected:
  void SetUp() override {
    ::setenv("WAVELIFT_CACHE", CACHE, 1);
    if (auto s = jail_works(); !s) GTEST_SKIP() << s.error().sentence();
  }
  Bytes compiled(const std::string& text, const std::string& arch = "gfx90a", Language language = Language::hip) {
    auto c = compile({text, language}, {.arch = arch, .wave_size = 0, .flags = {"-O3"}});
    EXPECT_TRUE(c) << c.error().sentence();
    EXPECT_TRUE(c && !c->object.empty()) << (c && !c->diagnostics.empty() ? c->diagnostics[0].message : "");
    return c ? c->object : Bytes{};
  }
};

TEST_F(AuditOfCandidates, HonestKernelsOfManyStyles) {
  const std::string source = R"(#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void tree(const float* x, float* sum, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) v += x[i];
  s[t] = v;
  __syncthreads();
  for (int w = 128; w > 0; w >>= 1) {
    if (t < w) s[t] += s[t + w];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, s[0]);
}
extern "C" __global__ void shuffled(const float* x, float* y) {
  float v = x[threadIdx.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_xor(v, d);
  y[threadIdx.x] = v;
}
extern "C" __global__ void vectors(const float4* x, float4* y) {
  float4 a = x[threadIdx.x];
  y[threadIdx.x] = make_float4(a.w, a.z, a.y * 2.0f, sinf(a.x) + expf(a.y));
}
template <int T, class F> __global__ void tiled(const F* a, F* b, int n) {
  __shared__ F tile[T][T + 1];
  tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + threadIdx.x];
  __syncthreads();
  b[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template __global__ void tiled<16, double>(const double*, double*, int);
extern "C" __global__ void __launch_bounds__(128) histogram(const int* x, unsigned long long* bins, int n) {
  extern __shared__ unsigned counts[];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) counts[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[x[i] & 63], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], (unsigned long long)counts[i]);
}
extern "C" __global__ void halves(const __half* x, __half* y) { y[threadIdx.x] = __hadd(x[threadIdx.x], __float2half(1.5f)); }
__constant__ float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ const int order[8] = {7, 6, 5, 4, 3, 2, 1, 0};
extern "C" __global__ void tables(const float* x, float* y, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += weights[order[(i + threadIdx.x) & 7]] * x[i];
  y[threadIdx.x] = s;
}
extern "C" __global__ void inline_asm(const float* x, float* y) {
  float v = x[threadIdx.x], r;
  asm volatile("v_mul_f32 %0, %1, %1\n\ts_nop 0" : "=v"(r) : "v"(v));
  y[threadIdx.x] = r;
}
extern "C" __global__ void fenced(int* flags, int* data) {
  data[threadIdx.x] = 1;
  __threadfence();
  if (atomicCAS(&flags[0], 0, 1) == 0) __hip_atomic_store(&flags[1], 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
__device__ __attribute__((noinline)) float called(float* local, int i) { return local[i] * 2; }
extern "C" __global__ void with_scratch(const float* x, float* y, int n) {
  float local[64];
  for (int i = 0; i < 64; ++i) local[i] = x[(i * 7 + n) & 63];
  y[threadIdx.x] = called(local, n & 63) + powf(x[0], 3.3f) + (float)tgamma((double)x[1]);
}
#if defined(__gfx90a__) || defined(__gfx942__) || !defined(__HIP_DEVICE_COMPILE__)
typedef float f4 __attribute__((ext_vector_type(4)));
extern "C" __global__ void matrix(const float* a, const float* b, f4* c) {
  c[threadIdx.x] = __builtin_amdgcn_mfma_f32_16x16x4f32(a[threadIdx.x], b[threadIdx.x], c[threadIdx.x], 0, 0, 0);
}
#else
extern "C" __global__ void matrix(const float* a, const float* b, float* c) { c[threadIdx.x] = a[0] * b[0]; }
#endif
)";
  const std::vector<EntryPoint> entries = {entry("saxpy", {i32, f32, pointer, pointer}),
                                           entry("tree", {pointer, pointer, i32}),
                                           entry("shuffled", {pointer, pointer}),
                                           entry("vectors", {pointer, pointer}),
                                           entry("tiled", {pointer, pointer, i32}),
                                           entry("histogram", {pointer, pointer, i32}),
                                           entry("halves", {pointer, pointer}),
                                           entry("tables", {pointer, pointer, i32}),
                                           entry("inline_asm", {pointer, pointer}),
                                           entry("fenced", {pointer, pointer}),
                                           entry("with_scratch", {pointer, pointer, i32}),
                                           entry("matrix", {pointer, pointer, pointer})};
  for (const char* arch : {"gfx90a", "gfx1100"}) {
    auto a = audit(compiled(source, arch), arch, entries, {});
    ASSERT_TRUE(a) << a.error().sentence();
    for (const Objection& o : a->objections) ADD_FAILURE() << arch << " " << o.what << ": " << o.message;
    EXPECT_EQ(a->entries[1].group_memory, 1024u);
    EXPECT_EQ(a->entries[5].max_threads, 128);
    EXPECT_EQ(a->entries[4].symbol, "_Z5tiledILi16EdEvPKT0_PS0_i");
    EXPECT_GE(a->entries[10].private_memory, 256u);
  }
}

TEST_F(AuditOfCandidates, CallsToTheHostAndTheHeap) {
  auto k = [&](const std::string& body) {
    return compiled("#include <hip/hip_runtime.h>\nextern \"C\" __global__ void k(int* p, int n, float f) {\n" + body + "\n}\n");
  };
  Bytes printing = k("printf(\"%d %f\", n, f); *p = 0;");
  EXPECT_EQ(words(printing).find("host-call"), 0u); // and all that its library could do
  EXPECT_EQ(words(printing, k_alone, {.printf = true}), "");
  EXPECT_EQ(words(k("int* q = (int*)malloc(n); *q = (int)f; *p = *q;")).find("device-heap") == std::string::npos, false);
  EXPECT_EQ(words(k("*p = (int)clock64() + n + (int)f;")), "clock-read");
  EXPECT_EQ(words(k("*p = (int)wall_clock64() + n + (int)f;")), "clock-read");
  EXPECT_EQ(words(k("if (n > 3) __builtin_trap(); *p = (int)f;")), "trap");
}

// Damaged objects end in a sentence or in objections, never otherwise.
TEST(AuditDamage, NothingBreaksIt) {
  const Bytes whole = object_of("__device__ const int table[4] = {3, 1, 4, 1};\n__device__ int v;\ntypedef int "
                                "(*F)(int);\n__device__ __attribute__((noinline)) int a(int x) { return x + table[x & 3]; }\n"
                                "__device__ __attribute__((used)) F const fs[] = {a, a};",
                                "p[n] = a((int)f) + v++;");
  std::mt19937_64 rng(7);
  int refused = 0, audited = 0;
  auto look = [&](const Bytes& bytes) {
    auto a = audit(bytes, "gfx90a", k_alone, {});
    ++(a ? audited : refused);
    if (!a) EXPECT_FALSE(a.error().what.empty());
  };
  static constexpr uint64_t extremes[] = {0, 1, ~0ull, 1ull << 63, 0x7fffffffffffffff, 0xffffffff, 0x80000000, 0x10000, 0xfff0};
  for (int i = 0; i < 3000; ++i) {
    Bytes bent = whole;
    for (uint64_t n = 1 + rng() % 4; n > 0; --n) {
      const size_t width = size_t(1) << rng() % 4, near = rng() % 2 ? bent.size() : 1024;
      const size_t at = rng() % (near - width) / width * width;
      if (rng() % 2)
        std::memcpy(&bent[at], &extremes[rng() % std::size(extremes)], width);
      else
        bent[at] ^= std::byte(1 << rng() % 8);
    }
    if (i % 5 == 0) bent.resize(rng() % bent.size());
    look(bent);
  }
  EXPECT_GT(refused, 300);
  EXPECT_GT(audited, 300);
}

}  // namespace
}  // namespace wavelift::judge
