// wl profile on a small program: the table, the document, the annotated source, and what it says when there is nothing.
#include "base/files.h"
#include "base/process.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

constexpr const char* kProgram = R"(#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 0;
  float *x, *y;
  cudaMalloc(&x, 4096 * 4);
  cudaMalloc(&y, 4096 * 4);
  if (n) saxpy<<<16, 256>>>(n, 2.0f, x, y);
  cudaDeviceSynchronize();
  printf("done\n");
  return argc > 2 ? atoi(argv[2]) : 0;
}
)";

class ProfileCli : public testing::Test {
protected:
  static inline fs::path dir;
  std::string out;

  static void SetUpTestSuite() {
    dir = fs::path(testing::TempDir()) / ("wl-profile-test-" + std::to_string(::getpid()));
    fs::create_directories(dir);
    ASSERT_TRUE(write_file(dir / "saxpy.cu", kProgram));
    RunOptions o;
    o.cwd = dir;
    o.timeout_s = 120;
    auto r = run_process({WAVELIFT, "nvcc", "-O3", "-lineinfo", "saxpy.cu", "-o", "saxpy"}, o);
    ASSERT_TRUE(r && r->exit_code == 0) << (r ? r->out : r.error().sentence());
  }
  static void TearDownTestSuite() { fs::remove_all(dir); }

  int profile(std::vector<std::string> args) {
    args.insert(args.begin(), {WAVELIFT, "profile"});
    RunOptions o;
    o.cwd = dir;
    o.timeout_s = 60;
    auto r = run_process(args, o);
    if (!r) return -1;
    out = r->out;
    return r->exit_code;
  }
  bool says(const std::string& text) { return out.find(text) != std::string::npos; }
};

TEST_F(ProfileCli, TableAndDocument) {
  ASSERT_EQ(profile({"--json", "p.json", "./saxpy", "4096"}), 0) << out;
  EXPECT_TRUE(out.starts_with("done\n")) << out;   // the program's own output comes first
  EXPECT_TRUE(says("saxpy(int, float, float const*, float*)\n  1. bound by ")) << out;
  EXPECT_TRUE(says("1 of 16x1x1 workgroups of 256x1x1; 64 wavefronts of 64")) << out;
  EXPECT_TRUE(says("loads 32.77 kB, stores 16.38 kB")) << out;
  EXPECT_TRUE(says("8.0 sectors of 32 B a request, 100 % used")) << out;
  EXPECT_TRUE(says("8 of 8 waves a SIMD, limited by waves")) << out;
  EXPECT_TRUE(says("saxpy.cu:6\n")) << out;
  EXPECT_FALSE(says("\x1b")) << "no colours when piped";
  auto j = nlohmann::json::parse(read_file(dir / "p.json").value_or(""), nullptr, false);
  ASSERT_FALSE(j.is_discarded());
  EXPECT_EQ(j["format"], "wavelift-profile");
  EXPECT_EQ(j["version"], 1);
  EXPECT_EQ(j["target"]["name"], "gfx90a");
  ASSERT_EQ(j["kernels"].size(), 1u);
  const auto& c = j["kernels"][0]["counters"];
  EXPECT_EQ(c["SQ_WAVES"], 64);
  EXPECT_EQ(c["SQ_INSTS_VMEM_RD"], 128);
  EXPECT_EQ(c["SQ_INSTS_VMEM_WR"], 64);
  EXPECT_EQ(c["flops_f32"], 8192);

  const std::string table = out.substr(out.find("saxpy("));
  ASSERT_EQ(profile({"--from", "p.json"}), 0) << out;
  EXPECT_EQ(out, table);
  ASSERT_EQ(profile({"--from", "p.json", "--kernel", "nothing"}), 0);
  EXPECT_TRUE(says("no kernel")) << out;
}

TEST_F(ProfileCli, AnnotatedSource) {
  ASSERT_EQ(profile({"--annotate", "./saxpy", "4096"}), 0) << out;
  // Counters stand in front of the line; lines around it have none.
  EXPECT_TRUE(says("     6    if (i < n) y[i] = a * x[i] + y[i];\n")) << out;
  EXPECT_TRUE(says("     7  }\n")) << out;
  EXPECT_FALSE(says("printf")) << out;
}

TEST_F(ProfileCli, ExitCodesAndSentences) {
  EXPECT_EQ(profile({"./saxpy", "64", "5"}), 5);   // the program's
  EXPECT_TRUE(says("saxpy(")) << out;
  EXPECT_EQ(profile({"./saxpy"}), 1);
  EXPECT_TRUE(says("launched no kernel")) << out;
  EXPECT_EQ(profile({}), 2);
  EXPECT_EQ(profile({"--frob", "./saxpy"}), 2);
  EXPECT_TRUE(says("'--frob'")) << out;
  EXPECT_EQ(profile({"--top", "many", "./saxpy"}), 2);
  EXPECT_EQ(profile({"--from", "p.json", "./saxpy"}), 2);
  EXPECT_EQ(profile({"./nowhere"}), 3);
  EXPECT_TRUE(says("nowhere")) << out;
  ASSERT_TRUE(write_file(dir / "other.json", "{}"));
  EXPECT_EQ(profile({"--from", "other.json"}), 3);
  EXPECT_TRUE(says("other.json is no profile")) << out;
}

}  // namespace
