// Scalar memory: loads of every size, the buffer forms' range check, stores, clocks.
#include "memory_oracle.h"
#include <thread>

namespace wavelift::soft::test {
namespace {

constexpr int kBase = 8, kOffset = 30, kOut = 40;

Handler handler_of(const std::string& name, int defs) {
  const Semantics* row = find_row(smem_table(), name);
  if (!row) return nullptr;
  EXPECT_EQ(row->defs, defs) << name;
  return row->fn;
}

uint32_t dword_at(Arena& arena, uint64_t at) {
  uint32_t x;
  std::memcpy(&x, arena.data() + at, 4);
  return x;
}

// The slots from..from + n hold `want`, all others are as before, and so are the vector registers.
void expect_scalars(TestWave& tw, const TestWave::Snapshot& before, int from,
                    const std::vector<uint32_t>& want) {
  for (int i = 0; i < 256; ++i) {
    const int k = i - from;
    const bool mine = k >= 0 && k < static_cast<int>(want.size());
    EXPECT_EQ(tw.wave().s[i], mine ? want[static_cast<size_t>(k)] : before.s[static_cast<size_t>(i)])
        << "slot " << i;
  }
  EXPECT_EQ(std::memcmp(tw.wave().v, before.rows.data(), sizeof(Row) * kRows), 0);
}

constexpr struct {
  const char* suffix;
  int dwords;
} kSizes[] = {{"", 1}, {"x2", 2}, {"x4", 4}, {"x8", 8}, {"x16", 16}};

TEST(Smem, Loads) {
  std::mt19937_64 rng(1);
  Arena arena;
  arena.fill(rng);
  for (auto [suffix, n] : kSizes) {
    Handler fn = handler_of(std::string("s_load_dword") + suffix, 1);
    ASSERT_NE(fn, nullptr);
    for (int round = 0; round < 24; ++round) {
      TestWave tw(rng());
      tw.set_exec(round % 3 ? ~0ull : 0); // EXEC does not matter
      Op op;
      // The last loads end where the mapped memory does; the lowest two address bits are ignored.
      const uint64_t at = round < 4 ? arena.size() - 4 * static_cast<uint64_t>(n) : rng() % 2000 * 4;
      op.a = TestWave::scalar(kBase, true);
      op.imm = round % 4 == 0 ? -64 : round % 4 == 1 ? 0x4c : 0;
      if (round % 2) op.b = TestWave::scalar(kOffset);
      const uint32_t offset = round % 2 ? 0xf0000010u : 0;
      tw.wave().s[kOffset] = offset;
      tw.wave().set_s64(kBase, arena.address() + at - static_cast<uint64_t>(static_cast<int64_t>(op.imm)) -
                                   offset + (round % 5 == 0 ? 3 : 0));
      op.sdst = static_cast<uint16_t>(round % 3 == 0 ? kBase : kOut); // over its own base
      const auto before = tw.snapshot();
      tw.run(fn, op);
      EXPECT_NE(tw.wave().pc, nullptr);
      std::vector<uint32_t> want;
      for (int k = 0; k < n; ++k) want.push_back(dword_at(arena, at + 4 * static_cast<uint64_t>(k)));
      expect_scalars(tw, before, op.sdst, want);
    }
  }
}

TEST(Smem, BufferLoadsCheckTheirRange) {
  std::mt19937_64 rng(2);
  Arena arena;
  arena.fill(rng);
  for (auto [suffix, n] : kSizes) {
    Handler fn = handler_of(std::string("s_buffer_load_dword") + suffix, 1);
    ASSERT_NE(fn, nullptr);
    for (uint32_t stride : {0u, 16u})
      for (uint32_t offset : {0u, 4u, 40u, 52u, 60u, 64u, 100u, 0xfffffff0u}) {
        TestWave tw(rng());
        Wave& w = tw.wave();
        w.s[kBase] = static_cast<uint32_t>(arena.address());
        w.s[kBase + 1] = static_cast<uint32_t>(arena.address() >> 32) | stride << 16;
        w.s[kBase + 2] = stride ? 4 : 66; // 64 bytes, or 66: the last two are no dword
        w.s[kBase + 3] = 0x27000;
        Op op;
        op.a = TestWave::scalar(kBase, true);
        op.sdst = kOut;
        if (offset > 100 || offset == 40) {
          op.b = TestWave::scalar(kOffset);
          w.s[kOffset] = offset;
        } else {
          op.imm = static_cast<int32_t>(offset);
        }
        const auto before = tw.snapshot();
        tw.run(fn, op);
        std::vector<uint32_t> want;
        for (int k = 0; k < n; ++k) {
          const uint64_t at = static_cast<uint64_t>(offset) + 4 * static_cast<uint64_t>(k);
          want.push_back(at + 4 <= 64 ? dword_at(arena, at) : 0);
        }
        expect_scalars(tw, before, kOut, want);
      }
  }
}

TEST(Smem, Stores) {
  Arena arena;
  for (auto [suffix, n] : kSizes) {
    if (n > 4) continue;
    TestWave tw;
    std::memset(arena.data(), 0, arena.size());
    auto memory = arena.copy();
    tw.wave().set_s64(kBase, arena.address() + 100);
    Op op;
    op.a = TestWave::scalar(kOut);
    op.b = TestWave::scalar(kBase, true);
    op.imm = 12;
    std::memcpy(memory.data() + 112, tw.wave().s + kOut, 4 * static_cast<size_t>(n));
    const auto before = tw.snapshot();
    tw.run(handler_of(std::string("s_store_dword") + suffix, 0), op);
    EXPECT_EQ(arena.copy(), memory);
    expect_scalars(tw, before, 0, {});
  }
}

TEST(Smem, Clocks) {
  auto read = [](const char* name) {
    TestWave tw;
    Op op;
    op.sdst = kOut;
    const auto before = tw.snapshot();
    tw.run(handler_of(name, 1), op);
    tw.expect_unchanged_but(before, {}, 0, {kOut, kOut + 1});
    return tw.wave().s64(kOut);
  };
  for (const char* name : {"s_memtime", "s_memrealtime"}) {
    const uint64_t a = read(name);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const uint64_t ticks = read(name) - a;
    EXPECT_GT(ticks, 1'000'000u) << name;                                   // 20 ms of at least 50 MHz
    if (std::string(name) == "s_memrealtime") EXPECT_GE(ticks, 2'000'000u); // 100 MHz
    if (std::string(name) == "s_memrealtime") EXPECT_LT(ticks, 100'000'000u);
  }
}

TEST(Smem, CacheInstructions) {
  for (const char* name : {"s_dcache_inv", "s_dcache_inv_vol", "s_dcache_wb", "s_dcache_wb_vol",
                           "s_dcache_discard", "s_dcache_discard_x2", "s_gl1_inv"}) {
    TestWave tw;
    const auto before = tw.snapshot();
    tw.run(handler_of(name, 0), {});
    tw.expect_unchanged_but(before, {}, 0);
  }
}

} // namespace
} // namespace wavelift::soft::test
