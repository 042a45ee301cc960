// The cache models against one that is too simple to be wrong: a list of lines a set, searched and reordered.
#include "soft/observe/cache_model.h"
#include <gtest/gtest.h>
#include <list>
#include <random>

using namespace wavelift::soft;

namespace {

// The least recently used cache, written down literally.
struct Oracle {
  uint64_t sets;
  size_t ways;
  std::vector<std::list<uint64_t>> lines = std::vector<std::list<uint64_t>>(sets);
  bool touch(uint64_t line, uint64_t set) {
    auto& l = lines[set % sets];
    auto it = std::find(l.begin(), l.end(), line);
    const bool hit = it != l.end();
    if (hit) l.erase(it);
    l.push_front(line);
    if (l.size() > ways) l.pop_back();
    return hit;
  }
};

TEST(CacheModel, AgreesWithTheOracleOnRandomLines) {
  CacheModel cache(16 * 1024, 64, 4);
  Oracle oracle{64, 4};
  ASSERT_EQ(cache.lines(), 256u);
  std::mt19937_64 random(7);
  int hits = 0;
  for (int i = 0; i < 200'000; ++i) {
    // Mostly near, sometimes far: both hits and evictions happen.
    const uint64_t line = random() % (random() % 4 ? 300 : 5000);
    const bool hit = cache.touch(line);
    ASSERT_EQ(hit, oracle.touch(line, line)) << i;
    hits += hit;
  }
  EXPECT_GT(hits, 20'000);
  EXPECT_LT(hits, 180'000);
  cache.clear();
  EXPECT_FALSE(cache.touch(1));
  EXPECT_TRUE(cache.touch(1));
}

TEST(CacheModel, AStreamNeverHitsAndWhatFitsAlwaysDoes) {
  CacheModel cache(16 * 1024, 64, 4);
  for (uint64_t l = 0; l < 256; ++l) EXPECT_FALSE(cache.touch(l));
  for (uint64_t l = 0; l < 256; ++l) EXPECT_TRUE(cache.touch(l));
  for (uint64_t l = 256; l < 1024; ++l) EXPECT_FALSE(cache.touch(l));
  EXPECT_FALSE(cache.touch(0));
}

TEST(L2Model, AgreesWithTheOracle) {
  L2Model l2(1 << 20, 128, 16);
  Oracle oracle{512, 16};
  std::mt19937_64 random(11);
  for (int i = 0; i < 200'000; ++i) {
    const uint64_t line = random() % (random() % 4 ? 6000 : 60'000);
    const bool reads = random() % 3 != 0;
    const bool hit = oracle.touch(line, L2Model::mix(line));
    ASSERT_EQ(l2.touch(line, reads, !reads, 1).read, !hit && reads) << i;
  }
}

TEST(L2Model, StoresDoNotReadAndAreWrittenBackOncePerLaunch) {
  L2Model l2(1 << 20, 128, 16);
  EXPECT_FALSE(l2.touch(5, false, true, 1).read);
  EXPECT_FALSE(l2.touch(5, false, true, 1).written);   // dirty already
  EXPECT_TRUE(l2.touch(6, false, true, 1).written);
  EXPECT_FALSE(l2.touch(5, true, false, 1).read);      // it is there
  EXPECT_TRUE(l2.touch(5, false, true, 2).written);    // the next launch dirties it again
  const auto atomic = l2.touch(7, true, true, 2);
  EXPECT_TRUE(atomic.read);
  EXPECT_TRUE(atomic.written);
}

}  // namespace
