// Waits from instructions, a sample of workgroups, and what a damaged profile is.
#include "model/profile_work.h"
#include "model/waits.h"
#include "soft/observe/sample.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace wavelift;
using namespace wavelift::model;

namespace {

std::vector<Step> steps(const std::vector<std::pair<const char*, const char*>>& code, double times = 1) {
  std::vector<Step> all;
  uint64_t at = 0x1000;
  for (auto [unit, text] : code) {
    all.push_back({at, text, unit, times, 0});
    at += 4;
  }
  return all;
}

TEST(Waits, LoadsThatAreWaitedForTogetherAreOne) {
  const auto w = waits_of(steps({{"vmem", "global_load_dword v0, v[2:3], off"}, {"vmem", "global_load_dword v1, v[4:5], off"}, {"wait", "s_waitcnt vmcnt(1)"}, {"valu", "v_add_f32 v2, v0, v0"}, {"wait", "s_waitcnt vmcnt(0)"}}));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].kind, Wait::Kind::memory);
  EXPECT_EQ(w[0].issued, 2);
}

TEST(Waits, OneAfterTheOtherAreTwo) {
  const auto w = waits_of(steps({{"vmem", "global_load_dword v0, v[2:3], off"}, {"wait", "s_waitcnt vmcnt(0)"}, {"vmem", "global_load_dword v1, v[0:1], off"}, {"wait", "s_waitcnt vmcnt(0)"}}));
  EXPECT_EQ(w.size(), 2u);
}

TEST(Waits, KindsByTheirCounters) {
  const auto w = waits_of(steps({{"smem", "s_load_dwordx2 s[0:1], s[4:5], 0x0"}, {"wait", "s_waitcnt lgkmcnt(0)"}, {"lds", "ds_read_b32 v0, v1"}, {"wait", "s_waitcnt lgkmcnt(0)"}}));
  ASSERT_EQ(w.size(), 2u);
  EXPECT_EQ(w[0].kind, Wait::Kind::scalar);
  EXPECT_EQ(w[1].kind, Wait::Kind::lds);
}

// A load at the end of a turn that the next turn waits for, behind three other instructions.
TEST(Waits, ThroughALoop) {
  const auto w = waits_of(steps({{"valu", "v_mov_b32 v3, 0"}, {"valu", "v_add_f32 v2, v0, v0"}, {"valu", "v_add_f32 v2, v2, v0"}, {"wait", "s_waitcnt vmcnt(0)"}, {"vmem", "global_load_dword v0, v[2:3], off"}, {"branch", "s_cbranch_scc1 65530"}}, 50));
  ASSERT_EQ(w.size(), 1u);
  EXPECT_EQ(w[0].times, 50);
  EXPECT_GE(w[0].issued, 4);
}

TEST(Sample, AMiddleItsNeighboursAndOthersAllOver) {
  const auto s = soft::sample_of({32, 16, 2}, 12);
  EXPECT_EQ(s.size(), 12u);
  for (uint64_t wanted : {15 + 32 * 7, 16 + 32 * 7, 15 + 32 * 8, 15 + 32 * (7 + 16)}) EXPECT_TRUE(std::ranges::find(s, wanted) != s.end()) << wanted;
  EXPECT_TRUE(std::ranges::is_sorted(s));
  EXPECT_LT(s.front(), 150u);
  EXPECT_GE(s.back(), 900u);
  EXPECT_LT(s.back(), 1024u);
  EXPECT_TRUE(soft::sample_of({4, 3, 1}, 12).empty());
  EXPECT_TRUE(soft::sample_of({1 << 20, 1, 1}, 0).empty());
}

TEST(ProfileWork, RefusesWhatIsNoProfile) {
  EXPECT_FALSE(work_of_profile(nlohmann::ordered_json::parse("[]")));
  EXPECT_FALSE(work_of_profile({{"format", "wavelift-profile"}, {"version", 1}, {"kernels", {{{"name", "k"}}}}}));
}

}  // namespace
