// Bad input of every verb: the documented exit code, one sentence that names the culprit, nothing lost.
#include "base/files.h"
#include "base/process.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

class Cli : public testing::Test {
 protected:
  fs::path dir = fs::path(testing::TempDir()) / ("wl-cli-" + std::to_string(::getpid()));
  std::vector<std::string> env;
  std::string out;

  void SetUp() override { fs::create_directories(dir); }
  void TearDown() override { fs::remove_all(dir); }

  int wl(std::vector<std::string> args) {
    args.insert(args.begin(), WAVELIFT);
    RunOptions o;
    o.cwd = dir;
    o.env = env;
    o.timeout_s = 60;
    auto r = run_process(args, o);
    if (!r) return -1;
    out = r->out;
    return r->exit_code;
  }

  // One line on stderr that starts with "wl" and contains `word`.
  void expect_sentence(const std::string& word) {
    EXPECT_TRUE(out.starts_with("wl")) << out;
    EXPECT_NE(out.find(word), std::string::npos) << out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1) << out;
  }

  void put(const std::string& name, const std::string& text) { ASSERT_TRUE(write_file(dir / name, text)); }
};

TEST_F(Cli, HelpAndVersion) {
  EXPECT_EQ(wl({"--help"}), 0);
  for (const char* verb : {"lift", "hipcc", "nvcc", "run", "devices", "doctor", "test"})
    EXPECT_NE(out.find(std::string("\n  ") + verb), std::string::npos) << verb;
  EXPECT_EQ(wl({"--version"}), 0);
  EXPECT_TRUE(out.starts_with("wavelift ")) << out;
  EXPECT_EQ(wl({}), 2);
}

TEST_F(Cli, LintReadsAFolderAsItsMakefileDoes) {
  put("p/Makefile", "FLAGS = -Iinclude -DCOUNT=3\nmain: main.cu\n\tnvcc $(FLAGS) main.cu -o main\n");
  put("p/include/own.h", "#include <iostream>\n");
  put("p/part.cu", "__global__ void k(int* p) { p[0] = COUNT; }\nvoid say() { std::cout << 1; }\n");
  put("p/main.cu", "#include <own.h>\n  #  include \"part.cu\"\nint main() { say(); k<<<1, 64>>>(nullptr); }\n");
  EXPECT_EQ(wl({"lint", "p"}), 0) << out;
  EXPECT_NE(out.find("0 errors, 0 warnings, 0 notes in 3 files of 6 lines\n"), std::string::npos) << out;
  put("p/Makefile", "main: main.cu\n");
  wl({"lint", "p/"});
  EXPECT_NE(out.find("[WL1702]"), std::string::npos) << out;
}

TEST_F(Cli, LintSaysWhatItFound) {
  put("mixed.hip", "#include <hip/hip_runtime.h>\n__global__ void k(unsigned* p) {\n  unsigned b = __ballot(p[0]);\n  p[1] = b;\n}\n");
  put("right.cu", "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n");
  put("plain/a.txt", "nothing");
  EXPECT_EQ(wl({"lint", "mixed.hip"}), 7);
  EXPECT_NE(out.find("mixed.hip:3:12: warning: "), std::string::npos) << out;
  EXPECT_NE(out.find("[WL1233]\n"), std::string::npos) << out;
  EXPECT_NE(out.find("0 errors, 2 warnings, 0 notes in 1 files of 5 lines\n"), std::string::npos) << out;
  EXPECT_EQ(wl({"lint", "right.cu"}), 0);
  EXPECT_EQ(wl({"lint", "--sarif", "mixed.hip"}), 7);
  EXPECT_NE(out.find("\"ruleId\": \"WL1233\""), std::string::npos) << out;
  put("mixed.hip", "#include <hip/hip_runtime.h>\n__global__ void k(unsigned* p) {\n  // wl-ignore WL1233: the block has 32 threads\n  unsigned b = __ballot(p[0]);\n  p[1] = b; // wl-ignore WL1237: so do its readers\n}\n");
  EXPECT_EQ(wl({"lint", "mixed.hip"}), 0) << out;
  put("mixed.hip", "#include <hip/hip_runtime.h>\n__global__ void k(int* p) {\n  p[0] = 1; // wl-ignore WL1233\n}\n");
  EXPECT_EQ(wl({"lint", "mixed.hip"}), 7);
  EXPECT_NE(out.find("mixed.hip:3:"), std::string::npos) << out;
  EXPECT_NE(out.find("[WL1701]"), std::string::npos) << out;
  put("compile_commands.json", "[{\"directory\": \"" + dir.string() + "\", \"file\": \"right.cu\", \"command\": \"nvcc -DN=1 -c right.cu\"}]");
  EXPECT_EQ(wl({"lint", "compile_commands.json"}), 0);
  EXPECT_NE(out.find(" in 1 files of 1 lines"), std::string::npos) << out;
  put("wide.hip", "#include <hip/hip_runtime.h>\n__global__ void k(int* p) { p[threadIdx.x / 64] = __any(p[threadIdx.x]); }\n");
  put("compile_commands.json", "[{\"directory\": \"" + dir.string() + "\", \"file\": \"wide.hip\", \"command\": \"hipcc --offload-arch=gfx1100 -mwavefrontsize64 -c wide.hip\"}]");
  EXPECT_EQ(wl({"lint", "compile_commands.json"}), 7);
  EXPECT_NE(out.find("[WL1225]\n"), std::string::npos) << out;
  EXPECT_NE(out.find("wide.hip:2:43: warning: "), std::string::npos) << out;
  EXPECT_EQ(wl({"lint", "wide.hip"}), 0) << out;
  EXPECT_EQ(wl({"lint", "--target", "gfx1030", "wide.hip"}), 7);
  EXPECT_NE(out.find("[WL1224]\n"), std::string::npos) << out;
  put("mixed.hip", "#include <hip/hip_runtime.h>\n__global__ void k(unsigned* p) {\n  unsigned b = __ballot(p[0]);\n  p[1] = b;\n}\n");
  EXPECT_EQ(wl({"lint", "--write-baseline", "known.json", "mixed.hip"}), 0);
  EXPECT_NE(out.find("2 findings are recorded in known.json"), std::string::npos) << out;
  EXPECT_EQ(wl({"lint", "--baseline", "known.json", "mixed.hip"}), 0);
  EXPECT_NE(out.find("0 warnings, 0 notes in 1 files of 5 lines; 2 more are in the baseline\n"), std::string::npos) << out;
  put("mixed.hip", "#include <hip/hip_runtime.h>\n__global__ void k(unsigned* p) {\n  unsigned b = __ballot(p[0]), c = __ballot(p[1]);\n  p[1] = b;\n}\n");
  EXPECT_EQ(wl({"lint", "--baseline", "known.json", "mixed.hip"}), 7);
  EXPECT_EQ(wl({"lint", "--baseline", "mixed.hip", "mixed.hip"}), 3);
  expect_sentence("baseline");
  EXPECT_EQ(wl({"lint", "plain"}), 3);
  expect_sentence("plain");
  EXPECT_EQ(wl({"lint", "missing.cu"}), 3);
  expect_sentence("missing.cu");
  EXPECT_EQ(wl({"lint", "--frob", "right.cu"}), 2);
  EXPECT_EQ(wl({"lint", "--hip-version", "seven", "right.cu"}), 2);
  expect_sentence("--hip-version seven");
}

TEST_F(Cli, PortIsForAHipAndAGpu) {
  put("k.cu", "__global__ void k(int* p) { asm(\"frob.u32 %0;\" : \"=r\"(p[0])); }\n__global__ void l(int* p) { p[0] = 1; }\nvoid f() { cudaLaunchKernelExC(&c, k, a); }\n");
  put("p/Makefile", "CC = nvcc\nF = -arch=sm_80\n");
  put("p/k.cu", "void f() { cudaLaunchKernelExC(&c, k, a); }\n");
  EXPECT_EQ(wl({"port", "k.cu", "-o", "k.hip", "--verbose"}), 0);
  EXPECT_EQ(out.find("WL1002"), std::string::npos) << out;
  EXPECT_NE(out.find("kernels: 1 done, 1 needs a person\n  k (k.cu:1): WL1301\n"), std::string::npos) << out;
  EXPECT_EQ(wl({"port", "k.cu", "-o", "k.hip", "--force", "--hip-version", "6.3"}), 0);
  EXPECT_NE(out.find("[WL1002]"), std::string::npos) << out;
  // DTK is HIP 6.3.
  EXPECT_EQ(wl({"port", "p", "-o", "q", "--target", "gfx928"}), 0);
  EXPECT_NE(out.find("[WL1002]"), std::string::npos) << out;
  EXPECT_EQ(read_file(dir / "q/Makefile").value_or(""), "ARCH ?= gfx928\nCC = hipcc\nF = --offload-arch=$(ARCH)\n");
  EXPECT_EQ(wl({"port", "k.cu", "--hip-version", "new"}), 2);
  expect_sentence("--hip-version new");
  EXPECT_EQ(wl({"port", "k.cu", "--target", "sm_80"}), 2);
  expect_sentence("--target sm_80");
}

TEST_F(Cli, AStandardOutputThatIsFullIsSaid) {
  std::string big;
  while (big.size() < 200'000) big += "cudaFree(p);\n";
  put("big.cu", big);
  put("small.cu", "cudaFree(p);\n");
  for (const char* file : {"big.cu", "small.cu"})
    EXPECT_EQ(std::system(("cd " + dir.string() + " && " WAVELIFT " port " + file + " > /dev/full 2> said").c_str()) >> 8, 4) << file;
  EXPECT_NE(read_file(dir / "said").value_or("").find("cannot write"), std::string::npos);
}

TEST_F(Cli, UnknownVerbsAndOptions) {
  EXPECT_EQ(wl({"frobnicate"}), 2);
  expect_sentence("'frobnicate'");
  for (const char* verb : {"lift", "run", "devices", "doctor"}) {
    EXPECT_EQ(wl({verb, "--frob"}), 2) << verb;
    expect_sentence("'--frob'");
    EXPECT_EQ(wl({verb, "--help"}), 0) << verb;
    EXPECT_TRUE(out.starts_with("usage: wl ")) << out;
  }
  EXPECT_EQ(wl({"lift"}), 2);
  EXPECT_EQ(wl({"run"}), 2);
  EXPECT_EQ(wl({"lift", "a", "b"}), 2);
  EXPECT_EQ(wl({"lift", "-o"}), 2);
  EXPECT_EQ(wl({"lift", "x", "--timeout", "soon"}), 2);
}

TEST_F(Cli, LiftOfWhatIsNotCuda) {
  EXPECT_EQ(wl({"lift", "nowhere"}), 3);
  expect_sentence("nowhere");
  put("src/main.cpp", "int main() {}\n");
  EXPECT_EQ(wl({"lift", "src"}), 3);
  expect_sentence("src");
  put("notes.txt", "cuda_runtime\n");
  EXPECT_EQ(wl({"lift", "notes.txt"}), 3);
  expect_sentence("notes.txt");
}

TEST_F(Cli, LiftKeepsAnOutputThatIsNotItsOwn) {
  put("a/a.cu", "int main() {}\n");
  put("a-hip/precious.txt", "keep me");
  EXPECT_EQ(wl({"lift", "a"}), 4);
  expect_sentence("a-hip");
  EXPECT_EQ(read_file(dir / "a-hip/precious.txt").value_or(""), "keep me");
  // An output folder of ours that somebody has worked in since.
  put("b-hip/.wavelift-lift", "");
  fs::last_write_time(dir / "b-hip/.wavelift-lift", fs::file_time_type::clock::now() - std::chrono::hours(1));
  put("b-hip/a.hip", "edited");
  EXPECT_EQ(wl({"lift", "a", "-o", "b-hip"}), 4);
  expect_sentence("changed");
  EXPECT_EQ(read_file(dir / "b-hip/a.hip").value_or(""), "edited");
  EXPECT_EQ(wl({"lift", "a", "-o", "c-hip", "--expect", "nothing.txt"}), 3);
  expect_sentence("nothing.txt");
  EXPECT_FALSE(fs::exists(dir / "c-hip"));
}

TEST_F(Cli, RunOfWhatIsNoProgram) {
  EXPECT_EQ(wl({"run", "nowhere"}), 3);
  expect_sentence("nowhere");
  put("text", "hello\n");
  EXPECT_EQ(wl({"run", "text"}), 3);
  expect_sentence("text");
  auto bytes = read_file("/proc/self/exe").value();
  ASSERT_TRUE(write_file(dir / "cut", bytes.substr(0, bytes.size() / 3), 0755));
  EXPECT_EQ(wl({"run", "cut"}), 3);
  expect_sentence("cut short");
  bytes[18] = char(183);  // AArch64
  ASSERT_TRUE(write_file(dir / "foreign", bytes, 0755));
  EXPECT_EQ(wl({"run", "foreign"}), 3);
  expect_sentence("another machine");
  ASSERT_TRUE(write_file(dir / "plain", read_file("/bin/true").value(), 0644));
  EXPECT_EQ(wl({"run", "plain"}), 3);
  expect_sentence("executed");
}

TEST_F(Cli, RunPassesArgumentsAndTheExitCode) {
  EXPECT_EQ(wl({"run", "/bin/sh", "-c", "echo $WAVELIFT_ARCH; exit 7"}), 7);
  EXPECT_EQ(out, "gfx90a\n");
  EXPECT_EQ(wl({"run", "--target", "gfx1100", "/bin/sh", "-c", "echo $WAVELIFT_ARCH"}), 0);
  EXPECT_EQ(out, "gfx1100\n");
}

TEST_F(Cli, RunForAnotherTargetThanTheProgramsOwn) {
  std::string bundle = std::string("amdgcn-amd-amd") + "hsa--gfx1100\n";
  ASSERT_TRUE(write_file(dir / "main", read_file("/bin/true").value() + bundle, 0755));
  env = {"WAVELIFT_ARCH=gfx90a"};
  EXPECT_EQ(wl({"run", "main"}), 6);
  expect_sentence("gfx1100");
  env = {"WAVELIFT_ARCH="};
  EXPECT_EQ(wl({"run", "main"}), 0) << out;
}

TEST_F(Cli, UnknownTargets) {
  env = {"WAVELIFT_ARCH=h100"};
  EXPECT_EQ(wl({"devices"}), 2);
  expect_sentence("h100");
  EXPECT_EQ(wl({"hipcc", "-c", "a.hip"}), 2);
  expect_sentence("h100");
  env = {};
  EXPECT_EQ(wl({"nvcc", "-arch=h100", "-c", "a.cu"}), 2);
  expect_sentence("h100");
}

TEST_F(Cli, CompilerMissing) {
  env = {"WAVELIFT_LLVM=/nowhere"};
  put("a.hip", "");
  EXPECT_EQ(wl({"hipcc", "-c", "a.hip"}), 5);
  expect_sentence("/nowhere");
  EXPECT_EQ(wl({"doctor"}), 5);
  EXPECT_NE(out.find("MISS compiler"), std::string::npos) << out;
}

TEST_F(Cli, CompilerErrorsAreTheCompilers) {
  put("a.cpp", "int main() { return nonsense; }\n");
  EXPECT_EQ(wl({"nvcc", "-c", "a.cpp"}), 1);
  EXPECT_NE(out.find("a.cpp:1:21: error: use of undeclared identifier 'nonsense'"), std::string::npos) << out;
  EXPECT_FALSE(fs::exists(dir / "a.o"));
}

TEST_F(Cli, HostCodeOfNvccIsPlainCxxAndC) {
  put("a.cpp", "#ifdef __HIP__\n#error device\n#endif\nextern \"C\" int f();\nint g() { return f(); }\n");
  put("b.c", "int f(void) { int class = 3; return class; }\n");
  EXPECT_EQ(wl({"nvcc", "-std=c++14", "-O2", "-Xcompiler", "-Wall", "-c", "a.cpp", "b.c"}), 0) << out;
  EXPECT_TRUE(fs::exists(dir / "a.o"));
  EXPECT_TRUE(fs::exists(dir / "b.o"));
  EXPECT_EQ(wl({"nvcc", "-lib", "a.o", "b.o", "-o", "libab.a"}), 0) << out;
  EXPECT_TRUE(fs::exists(dir / "libab.a"));
}

TEST_F(Cli, LibrariesThatWaveliftDoesNotHave) {
  put("a.o", "");
  EXPECT_EQ(wl({"nvcc", "a.o", "-lcudnn", "-o", "a"}), 6);
  expect_sentence("-lcudnn");
}

TEST_F(Cli, VersionsForOtherToolsToRead) {
  EXPECT_EQ(wl({"nvcc", "--version"}), 0);
  EXPECT_NE(out.find("release 12."), std::string::npos) << out;
  EXPECT_EQ(wl({"hipcc", "--version"}), 0);
  EXPECT_NE(out.find("HIP version: 7."), std::string::npos) << out;
  EXPECT_NE(out.find("clang version 22"), std::string::npos) << out;
}

TEST_F(Cli, DevicesAsJson) {
  EXPECT_EQ(wl({"devices", "--json"}), 0);
  EXPECT_NE(out.find("\"name\": \"gfx90a\""), std::string::npos) << out;
}

TEST_F(Cli, DevicesOfThisMachine) {
  const std::vector<std::string> none{"WAVELIFT_HIP_LIBRARY=/nowhere", "WAVELIFT_CUDA_LIBRARY=/nowhere", "WAVELIFT_NVML_LIBRARY=/nowhere",
                                      "WAVELIFT_AMDSMI_LIBRARY=/nowhere", "WAVELIFT_ROCM_SMI_LIBRARY=/nowhere"};
  env = none;
  EXPECT_EQ(wl({"devices", "--found"}), 0);
  EXPECT_EQ(out, "no GPU found: looked for libamdhip64.so, libamd_smi.so, librocm_smi64.so, libcuda.so.1, libnvidia-ml.so.1; the software GPU is there\n");
  EXPECT_EQ(wl({"devices"}), 0);
  EXPECT_TRUE(out.ends_with("the software GPU is there\n")) << out;
  EXPECT_NE(out.find("gfx1100"), std::string::npos) << out;
  EXPECT_EQ(wl({"devices", "--found", "--json"}), 0);
  EXPECT_NE(out.find("\"devices\": []"), std::string::npos) << out;
  EXPECT_NE(out.find("\"says\": \"NVIDIA's driver is not there: looked for /nowhere\""), std::string::npos) << out;
  EXPECT_EQ(wl({"doctor"}), 0) << out;
  EXPECT_NE(out.find("none CUDA              NVIDIA's driver is not there"), std::string::npos) << out;

  for (std::string& e : env) e.replace(e.find('=') + 1, std::string::npos, FAKE_GPU);
  EXPECT_EQ(wl({"devices", "--found"}), 0);
  EXPECT_NE(out.find("cuda:1   Fake H101                  sm_90       80 GB     2 GB   37 %  1980 MHz   123 W   41 C  1 "), std::string::npos) << out;
  EXPECT_NE(out.find("NVML 1 at 0000:a3:00.0 is hidden from its run time."), std::string::npos) << out;
  EXPECT_EQ(wl({"devices", "--found", "--json"}), 0);
  for (const char* part : {"\"device\": \"hip:1\"", "\"uuid\": \"GPU-2\"", "\"utilisation\": null", "\"celsius\": 41.0", "\"pid\": 100"})
    EXPECT_NE(out.find(part), std::string::npos) << part << "\n" << out;
  EXPECT_EQ(wl({"doctor"}), 0) << out;
  EXPECT_NE(out.find("ok   GPUs              4; wl devices --found lists them"), std::string::npos) << out;
}

}  // namespace
