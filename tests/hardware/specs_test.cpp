// The cards: figures that must agree with one another, and what the generator says of files that are wrong.
#include "base/files.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "hardware/limits.h"
#include "hardware/specs.h"
#include <filesystem>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::hardware;
namespace fs = std::filesystem;

namespace {

TEST(Specs, PeaksAreWhatLanesAndClocksGive) {
  EXPECT_EQ(specs().size(), 14u);
  for (const Spec& s : specs()) {
    // Vector peak: two operations a lane and cycle; packed, dual issue or NVIDIA's 128 lanes make it up to four times that of 64 lanes.
    const double plain = 2e-6 * 64 * s.number(Key::compute_units) * s.number(Key::clock_mhz);
    EXPECT_GT(s.number(Key::fp32_tflops), 0.9 * plain) << s.name;
    EXPECT_LT(s.number(Key::fp32_tflops), 4.3 * plain) << s.name;
    for (Key k : {Key::fp16_matrix_tflops, Key::bf16_matrix_tflops, Key::tf32_matrix_tflops})
      if (s.get(k)) EXPECT_GT(*s.get(k), s.number(Key::fp32_tflops)) << s.name;
    // Caches get larger outwards, memory is slower than them.
    EXPECT_LE(s.number(Key::l1_kib), s.number(Key::l2_kib)) << s.name;
    if (s.get(Key::mall_mib)) EXPECT_GT(*s.get(Key::mall_mib) * 1024, s.number(Key::l2_kib) * s.number(Key::dies)) << s.name;
    if (s.get(Key::l2_bytes_per_clock)) EXPECT_GT(*s.get(Key::l2_bytes_per_clock) * s.number(Key::dies) * s.number(Key::clock_mhz) / 1000, s.number(Key::memory_gbs)) << s.name;
    if (s.get(Key::copy_gbs)) EXPECT_LT(*s.get(Key::copy_gbs), s.number(Key::memory_gbs)) << s.name;
    EXPECT_LE(s.number(Key::lds_per_group), s.number(Key::lds_per_unit)) << s.name;
    EXPECT_EQ(s.whole(Key::vgprs_per_simd_lane) % s.whole(Key::vgpr_granule), 0) << s.name;
    // Latencies, where known, in the order of the hierarchy.
    double before = 0;
    for (Key k : {Key::l1_latency, Key::l2_latency, Key::memory_latency})
      if (auto v = s.get(k)) {
        EXPECT_GT(*v, before) << s.name;
        before = *v;
      }
  }
}

TEST(Specs, LookUp) {
  EXPECT_EQ(find_spec("NVIDIA H200")->name, "h200");
  EXPECT_EQ(find_spec("GFX90A")->product, "Instinct MI250X (one die)");
  EXPECT_EQ(find_spec("gfx90"), nullptr);
  EXPECT_EQ(find_spec("h200")->arch, "sm_90");
  EXPECT_EQ(find_spec("gfx942")->get(Key::copy_gbs), std::nullopt);
  const Figure* copies = find_spec("h200")->find(Key::copy_gbs);
  ASSERT_NE(copies, nullptr);
  EXPECT_EQ(copies->source->grade, Grade::measured);
}

// Of the tables of CUDA's programming guide and its occupancy calculator.
TEST(Specs, OccupancyOfNvidias) {
  struct Case {
    const char* card;
    int threads, registers, shared, groups;
    const char* limiter;
  };
  const Case cases[] = {
      {"h200", 256, 32, 0, 8, "waves"},          // 64 warps
      {"h200", 256, 128, 0, 2, "VGPRs"},         // 65536 registers
      {"h200", 32, 32, 0, 32, "workgroups"},     // 32 blocks, though 64 warps would do
      {"h200", 256, 40, 48 << 10, 4, "LDS"},     // 228 / (48 + 1)
      {"a100", 256, 40, 48 << 10, 3, "LDS"},     // 164 / (48 + 1)
      {"h200", 128, 100, 0, 4, "VGPRs"},         // 100 become 104: 157 lanes' worth, 4 warps a scheduler
  };
  for (const Case& c : cases) {
    const Spec& s = *find_spec(c.card);
    const Occupancy o = occupancy(target_of(s), limits_of(s), {.vgprs = c.registers, .lds = c.shared, .threads = c.threads, .wave_size = 32});
    EXPECT_EQ(o.groups_per_unit, c.groups) << c.card << " " << c.threads << " " << c.registers << " " << c.shared;
    EXPECT_EQ(o.limiter, c.limiter) << c.card << " " << c.threads << " " << c.registers << " " << c.shared;
  }
}

class Generator : public testing::Test {
protected:
  void SetUp() override {
    auto made = TemporaryFolder::make("specs");
    ASSERT_TRUE(made);
    folder_ = std::move(*made);
    for (const auto& e : fs::directory_iterator(HARDWARE_DATA)) fs::copy(e.path(), folder_.path() / e.path().filename());
  }
  // What is said of the folder once `from` is `to` in a file.
  std::string says(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = read_file(folder_.path() / file).value();
    const size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    text.replace(at, from.size(), to);
    EXPECT_TRUE(write_file(folder_.path() / file, text));
    RunOptions o;
    o.timeout_s = 20;
    auto r = run_process({HARDWARE_GEN, folder_.path().string(), (folder_.path() / "out.inc").string()}, o);
    EXPECT_TRUE(r && r->exit_code == 1);
    return r ? r->out : "";
  }
  TemporaryFolder folder_;
};

TEST_F(Generator, RefusesAnUnknownFigure) {
  EXPECT_NE(says("gfx90a.toml", "l1_kib", "l1_kb").find("gfx90a.toml:24: l1_kb is no figure"), std::string::npos);
}
TEST_F(Generator, RefusesAMissingFigure) {
  EXPECT_NE(says("h200.toml", "wave_size = [32, \"h200\"]\n", "").find("wave_size is missing: of a wavefront"), std::string::npos);
}
TEST_F(Generator, RefusesAFigureWithoutASource) {
  EXPECT_NE(says("gfx942.toml", "[304, \"rocm\"]", "304").find("compute_units is [number, \"source\"]"), std::string::npos);
  EXPECT_NE(says("gfx908.toml", "[120, \"rocm\"]", "[120, \"hearsay\"]").find("compute_units is [number, \"source\"]"), std::string::npos);
}
TEST_F(Generator, RefusesAnUnknownGrade) {
  EXPECT_NE(says("sources.toml", "\"measured\"", "\"certain\"").find("h200: a source has a `grade`"), std::string::npos);
}

}  // namespace
