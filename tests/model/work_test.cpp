// Waits from instructions, a sample of workgroups, and what a damaged profile is.
#include "model/profile_work.h"
#include "model/waits.h"
#include "soft/observe/footprint.h"
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

// Lines of 128 bytes from `first` on, all of whose sectors are read.
std::vector<soft::Footprint::Line> lines(uint64_t first, int n) {
  soft::Footprint f;
  for (int i = 0; i < n; ++i) f.touch((first >> 7) + static_cast<uint64_t>(i), 15, true, false);
  return f.take();
}

TEST(Footprint, WhatIsNewToANeighbour) {
  soft::Source source(1);
  soft::KernelProfile k(source, soft::Kernel{}, "gfx90a");
  k.blocks = {4, 4, 1};
  k.arguments = {{"b", 0x20000}, {"a", 0x10000}};
  auto group = [&](uint64_t number, uint64_t a, uint64_t b) {
    auto all = lines(a, 8), more = lines(b, 4);
    all.insert(all.end(), more.begin(), more.end());
    k.footprints.push_back({number, std::move(all)});
  };
  group(5, 0x10000, 0x20000);              // in the middle
  group(6, 0x10000, 0x20000 + 4 * 128);    // to the right: the same of a, another part of b
  group(9, 0x10000 + 2 * 128, 0x20000);    // below: a quarter of a is new, the same of b
  const auto f = soft::buffer_footprints(k);
  ASSERT_EQ(f.size(), 2u);
  EXPECT_EQ(f[0].name, "a");
  EXPECT_EQ(f[0].read_bytes, 8 * 128);
  EXPECT_EQ(f[0].written_bytes, 0);
  EXPECT_EQ(f[0].fresh[0], 0);
  EXPECT_EQ(f[0].fresh[1], 0.25);
  EXPECT_EQ(f[0].span, 10 * 128);
  EXPECT_EQ(f[1].name, "b");
  EXPECT_EQ(f[1].fresh[0], 1);
  EXPECT_EQ(f[1].fresh[1], 0);
}

TEST(ProfileWork, RefusesWhatIsNoProfile) {
  EXPECT_FALSE(work_of_profile(nlohmann::ordered_json::parse("[]")));
  EXPECT_FALSE(work_of_profile({{"format", "wavelift-profile"}, {"version", 1}, {"kernels", {{{"name", "k"}}}}}));
}

}  // namespace
