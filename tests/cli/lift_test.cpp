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

TEST_F(Lift, SourceThatDoesNotCompile) {
  ASSERT_TRUE(write_file(dir / "vadd/vadd.cu", "__global__ void k() { nonsense(); }\nint main() { k<<<1, 1>>>(); }\n"));
  EXPECT_EQ(lift({"vadd"}), 1) << out;
  EXPECT_TRUE(says("nonsense")) << out;
}

}  // namespace
