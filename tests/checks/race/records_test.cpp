// The rules of the race check without a machine: which accesses meet, what is kept, what orders.
#include "soft/observe/race_shadow.h"
#include "soft/observe/race_sync.h"
#include <gtest/gtest.h>

using namespace wavelift::soft;

namespace {

constexpr uint32_t kWaves = 4;   // of a workgroup
using enum RaceKind;

RaceRecord access(uint32_t task, RaceKind kind, uint32_t mask, uint32_t interval = 0, uint32_t site = 1) {
  return {task, RaceTime::of(interval, 0), RaceRecord::pack(site, kind, {}), mask};
}

// The tasks that an access is in conflict with.
template <int N> std::vector<uint32_t> touch(RaceRecords<N>& records, RaceRecord t, bool* room = nullptr) {
  std::vector<uint32_t> met;
  const uint32_t first = t.task / kWaves * kWaves;
  auto ordered = [&](const RaceRecord& r) {
    return r.task - first < kWaves && RaceTime::interval(r.time) < RaceTime::interval(t.time);
  };
  bool fits = records.touch(t, first, kWaves, false, ordered, [&](const RaceRecord& r, uint32_t) { met.push_back(r.task); });
  if (room) *room = fits;
  return met;
}
using Tasks = std::vector<uint32_t>;

TEST(RaceRecords, StoresMeetStoresAndLoadsOfTheSameUnitsOnly) {
  RaceRecords<5> r;
  EXPECT_EQ(touch(r, access(0, write, 0xff)), Tasks{});
  EXPECT_EQ(touch(r, access(1, write, 0xff00)), Tasks{});
  EXPECT_EQ(touch(r, access(2, read, 0x0180)), (Tasks{0, 1}));
  EXPECT_EQ(touch(r, access(3, read, 0xf0000)), Tasks{});
}

TEST(RaceRecords, ABarrierOrdersOnlyItsWorkgroup) {
  RaceRecords<5> r;
  touch(r, access(0, write, 1, 0));
  EXPECT_EQ(touch(r, access(1, read, 1, 1)), Tasks{});
  EXPECT_EQ(touch(r, access(4, read, 1, 7)), Tasks{0});
}

TEST(RaceRecords, AtomicsMeetPlainAccessesOnly) {
  RaceRecords<5> r;
  EXPECT_EQ(touch(r, access(0, atomic, 1)), Tasks{});
  EXPECT_EQ(touch(r, access(5, atomic, 1)), Tasks{});
  EXPECT_EQ(touch(r, access(9, read, 1)), (Tasks{0, 5}));
  EXPECT_EQ(touch(r, access(10, lock, 1)), Tasks{});
}

// Whoever stores meets a reader, though only two of many are kept.
TEST(RaceRecords, TwoReadersStandForAll) {
  RaceRecords<5> r;
  for (uint32_t group = 0; group < 100; ++group) EXPECT_EQ(touch(r, access(group * kWaves, read, ~0u)), Tasks{});
  EXPECT_EQ(r.count, 2);
  for (uint32_t group : {0u, 1u, 50u}) {
    RaceRecords<5> copy = r;
    EXPECT_FALSE(touch(copy, access(group * kWaves, write, 2)).empty()) << group;
  }
}

// Readers of one workgroup are forgotten by its own barrier, so they do not stand for another workgroup's.
TEST(RaceRecords, ReadersOfOneWorkgroupDoNotStandForAnothers) {
  RaceRecords<5> r;
  touch(r, access(0, read, 1));
  touch(r, access(1, read, 1));
  touch(r, access(8, read, 1));
  EXPECT_EQ(touch(r, access(0, write, 1, 1)), Tasks{8});
}

TEST(RaceRecords, SaysWhenThereIsNoRoom) {
  RaceRecords<3> r;
  bool room = true;
  for (uint32_t i = 0; i < 3; ++i) touch(r, access(i * kWaves, write, 1u << i), &room);
  EXPECT_TRUE(room);
  touch(r, access(40, write, 8), &room);
  EXPECT_FALSE(room);
}

TEST(RaceLane, FindsTheLaneOfAUnit) {
  for (RaceLane l : {RaceLane{RaceLane::one, -5}, {2, 252}, {6, 370}, {8, 504}, {RaceLane::four_lanes, -124}, {RaceLane::same, 63}}) {
    const RaceRecord r{0, 0, RaceRecord::pack(77, read, l), 1};
    EXPECT_EQ(r.site(), 77u);
    EXPECT_EQ(r.kind(), read);
    EXPECT_EQ(r.lanes().lane(31), l.lane(31));
  }
}

// Lanes that store a column, and lanes side by side that come one by one, are one record with every lane known.
TEST(RaceLane, RecordsOfOneStoreAreJoined) {
  for (int step : {1, 16}) {
    RaceRecords<5> r;
    for (int i = 0; i < 4; ++i)
      touch(r, {3, 0, RaceRecord::pack(9, write, {RaceLane::same, 7 + step * i}), 1u << (20 + i)});
    ASSERT_EQ(r.count, 1) << step;
    EXPECT_EQ(r.record[0].mask, 0xfu << 20);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(r.record[0].lanes().lane(20 + i), 7 + step * i);
  }
}

TEST(RaceLane, TwoUnitsShowTheOrder) {
  for (int spread : {1, 3, 6, 8}) {
    const RaceLane l = RaceLane::through(5, 20, 5 + 2 * spread, 22);
    ASSERT_TRUE(l.is_exact());
    for (int k = 0; k < 3; ++k) EXPECT_EQ(l.lane(5 + k * spread), 20 + k) << spread;
    EXPECT_EQ(l.lane(5 + spread - 1), 20) << spread;
  }
  EXPECT_EQ(RaceLane::through(9, 20, 5, 16).lane(7), 18);
  EXPECT_FALSE(RaceLane::through(5, 20, 7, 17).is_exact());
  EXPECT_FALSE(RaceLane::through(5, 20, 14, 21).is_exact());
  EXPECT_EQ(RaceLane::through(5, 20, 7, 17).lane(7), 20);
}

// A gather's lanes are in no order: one record holds them, and says that it does not know which.
TEST(RaceLane, RecordsInNoOrderTakeOverOthersOfTheirKind) {
  RaceRecords<5> r;
  touch(r, {3, 0, RaceRecord::pack(9, read, {RaceLane::some, 12}), 0x5});
  touch(r, {3, 0, RaceRecord::pack(9, read, {RaceLane::same, 40}), 0x30});
  touch(r, {3, 0, RaceRecord::pack(10, read, {RaceLane::same, 40}), 0x100});
  ASSERT_EQ(r.count, 2);
  EXPECT_EQ(r.record[0].mask, 0x35u);
  EXPECT_FALSE(r.record[0].lanes().is_exact());
}

// --- Order ---

RacePoint point(uint32_t task, uint32_t interval, uint32_t releases) { return {task, RaceTime::of(interval, releases)}; }
RaceRecord before(RacePoint p) { return {p.task, p.time, 0, 1}; }

TEST(RaceSync, APublicationCoversWhatCameBeforeItsFence) {
  RaceSync sync(kWaves);
  sync.publish(0x1000, point(0, 0, 1));
  sync.learn(0x1000, point(8, 0, 0));
  EXPECT_TRUE(sync.ordered(before(point(0, 0, 0)), point(8, 0, 0)));
  EXPECT_FALSE(sync.ordered(before(point(0, 0, 1)), point(8, 0, 0)));    // after the fence
  EXPECT_FALSE(sync.ordered(before(point(1, 0, 0)), point(8, 0, 0)));    // another wave, no barrier
  EXPECT_FALSE(sync.ordered(before(point(0, 0, 0)), point(12, 0, 0)));   // one that has not read it
}

TEST(RaceSync, ABarrierBringsTheOtherWavesIn) {
  RaceSync sync(kWaves);
  sync.publish(0x1000, point(0, 1, 1));
  sync.learn(0x1000, point(8, 0, 0));
  EXPECT_TRUE(sync.ordered(before(point(3, 0, 0)), point(8, 0, 0)));
  EXPECT_FALSE(sync.ordered(before(point(3, 0, 0)), point(9, 0, 0)));    // of the reader's workgroup only who has read it
  EXPECT_TRUE(sync.ordered(before(point(3, 0, 0)), point(9, 1, 0)));     // until a barrier
}

TEST(RaceSync, KnowledgeIsPassedOn) {
  RaceSync sync(kWaves);
  for (uint32_t group = 0; group < 500; ++group) {
    if (group) sync.learn(0x1000 + 8 * (group - 1), point(group * kWaves, 0, 0));
    sync.publish(0x1000 + 8 * group, point(group * kWaves, 0, 1));
  }
  EXPECT_TRUE(sync.ordered(before(point(0, 0, 0)), point(499 * kWaves, 0, 0)));
  EXPECT_FALSE(sync.ordered(before(point(499 * kWaves, 0, 0)), point(0, 0, 0)));
}

TEST(RaceSync, WhatWasPublishedLaterIsNotKnown) {
  RaceSync sync(kWaves);
  sync.publish(0x1000, point(0, 0, 1));
  sync.learn(0x1000, point(8, 0, 0));
  sync.publish(0x1000, point(0, 0, 2));
  EXPECT_FALSE(sync.ordered(before(point(0, 0, 1)), point(8, 0, 0)));
  sync.learn(0x1000, point(8, 0, 0));
  EXPECT_TRUE(sync.ordered(before(point(0, 0, 1)), point(8, 0, 0)));
}

TEST(RaceSync, AStoreThatIsReadPublishesToo) {
  RaceSync sync(kWaves);
  sync.learn_from(point(0, 0, 1), point(8, 0, 0));
  EXPECT_TRUE(sync.ordered(before(point(0, 0, 0)), point(8, 0, 0)));
  EXPECT_FALSE(sync.ordered(before(point(0, 0, 1)), point(8, 0, 0)));
}

}  // namespace
