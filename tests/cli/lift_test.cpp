// The main job on the example, and what a second and a spoilt one say.
#include "base/files.h"
#include "base/process.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

class Lift : public testing::Test {
 protected:
  fs::path dir = fs::path(testing::TempDir()) / ("wl-lift-test-" + std::to_string(::getpid()));
  std::string out;

  void SetUp() override {
    fs::create_directories(dir);
    fs::copy(SOURCE_ROOT "/examples/vadd", dir / "vadd");
  }
  void TearDown() override { fs::remove_all(dir); }

  int lift(std::vector<std::string> args) {
    args.insert(args.begin(), {WAVELIFT, "lift"});
    RunOptions o;
    o.cwd = dir;
    o.timeout_s = 120;
    auto r = run_process(args, o);
    if (!r) return -1;
    out = r->out;
    return r->exit_code;
  }
  bool says(const std::string& text) { return out.find(text) != std::string::npos; }
};

TEST_F(Lift, ExampleIsProvedAndItsKernelsAreListed) {
  ASSERT_EQ(lift({"vadd", "--", "1000"}), 0) << out;
  EXPECT_TRUE(says("PASS")) << out;
  EXPECT_TRUE(says("proved   the program's own check passed")) << out;
  EXPECT_TRUE(says("vadd(float const*, float const*, float*, int)")) << out;
  EXPECT_TRUE(says("sum(float const*, float*, int)")) << out;
  EXPECT_TRUE(fs::exists(dir / "vadd-hip/vadd"));
  // An untouched output is replaced.
  EXPECT_EQ(lift({"vadd", "--json", "--", "1000"}), 0) << out;
  EXPECT_TRUE(says("\"verdict\": \"proved\"")) << out;
}

TEST_F(Lift, SingleFile) {
  ASSERT_EQ(lift({"vadd/vadd.cu", "-o", "one", "--", "500"}), 0) << out;
  EXPECT_TRUE(says("PASS")) << out;
}

TEST_F(Lift, WrongResultsAreNotProved) {
  std::string source = read_file(dir / "vadd/vadd.cu").value();
  source.replace(source.find("a[i] + b[i];"), 12, "a[i] - b[i];");
  ASSERT_TRUE(write_file(dir / "vadd/vadd.cu", source));
  EXPECT_EQ(lift({"vadd", "--", "1000"}), 1) << out;
  EXPECT_TRUE(says("wrong")) << out;
}

TEST_F(Lift, OutputIsComparedWithAFile) {
  ASSERT_TRUE(write_file(dir / "expected", "n = 10, wrong elements: 0, sum 69, expected 69\nPASS\n"));
  EXPECT_EQ(lift({"vadd", "--expect", "expected", "--", "10"}), 0) << out;
  ASSERT_TRUE(write_file(dir / "expected", "n = 10, wrong elements: 0, sum 70, expected 70\nPASS\n"));
  EXPECT_EQ(lift({"vadd", "-o", "two", "--expect", "expected", "--", "10"}), 1) << out;
  EXPECT_TRUE(says("line 1 is")) << out;
}

// A program without a check of its own.
const char* const silent = R"(#include <cstdio>
#include <cuda_runtime.h>
__global__ void fill(float* p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = BODY;
  if (n == 3)
    p[0] = 7;
}
__global__ void never(float* p) { *p = 1; }
int main(int argc, char**) {
  float h[256], *d;
  cudaMalloc(&d, sizeof h);
  fill<<<1, 128>>>(d, 256);
  if (argc > 100) never<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("done\n");
}
)";
std::string silent_with(std::string_view body) {
  std::string text = silent;
  return text.replace(text.find("BODY"), 4, body);
}

TEST_F(Lift, WhatComesBackFromTheDeviceProves) {
  ASSERT_TRUE(write_file(dir / "same.cu", silent_with("i * 0.5f")));
  ASSERT_EQ(lift({"same.cu"}), 0) << out;
  EXPECT_TRUE(says("copies   1 of 1 copies to the host have the CUDA source's bytes")) << out;
  EXPECT_TRUE(says("proved   its output is that of the CUDA source at 32 lanes")) << out;
  EXPECT_TRUE(says("not run  kernel never(float*)")) << out;
  EXPECT_TRUE(says("not run  by any thread: same.cu:5\n")) << out;
  // The hardware's width, which the port leaves: other data, the same output.
  ASSERT_TRUE(write_file(dir / "other.cu", silent_with("i + int(__builtin_amdgcn_wavefrontsize())")));
  ASSERT_EQ(lift({"other.cu", "--json"}), 0) << out;
  EXPECT_TRUE(says("\"verdict\": \"ran\"")) << out;
  EXPECT_TRUE(says("after launch 1, of fill(float*, int)) differs in 256 of 256 elements, taken for floats: the first beyond rounding, element 0, is 64, expected 32")) << out;
  EXPECT_TRUE(says("\"not_launched\": [\n  \"never(float*)\"\n ]")) << out;
}

TEST_F(Lift, RightByTheUsualOrderAloneIsWrong) {
  // The last block to come wins.
  const std::string source = R"(#include <cstdio>
#include <cuda_runtime.h>
__global__ void last(int* p) { *p = blockIdx.x; }
int main() {
  int h, *d;
  cudaMalloc(&d, sizeof h);
  last<<<64, 32>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  puts(h == USUAL ? "PASS" : "FAIL");
}
)";
  ASSERT_TRUE(write_file(dir / "race.cu", source));
  auto with = [&](const char* usual) {
    std::string text = source;
    return write_file(dir / "race.cu", text.replace(text.find("USUAL"), 5, usual));
  };
  ASSERT_TRUE(with("63"));
  EXPECT_EQ(lift({"race.cu", "-o", "race", "--no-original", "--schedules", "0"}), 0) << out;
  EXPECT_EQ(lift({"race.cu", "-o", "race", "--no-original", "--schedules", "8"}), 1) << out;
  EXPECT_TRUE(says("wrong    it depends on the order of waves and workgroups: WAVELIFT_SCHEDULE=")) << out;
  EXPECT_EQ(lift({"race.cu", "--schedules", "-1"}), 2) << out;
}

TEST_F(Lift, SourceThatDoesNotCompile) {
  ASSERT_TRUE(write_file(dir / "vadd/vadd.cu", "__global__ void k() { nonsense(); }\nint main() { k<<<1, 1>>>(); }\n"));
  EXPECT_EQ(lift({"vadd"}), 1) << out;
  EXPECT_TRUE(says("nonsense")) << out;
}

}  // namespace
