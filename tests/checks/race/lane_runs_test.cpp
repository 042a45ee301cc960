// Rows of addresses as runs, compiled for each wave size.
#include "soft/observe/wave/lane_runs.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace wavelift::soft::WAVE {
namespace {

struct Addresses {
  alignas(32) uint32_t lane[kLanes];
  // Rows of `width` lanes side by side, `pitch` bytes apart.
  Addresses(int width, uint32_t pitch, uint32_t bytes, uint32_t start = 100) {
    for (int i = 0; i < kLanes; ++i)
      lane[i] = start + static_cast<uint32_t>(i / width) * pitch + static_cast<uint32_t>(i % width) * bytes;
  }
};

TEST(LaneRuns, OneRunIsAllLanes) {
  const Addresses a(kLanes, 0, 8);
  const LaneRuns runs(a.lane, kAllLanes, 8, false);
  ASSERT_EQ(runs.count, 1);
  EXPECT_EQ(runs.run[0].lane, 0);
  EXPECT_EQ(runs.run[0].at, 100u);
  EXPECT_EQ(runs.run[0].count, static_cast<uint32_t>(kLanes));
  EXPECT_TRUE(runs.apart(8));
}

TEST(LaneRuns, RowsOfATile) {
  const Addresses a(kLanes / 4, 1000, 4);
  const LaneRuns runs(a.lane, kAllLanes, 4, false);
  ASSERT_EQ(runs.count, 4);
  EXPECT_EQ(runs.run[3].lane, kLanes * 3 / 4);
  EXPECT_EQ(runs.run[3].at, 3100u);
  EXPECT_EQ(runs.run[3].count, static_cast<uint32_t>(kLanes / 4));
  EXPECT_TRUE(runs.apart(4));
}

TEST(LaneRuns, LanesThatAreOffEndARun) {
  const Addresses a(kLanes, 0, 4);
  const LaneRuns runs(a.lane, 0x3e7, 4, false);
  ASSERT_EQ(runs.count, 2);
  EXPECT_EQ(runs.run[0].count, 3u);
  EXPECT_EQ(runs.run[1].lane, 5);
  EXPECT_EQ(runs.run[1].count, 5u);
}

TEST(LaneRuns, LanesOfOnePlaceCountOnce) {
  const Addresses a(kLanes, 0, 0);
  EXPECT_EQ(LaneRuns(a.lane, kAllLanes, 4, true).count, 1);
  EXPECT_EQ(LaneRuns(a.lane, kAllLanes, 4, true).run[0].count, 1u);
  EXPECT_FALSE(LaneRuns(a.lane, kAllLanes, 4, false).apart(4));
}

TEST(LaneRuns, RowsThatMeetAreNotApart) {
  const Addresses a(kLanes / 2, 4 * (kLanes / 2) - 4, 4);
  const LaneRuns runs(a.lane, kAllLanes, 4, false);
  ASSERT_EQ(runs.count, 2);
  EXPECT_FALSE(runs.apart(4));
  EXPECT_TRUE(runs.inside(4));
}

TEST(LaneRuns, TooManyAndTooFarAreNotKnown) {
  EXPECT_FALSE(LaneRuns(Addresses(1, 12, 4).lane, kAllLanes, 4, false).inside(4));
  const uint32_t end = 0u - 4 * static_cast<uint32_t>(kLanes / 2);
  EXPECT_FALSE(LaneRuns(Addresses(kLanes, 0, 4, end).lane, kAllLanes, 4, false).inside(4));
}

}  // namespace
}  // namespace wavelift::soft::WAVE
