// Vector memory loads and stores in every address space, against the byte oracle.
#include "memory_oracle.h"

namespace wavelift::soft::test {
namespace {

constexpr int kAddr = 10, kData = 20, kIndex = 14;

// The part of the mnemonic behind "global_", "flat_", "scratch_" or "buffer_".
constexpr Moves kMoves[] = {
    {"load_ubyte", 1},
    {"load_sbyte", 1, true},
    {"load_ushort", 2},
    {"load_sshort", 2, true},
    {"load_dword", 4},
    {"load_dwordx2", 8},
    {"load_dwordx3", 12},
    {"load_dwordx4", 16},
    {"load_ubyte_d16", 1, false, 1},
    {"load_ubyte_d16_hi", 1, false, 2},
    {"load_sbyte_d16", 1, true, 1},
    {"load_sbyte_d16_hi", 1, true, 2},
    {"load_short_d16", 2, false, 1},
    {"load_short_d16_hi", 2, false, 2},
    {"store_byte", 1, false, 0, true},
    {"store_byte_d16_hi", 1, false, 2, true},
    {"store_short", 2, false, 0, true},
    {"store_short_d16_hi", 2, false, 2, true},
    {"store_dword", 4, false, 0, true},
    {"store_dwordx2", 8, false, 0, true},
    {"store_dwordx3", 12, false, 0, true},
    {"store_dwordx4", 16, false, 0, true},
};

// For every instruction, EXEC pattern and address pattern: f(wave, arena, moves, row, rng, offsets of the
// lanes).
template <class F> void for_all(const std::string& space, uint32_t room, uint32_t step, F f) {
  std::mt19937_64 rng(7);
  Arena arena;
  arena.fill(rng);
  for (const Moves& m : kMoves) {
    const std::string name = space + "_" + m.mnemonic;
    if (unwanted(name)) continue;
    SCOPED_TRACE(name);
    const Semantics* row = find_row(vmem_table(), name);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->defs, m.store ? 0 : 1);
    TestWave tw(rng());
    for (uint64_t exec : exec_patterns(rng))
      for (Pattern p : kPatterns) {
        tw.set_exec(exec);
        tw.wave().pc = nullptr;
        f(tw, arena, m, row->fn, rng, lane_offsets(rng, p, static_cast<uint32_t>(m.bytes), room, exec, step));
        if (testing::Test::HasFatalFailure()) return;
      }
  }
}

Op global_op(const Moves& m, Src vaddr, Src saddr, int reg, int imm) {
  Op op;
  op.a = vaddr;
  op.imm = imm;
  if (m.store) {
    op.b = TestWave::vector(reg);
    op.c = saddr;
  } else {
    op.b = saddr;
    op.dst = static_cast<uint16_t>(reg);
  }
  return op;
}

// Active lanes get their address; the others point nowhere.
void set_addresses(TestWave& tw, uint64_t base, const std::array<uint32_t, kLanes>& offsets, int imm) {
  for (int i = 0; i < kLanes; ++i) {
    const bool on = tw.wave().exec() >> i & 1;
    tw.set_lane(kAddr, i,
                on ? base + offsets[static_cast<size_t>(i)] - static_cast<uint64_t>(static_cast<int64_t>(imm))
                   : 0xdeadbeef12345678,
                true);
  }
}

Where linear(const std::array<uint32_t, kLanes>& offsets, size_t from = 0) {
  return [=](int i, int k) {
    return std::optional<size_t>(from + offsets[static_cast<size_t>(i)] + static_cast<size_t>(k));
  };
}

TEST(Vmem, GlobalWideAddress) {
  for_all(
      "global", 4 * 4096, 1,
      [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, const auto& offsets) {
        const int imm = static_cast<int>(rng() % 8192) - 4096;
        // A load's destination may hold the address.
        const int reg = !m.store && rng() % 3 == 0 ? kAddr : !m.store && rng() % 3 == 0 ? kAddr + 1 : kData;
        set_addresses(tw, arena.address(), offsets, imm);
        check_move(tw, arena, m, fn, global_op(m, TestWave::vector(kAddr, true), TestWave::none(), reg, imm),
                   reg, linear(offsets));
      });
}

TEST(Vmem, GlobalScalarBase) {
  for_all(
      "global", 4 * 4096, 1,
      [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, const auto& offsets) {
        const int imm = static_cast<int>(rng() % 8192) - 4096;
        const int reg = !m.store && rng() % 3 == 0 ? kAddr : kData;
        // Offsets are unsigned 32-bit: take them near the top half of their range.
        const uint32_t shift = rng() % 2 ? 0xc0000000u : 0;
        tw.wave().set_s64(8, arena.address() - shift - static_cast<uint64_t>(static_cast<int64_t>(imm)));
        for (int i = 0; i < kLanes; ++i)
          if (tw.wave().exec() >> i & 1) tw.set_lane(kAddr, i, offsets[static_cast<size_t>(i)] + shift);
        check_move(tw, arena, m, fn,
                   global_op(m, TestWave::vector(kAddr), TestWave::scalar(8, true), reg, imm), reg,
                   linear(offsets));
      });
}

// Low dwords that look consecutive but wrap are not: lanes 32.. lie 4 GiB lower.
TEST(Vmem, ConsecutiveLowDwordsMayWrap) {
  const size_t span = 1ull << 32;
  void* map = mmap(nullptr, 3 * span, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(map, MAP_FAILED);
  const uint64_t border = (reinterpret_cast<uint64_t>(map) + span) & ~(span - 1); // a multiple of 4 GiB
  const uint64_t pages[] = {border - 4096, border, border + span - 4096};
  for (uint64_t p : pages) ASSERT_EQ(mprotect(reinterpret_cast<void*>(p), 4096, PROT_READ | PROT_WRITE), 0);
  for (int i = 0; i < 64; ++i) {
    reinterpret_cast<uint32_t*>(border + span - 128)[i < 32 ? i : 0] =
        1000u + static_cast<uint32_t>(i < 32 ? i : 0);
    reinterpret_cast<uint32_t*>(border)[i] = 2000u + static_cast<uint32_t>(i);
    reinterpret_cast<uint32_t*>(border - 128)[i < 32 ? i : 0] = 3000;
  }
  TestWave tw;
  for (int i = 0; i < kLanes; ++i)
    tw.set_lane(kAddr, i,
                i < 32 ? border + span - 128 + 4 * static_cast<uint64_t>(i)
                       : border + 4 * (static_cast<uint64_t>(i) - 32),
                true);
  Op op;
  op.a = TestWave::vector(kAddr, true);
  op.dst = kData;
  tw.run(find_row(vmem_table(), "global_load_dword")->fn, op);
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(tw.lane(kData, i),
              i < 32 ? 1000u + static_cast<unsigned>(i) : 2000u + static_cast<unsigned>(i) - 32);

  // The same with 32-bit offsets that wrap.
  tw.wave().set_s64(8, border);
  for (int i = 0; i < kLanes; ++i) tw.set_lane(kAddr, i, static_cast<uint32_t>(4 * i - 128));
  op.a = TestWave::vector(kAddr);
  op.b = TestWave::scalar(8, true);
  tw.run(find_row(vmem_table(), "global_load_dword")->fn, op);
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(tw.lane(kData, i),
              i < 32 ? 1000u + static_cast<unsigned>(i) : 2000u + static_cast<unsigned>(i) - 32);
  munmap(map, 3 * span);
}

TEST(Vmem, FlatToGlobalMemory) {
  for_all(
      "flat", 4 * 4096, 1,
      [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, const auto& offsets) {
        const int imm = static_cast<int>(rng() % 4096);
        set_addresses(tw, arena.address(), offsets, imm);
        check_move(tw, arena, m, fn,
                   global_op(m, TestWave::vector(kAddr, true), TestWave::none(), kData, imm), kData,
                   linear(offsets));
      });
}

TEST(Vmem, FlatToLds) {
  static constexpr uint32_t kImm = 24;
  for_all("flat", 4 * 4096, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64&, auto offsets) {
            tw.wave().lds = arena.data();
            tw.wave().lds_size = static_cast<uint32_t>(arena.size());
            for (auto& o : offsets) o = o < kImm ? kImm : o;
            set_addresses(tw, static_cast<uint64_t>(kSharedApertureHi) << 32, offsets, kImm);
            check_move(tw, arena, m, fn,
                       global_op(m, TestWave::vector(kAddr, true), TestWave::none(), kData, kImm), kData,
                       linear(offsets));
          });
}

// Byte o of lane i's private segment, straight from the layout's definition: dwords of 64 lanes side by side.
size_t private_byte(uint64_t o, int lane) { return (o / 4 * 64 + static_cast<size_t>(lane)) * 4 + o % 4; }

Where swizzled(const std::array<uint32_t, kLanes>& offsets, size_t from = 0) {
  return [=](int i, int k) {
    return std::optional<size_t>(from +
                                 private_byte(offsets[static_cast<size_t>(i)] + static_cast<uint64_t>(k), i));
  };
}

TEST(Vmem, FlatToPrivateMemory) {
  for_all("flat", 64, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, auto offsets) {
            tw.wave().scratch = arena.data();
            tw.wave().scratch_size = 256;
            for (auto& o : offsets) o = 4 + o % 200;
            if (rng() % 2) offsets.fill(offsets[5] / 4 * 4);
            set_addresses(tw, static_cast<uint64_t>(kPrivateApertureHi) << 32, offsets, 4);
            check_move(tw, arena, m, fn,
                       global_op(m, TestWave::vector(kAddr, true), TestWave::none(), kData, 4), kData,
                       swizzled(offsets));
          });
}

// Lanes of one instruction in all three spaces: the arena's first half is LDS, its second private, global
// memory all of it.
TEST(Vmem, FlatMixedSpaces) {
  for_all("flat", 4 * 4096, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, auto offsets) {
            Wave& w = tw.wave();
            w.lds = arena.data();
            w.lds_size = 4096;
            w.scratch = arena.data() + 8192;
            w.scratch_size = 128;
            std::array<int, kLanes> kind{};
            for (size_t i = 0; i < kLanes; ++i) {
              kind[i] = static_cast<int>(rng() % 3);
              const uint64_t base[] = {arena.address(), static_cast<uint64_t>(kSharedApertureHi) << 32,
                                       static_cast<uint64_t>(kPrivateApertureHi) << 32};
              if (kind[i] == 1) offsets[i] %= 4080;
              if (kind[i] == 2) offsets[i] %= 112;
              tw.set_lane(kAddr, static_cast<int>(i), base[kind[i]] + offsets[i], true);
            }
            check_move(tw, arena, m, fn,
                       global_op(m, TestWave::vector(kAddr, true), TestWave::none(), kData, 0), kData,
                       [=](int i, int k) {
                         const auto at = static_cast<size_t>(i);
                         const uint64_t o = offsets[at] + static_cast<uint64_t>(k);
                         return std::optional<size_t>(kind[at] == 2 ? 8192 + private_byte(o, i) : o);
                       });
          });
}

TEST(Vmem, FlatOutsideOfLdsOrPrivateFaults) {
  for (uint32_t hi : {kSharedApertureHi, kPrivateApertureHi}) {
    TestWave tw;
    Arena arena;
    tw.wave().lds = tw.wave().scratch = arena.data();
    tw.wave().lds_size = tw.wave().scratch_size = 64;
    for (int i = 0; i < kLanes; ++i)
      tw.set_lane(kAddr, i, static_cast<uint64_t>(hi) << 32 | (i == 9 ? 61 : 60), true);
    Op op;
    op.a = TestWave::vector(kAddr, true);
    op.dst = kData;
    EXPECT_EQ(find_row(vmem_table(), "flat_load_dword")->fn(tw.wave(), &op), nullptr);
    EXPECT_EQ(tw.wave().state, WaveState::faulted);
    EXPECT_EQ(tw.wave().pc, &op);
    EXPECT_EQ(tw.wave().fault_address, static_cast<uint64_t>(hi) << 32 | 61);
  }
}

TEST(Vmem, Scratch) {
  for_all("scratch", 256, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, auto offsets) {
            Wave& w = tw.wave();
            w.scratch = arena.data();
            w.scratch_size = 256;
            const bool has_v = rng() % 3 != 0, has_s = rng() % 2;
            const int imm = static_cast<int>(rng() % 64) - 32;
            w.s[9] = has_s ? 100 : 0;
            const int fixed = imm + static_cast<int>(w.s[9]);
            for (int i = 0; i < kLanes; ++i) {
              uint32_t& o = offsets[static_cast<size_t>(i)];
              o %= 257 - static_cast<uint32_t>(m.bytes);
              if (!has_v) o = static_cast<uint32_t>(fixed);
              tw.set_lane(kAddr, i, o - static_cast<uint32_t>(fixed));
            }
            // Outside of the segment: nowhere.
            Where where = [=](int i, int k) -> std::optional<size_t> {
              const int64_t o = static_cast<int32_t>(offsets[static_cast<size_t>(i)]);
              if (o < 0 || o + m.bytes > 256) return std::nullopt;
              return private_byte(static_cast<uint64_t>(o + k), i);
            };
            check_move(tw, arena, m, fn,
                       global_op(m, has_v ? TestWave::vector(kAddr) : TestWave::none(),
                                 has_s ? TestWave::scalar(9) : TestWave::none(), kData, imm),
                       kData, where);
          });
}

void set_descriptor(Wave& w, uint64_t base, uint32_t word1, uint32_t records, uint32_t word3) {
  w.s[12] = static_cast<uint32_t>(base);
  w.s[13] = static_cast<uint32_t>(base >> 32) | word1;
  w.s[14] = records;
  w.s[15] = word3;
}

Op buffer_op(TestWave& tw, const Moves& m, Src vaddr, int reg, uint32_t flags, int imm,
             std::optional<uint32_t> soffset) {
  Op op;
  op.flags = flags;
  op.imm = imm;
  if (soffset) tw.wave().s[33] = *soffset;
  if (m.store) {
    op.a = TestWave::vector(reg);
    op.b = vaddr;
    op.c = TestWave::scalar(12);
    op.sdst = soffset ? 33 : 0xffff;
  } else {
    op.dst = static_cast<uint16_t>(reg);
    op.a = vaddr;
    op.b = TestWave::scalar(12);
    op.c = soffset ? TestWave::scalar(33) : tw.constant(0);
  }
  return op;
}

// The descriptor of the private segment; the stack pointer in soffset counts the wave's bytes, 64 a lane's
// byte.
TEST(Vmem, BufferScratch) {
  for_all("buffer", 200, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, auto offsets) {
            for (auto& o : offsets) o %= 260;
            Wave& w = tw.wave();
            set_descriptor(w, arena.address(), 1u << 31, static_cast<uint32_t>(arena.size()), 0x00e80000);
            const uint32_t frame = rng() % 8 ? 8 : 300; // bytes a lane
            const bool offen = rng() % 2;
            const int imm = static_cast<int>(rng() % 8);
            for (int i = 0; i < kLanes; ++i) {
              uint32_t& o = offsets[static_cast<size_t>(i)];
              if (!offen) o = 0;
              tw.set_lane(kAddr, i, o);
              o += static_cast<uint32_t>(imm) + frame;
            }
            // The arena holds 256 bytes a lane; what is beyond is nowhere.
            Where where = [=, size = arena.size()](int i, int k) -> std::optional<size_t> {
              const uint64_t o = offsets[static_cast<size_t>(i)];
              return private_byte(o + static_cast<uint64_t>(m.bytes) - 1, i) < size
                         ? std::optional(private_byte(o + static_cast<uint64_t>(k), i))
                         : std::nullopt;
            };
            check_move(tw, arena, m, fn,
                       buffer_op(tw, m, offen ? TestWave::vector(kAddr) : TestWave::none(), kData,
                                 offen ? kOffen : 0, imm, frame * 64),
                       kData, where);
          });
}

// A raw buffer: each dword is in range or not by itself.
TEST(Vmem, BufferRaw) {
  for_all("buffer", 4 * 4096, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, auto offsets) {
            const bool offen = rng() % 4 != 0, tight = rng() % 2;
            const int imm = static_cast<int>(rng() % 64);
            const std::optional<uint32_t> soffset = rng() % 2 ? std::optional<uint32_t>(40) : std::nullopt;
            const uint32_t fixed = static_cast<uint32_t>(imm) + soffset.value_or(0);
            const uint32_t records =
                tight ? static_cast<uint32_t>(arena.size()) / 2 + static_cast<uint32_t>(rng() % 8)
                      : static_cast<uint32_t>(arena.size());
            set_descriptor(tw.wave(), arena.address(), 0, records, 0x00027000);
            for (int i = 0; i < kLanes; ++i) {
              uint32_t& o = offsets[static_cast<size_t>(i)];
              if (!offen) o = 0;
              o = o >= fixed ? o - fixed : o;
              if (offen && tight && rng() % 16 == 0) o = 0xfffffff0; // must not wrap into range
              tw.set_lane(kAddr, i, o);
            }
            Where where = [=](int i, int k) -> std::optional<size_t> {
              const uint64_t at = static_cast<uint64_t>(offsets[static_cast<size_t>(i)]) + fixed;
              const int part = m.bytes < 4 ? m.bytes : 4;
              const uint64_t end = at + static_cast<uint64_t>(k / part * part + part);
              return end <= records ? std::optional<size_t>(at + static_cast<uint64_t>(k)) : std::nullopt;
            };
            check_move(tw, arena, m, fn,
                       buffer_op(tw, m, offen ? TestWave::vector(kAddr) : TestWave::none(), kData,
                                 offen ? kOffen : 0, imm, soffset),
                       kData, where);
          });
}

// Structures of 48 bytes, an index (and an offset) in VGPRs; the range check is on the index.
TEST(Vmem, BufferIndexed) {
  for_all("buffer", 4096, 1,
          [](TestWave& tw, Arena& arena, const Moves& m, Handler fn, std::mt19937_64& rng, auto offsets) {
            const bool offen = rng() % 2;
            const uint32_t records = 80, stride = 48;
            set_descriptor(tw.wave(), arena.address(), stride << 16, records, 0x00027000);
            std::array<uint32_t, kLanes> index{};
            for (size_t i = 0; i < kLanes; ++i) {
              index[i] = static_cast<uint32_t>(rng() % 100);
              offsets[i] = offen ? offsets[i] % 32 : 0;
              tw.set_lane(kIndex, static_cast<int>(i), index[i]);
              tw.set_lane(kIndex + 1, static_cast<int>(i), offsets[i]);
            }
            Where where = [=](int i, int k) -> std::optional<size_t> {
              const auto l = static_cast<size_t>(i);
              if (index[l] >= records) return std::nullopt;
              return index[l] * stride + offsets[l] + 4 + static_cast<size_t>(k);
            };
            check_move(tw, arena, m, fn,
                       buffer_op(tw, m, TestWave::vector(kIndex, offen), kData, kIdxen | (offen ? kOffen : 0),
                                 4, std::nullopt),
                       kData, where);
          });
}

TEST(Vmem, LoadsToLds) {
  const Moves forms[] = {{"ubyte", 1}, {"sbyte", 1, true}, {"ushort", 2},  {"sshort", 2, true},
                         {"dword", 4}, {"dwordx3", 12},    {"dwordx4", 16}};
  for (const std::string space : {"global", "buffer", "scratch"})
    for (const Moves& f : forms) {
      std::mt19937_64 rng(3);
      Arena arena, lds;
      arena.fill(rng);
      TestWave tw;
      tw.set_exec(0xfffffffff0f0f0f7);
      Wave& w = tw.wave();
      w.lds = lds.data();
      w.lds_size = 4096;
      w.scratch = arena.data();
      w.scratch_size = 256;
      w.s[kM0] = 256;
      set_descriptor(w, arena.address(), 0, static_cast<uint32_t>(arena.size()), 0x00027000);
      Op op;
      op.a = TestWave::vector(kAddr, space == "global");
      op.imm = 8;
      if (space == "buffer") op.b = TestWave::scalar(12), op.flags = kOffen;
      for (int i = 0; i < kLanes; ++i)
        tw.set_lane(kAddr, i, space == "global" ? arena.address() + static_cast<uint64_t>(i * 20) : static_cast<uint64_t>(space == "buffer" ? i * 20 : i),
                    space == "global");
      auto source = [&](size_t i, size_t k) {
        return arena.data()[space == "scratch" ? private_byte(i + 8 + k, static_cast<int>(i)) : i * 20 + 8 + k];
      };
      const Semantics* row = find_row(vmem_table(), space == "buffer" ? std::string("buffer_load_") + f.mnemonic + "_lds" : space + "_load_lds_" + f.mnemonic);
      ASSERT_NE(row, nullptr);
      EXPECT_EQ(row->defs, 0);
      tw.run(row->fn, op);
      std::vector<uint8_t> want(lds.size());
      for (size_t i = 0; i < kLanes; ++i) {
        if (!(w.exec() >> i & 1)) continue;
        const size_t bytes = static_cast<size_t>(f.bytes), step = bytes < 4 ? 4 : bytes;
        for (size_t k = 0; k < step; ++k)
          want[264 + i * step + k] = k < bytes ? source(i, k) : f.is_signed && source(i, bytes - 1) > 127 ? 255 : 0;
      }
      EXPECT_EQ(lds.copy(), want) << space << ' ' << f.mnemonic;
    }
}

TEST(Vmem, CacheInstructions) {
  for (const char* name : {"buffer_wbl2", "buffer_invl2", "buffer_inv", "buffer_wbinvl1",
                           "buffer_wbinvl1_vol", "buffer_gl0_inv", "buffer_gl1_inv"}) {
    TestWave tw;
    const Semantics* row = find_row(vmem_table(), name);
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->defs, 0);
    const auto before = tw.snapshot();
    tw.run(row->fn, {});
    tw.expect_unchanged_but(before, {}, 0);
  }
}

} // namespace
} // namespace wavelift::soft::test
