// wl predict on a task's candidate, a profile and a code object, and what it says of what it cannot do.
#include "base/files.h"
#include "base/process.h"
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace wavelift;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

class PredictCli : public testing::Test {
protected:
  std::string out, errors;   // one text

  int predict(std::vector<std::string> args) {
    args.insert(args.begin(), {WAVELIFT, "predict"});
    RunOptions o;
    o.timeout_s = 120;
    o.env = {"WAVELIFT_THREADS=1"};
    auto r = run_process(args, o);
    if (!r) return -1;
    out = r->out;
    errors = out;
    return r->exit_code;
  }
  // The one kernel's prediction.
  Json kernel(const std::vector<std::string>& args) {
    EXPECT_EQ(predict(args), 0) << errors;
    const Json j = Json::parse(out, nullptr, false);
    return j.is_object() && j["kernels"].size() == 1 ? j["kernels"][0] : Json();
  }
  bool says(const std::string& text) { return errors.find(text) != std::string::npos; }
  static std::string baseline(const std::string& task, const char* ending = ".hip") { return std::string(SOURCE_ROOT) + "/share/tasks/" + task + "/baseline" + ending; }
};

// The naive product reads 2 mnk numbers through the caches and each of A, B and C from or to memory once.
TEST_F(PredictCli, ASampleOfWorkgroupsSaysWhatAllDo) {
  const std::vector<std::string> few = {"gemm_f32", baseline("gemm_f32"), "--shape", "m=256,n=256,k=64", "--json"};
  std::vector<std::string> all = few;
  all.insert(all.end(), {"--groups", "256"});
  const Json sampled = kernel(few), whole = kernel(all);
  ASSERT_TRUE(sampled.is_object() && whole.is_object());
  for (const char* name : {"simd", "l1", "memory"}) EXPECT_NEAR(sampled["bounds"][name].get<double>() / whole["bounds"][name].get<double>(), 1, 0.02) << name;
  const double bytes = 4.0 * (256 * 64 + 64 * 256 + 256 * 256);
  EXPECT_NEAR(sampled["bounds"]["memory"].get<double>() * 1638e9 * 0.87 / bytes, 1, 0.05);
}

// A full shape that could not be run whole: 4096 cubed in seconds, and it is what limits such a kernel on a card that has caches enough.
TEST_F(PredictCli, AFullShapeInSeconds) {
  const Json k = kernel({"gemm_f32", baseline("gemm_f32", ".cu"), "--card", "h200", "--shape", "m=4096,n=4096,k=4096", "--json"});
  ASSERT_TRUE(k.is_object());
  EXPECT_EQ(k["limiter"], "l1");
  EXPECT_GT(k["seconds"].get<double>(), 2 * 4096.0 * 4096 * 4096 / 67e12);   // the peak
  EXPECT_LT(k["seconds"].get<double>(), 0.1);
  EXPECT_LT(k["low"].get<double>(), k["seconds"].get<double>());
  EXPECT_LT(k["confidence"].get<double>(), 1);
}

TEST_F(PredictCli, RefusesWhatMakesNoSense) {
  EXPECT_EQ(predict({"gemm_f32", baseline("gemm_f32"), "--card", "gfx9000"}), 2);
  EXPECT_TRUE(says("wavelift knows no card 'gfx9000'")) << errors;
  EXPECT_EQ(predict({"gemm_f32", baseline("gemm_f32"), "--shape", "m=1"}), 2);
  EXPECT_TRUE(says("the parameter 'n' is missing")) << errors;
  EXPECT_EQ(predict({"gemm_f32", baseline("gemm_f32"), "--shape", "large"}), 2);
  EXPECT_TRUE(says("no shape 'large'")) << errors;
  EXPECT_EQ(predict({"/nowhere"}), 3);
  const fs::path file = fs::path(testing::TempDir()) / ("predict-" + std::to_string(::getpid()));
  ASSERT_TRUE(write_file(file, "rubbish"));
  EXPECT_EQ(predict({file.string()}), 3);
  EXPECT_TRUE(says("is neither a program nor a profile")) << errors;
  fs::remove(file);
  EXPECT_EQ(predict({"gemm_f32", baseline("gemm_f32"), "--card", "gfx90a", "--sass", baseline("gemm_f32")}), 2);
  EXPECT_TRUE(says("on one of NVIDIA's cards")) << errors;
}

}  // namespace
