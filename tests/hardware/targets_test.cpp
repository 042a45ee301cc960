#include "hardware/targets.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

using namespace wavelift;
using namespace wavelift::hardware;

namespace {

TEST(Targets, RowsAreConsistent) {
  std::set<std::string_view> names;
  for (const Target& t : targets()) {
    EXPECT_TRUE(names.insert(t.name).second) << t.name;
    ASSERT_NE(find_target(t.compile_as), nullptr) << t.name;
    EXPECT_EQ(find_target(t.compile_as)->compile_as, t.compile_as) << t.name;
    EXPECT_EQ(find_target(t.compile_as)->wave_size, t.wave_size) << t.name;
    EXPECT_TRUE(t.wave_size == 32 || t.wave_size == 64) << t.name;
    EXPECT_EQ(t.simds_per_cu, t.wave_size == 64 ? 4 : 2) << t.name;
    EXPECT_EQ(t.vgprs_per_simd_lane % t.vgpr_granule, 0) << t.name;
    // Peak fp32 is two operations a lane and clock; packed or dual issue doubles or quadruples it, never more.
    int lanes = t.compute_units * 64;
    double plain = 2e-6 * lanes * t.clock_mhz;
    EXPECT_GT(t.fp32_tflops, 0.9 * plain) << t.name;
    EXPECT_LT(t.fp32_tflops, 4.3 * plain) << t.name;
    EXPECT_LE(t.fp64_tflops, t.fp32_tflops) << t.name;
    // A card that runs as another one says what that leaves out.
    EXPECT_EQ(t.not_modelled.empty(), t.compile_as == t.name) << t.name;
  }
}

TEST(Targets, LookUp) {
  EXPECT_EQ(find_target("gfx90a:sramecc+:xnack-")->name, "gfx90a");
  EXPECT_EQ(find_target("gfx928")->compile_as, "gfx906");
  EXPECT_EQ(find_target("gfx90"), nullptr);
  EXPECT_EQ(find_target(""), nullptr);
}

TEST(Targets, SaysWhatIsNotModelled) {
  EXPECT_EQ(modelling_note(*find_target("gfx90a")), "");
  EXPECT_NE(modelling_note(*find_target("gfx936")).find("gfx936 (Hygon BW1000) is run as gfx906"), std::string::npos);
}

TEST(Targets, DefaultIsTheEnvironments) {
  ::unsetenv("WAVELIFT_ARCH");
  EXPECT_EQ(default_target().value()->name, "gfx90a");
  ::setenv("WAVELIFT_ARCH", "gfx1100", 1);
  EXPECT_EQ(default_target().value()->name, "gfx1100");
  ::setenv("WAVELIFT_ARCH", "h100", 1);
  EXPECT_EQ(default_target().error().exit, Exit::usage);
  ::unsetenv("WAVELIFT_ARCH");
}

}  // namespace
