// What the instruction tests share: a wave with its register file, operands drawn with the corners of their
// type, and checks that an operation wrote what its oracle says, on the lanes of EXEC only, and nothing else.
//
//   check_lanes(vop_int_table(), {.mnemonic = "v_add_u32", .sources = {Draw::b32, Draw::b32},
//                                 .oracle = [](const Args& x) { return uint32_t(x.a + x.b); }});
#pragma once
#include "soft/isa/op.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace wavelift::soft::test {

using namespace WAVE;

// How values of a source are drawn: the width of the register (b16: all 32 bits random, the low half
// cornered).
enum class Draw : uint8_t { none, b16, b32, b64, f16, f32, f64, mask, shift };
inline bool is_wide_draw(Draw d) { return d == Draw::b64 || d == Draw::f64 || d == Draw::mask; }

class Values {
public:
  explicit Values(uint64_t seed) : rng_(seed) {}
  uint64_t bits() { return rng_(); }
  uint64_t draw(Draw d) {
    switch (d) {
    case Draw::none:
      return 0;
    case Draw::b16:
      return (rng_() & 0xffff0000u) | pick16();
    case Draw::b32:
      return pick32();
    case Draw::b64:
      return pick64();
    case Draw::f16:
      return (rng_() & 0xffff0000u) | float_bits(5, 10);
    case Draw::f32:
      return float_bits(8, 23);
    case Draw::f64:
      return float_bits(11, 52);
    case Draw::mask:
      return rng_();
    case Draw::shift:
      return rng_() % 3 ? rng_() % 70 : static_cast<uint32_t>(rng_());
    }
    return 0;
  }

private:
  std::mt19937_64 rng_;

  // Floats of any format: zeros, denormals, ones, largest, infinities, quiet and signalling NaNs, near and
  // far values.
  uint64_t float_bits(int exponent, int mantissa) {
    const uint64_t top = (1ull << exponent) - 1, quiet = 1ull << (mantissa - 1), all = (1ull << mantissa) - 1;
    const uint64_t bias = top >> 1;
    uint64_t e = 0, m = 0;
    switch (rng_() % 16) {
    case 0:
      break;
    case 1:
      m = 1;
      break;
    case 2:
      m = rng_() & all;
      break;
    case 3:
      e = 1;
      break;
    case 4:
      e = top;
      break;
    case 5:
      e = top;
      m = quiet | (rng_() & all);
      break;
    case 6:
      e = top;
      m = 1 + (rng_() % (quiet - 1));
      break;
    case 7:
      e = top - 1;
      m = all;
      break;
    case 8:
      e = bias;
      break;
    case 9:
      e = rng_() & top;
      m = rng_() & all;
      break;
    default:
      e = bias + rng_() % 24 - 12;
      m = rng_() % 2 ? rng_() & all : (rng_() & all) & ~(all >> 3);
      break;
    }
    return (rng_() & 1) << (exponent + mantissa) | e << mantissa | m;
  }
  uint64_t pick16() {
    static constexpr uint16_t corners[] = {0, 1, 0xffff, 0x7fff, 0x8000, 0x8001, 0xff, 0x100, 15, 16};
    return rng_() % 3 ? static_cast<uint16_t>(rng_()) : corners[rng_() % std::size(corners)];
  }
  uint64_t pick32() {
    static constexpr uint32_t corners[] = {0,          1,          2,          31,         32,
                                           33,         63,         64,         0x7fffffff, 0x80000000,
                                           0x80000001, 0xffffffff, 0xfffffffe, 0x00800000, 0x007fffff,
                                           0x00ffffff, 0xff800000, 0xffff,     0x10000};
    switch (rng_() % 4) {
    case 0:
      return corners[rng_() % std::size(corners)];
    case 1:
      return static_cast<uint32_t>(static_cast<int32_t>(rng_() % 200) - 100);
    default:
      return static_cast<uint32_t>(rng_());
    }
  }
  uint64_t pick64() {
    static constexpr uint64_t corners[] = {0,          1,          ~0ull,     1ull << 63, ~(1ull << 63),
                                           0xffffffff, 1ull << 32, 0x80000000};
    switch (rng_() % 4) {
    case 0:
      return corners[rng_() % std::size(corners)];
    case 1:
      return pick32() | pick32() << 32;
    default:
      return rng_();
    }
  }
};

// Set by tests/mutation only: the row to use in the place of a table's, and whether a mnemonic is looked at at all (others
// may be left out to save time).
inline const Semantics* (*replace_row)(const Semantics& row) = nullptr;
inline bool (*wants)(std::string_view mnemonic) = nullptr;
inline bool unwanted(std::string_view mnemonic) { return wants && !wants(mnemonic); }

// The row of a mnemonic; a failed assertion when the table lacks it.
inline const Semantics* find_row(std::span<const Semantics> table, std::string_view mnemonic) {
  for (const Semantics& s : table)
    if (s.mnemonic == mnemonic) return replace_row ? replace_row(s) : &s;
  ADD_FAILURE() << "no row for " << mnemonic;
  return nullptr;
}

// A wave on its own: register file filled with noise, constants, EXEC full.
class TestWave {
public:
  explicit TestWave(uint64_t seed = 1)
      : rows_(std::make_unique<Row[]>(kRows)), constants_(std::make_unique<Row[]>(kConstants)),
        wave_(std::make_unique<Wave>()), noise_(seed * 0x9e3779b97f4a7c15ull + 1) {
    Wave& w = *wave_;
    w.v = rows_.get();
    w.k = constants_.get();
    w.k_values = constant_values_.data();
    for (int r = 0; r < kRows; ++r)
      for (uint32_t& x : rows_[static_cast<size_t>(r)].lane) x = static_cast<uint32_t>(noise_());
    for (uint32_t& x : w.s) x = static_cast<uint32_t>(noise_());
    set_exec(~0ull);
  }

  Wave& wave() { return *wave_; }
  void set_exec(uint64_t mask) {
    wave_->set_mask(kExec, mask & kAllLanes);
    refresh_exec(*wave_);
  }

  // Sources. A vector's values are given a lane (wide values over two rows).
  static Src none() { return {}; }
  static Src vector(int row, bool wide = false) {
    return {Src::Kind::vector, static_cast<uint8_t>(wide ? 2 : 1), static_cast<uint16_t>(row)};
  }
  static Src scalar(int slot, bool wide = false) {
    return {Src::Kind::scalar, static_cast<uint8_t>(wide ? 2 : 1), static_cast<uint16_t>(slot)};
  }
  Src constant(uint64_t x) {
    const size_t at = static_cast<size_t>(next_constant_);
    next_constant_ = (next_constant_ + 2) % kConstants;
    for (int i = 0; i < kLanes; ++i) {
      constants_[at].lane[i] = static_cast<uint32_t>(x);
      constants_[at + 1].lane[i] = static_cast<uint32_t>(x >> 32);
    }
    constant_values_[at / 2] = x;
    return {Src::Kind::constant, 2, static_cast<uint16_t>(at)};
  }
  void set_lane(int row, int lane, uint64_t x, bool wide = false) {
    rows_[static_cast<size_t>(row)].lane[lane] = static_cast<uint32_t>(x);
    if (wide) rows_[static_cast<size_t>(row) + 1].lane[lane] = static_cast<uint32_t>(x >> 32);
  }
  uint64_t lane(int row, int lane, bool wide = false) const {
    uint64_t x = rows_[static_cast<size_t>(row)].lane[lane];
    if (wide) x |= static_cast<uint64_t>(rows_[static_cast<size_t>(row) + 1].lane[lane]) << 32;
    return x;
  }
  // A source's value in a lane, read without the engine's own accessors.
  uint64_t value(const Src& s, int i, bool wide) const {
    const Wave& w = *wave_;
    switch (s.kind) {
    case Src::Kind::none:
      return 0;
    case Src::Kind::vector:
      return lane(s.index, i, wide);
    case Src::Kind::scalar:
      return w.s[s.index] | (wide ? static_cast<uint64_t>(w.s[s.index + 1]) << 32 : 0);
    case Src::Kind::constant:
      return constants_[s.index].lane[i] |
             (wide ? static_cast<uint64_t>(constants_[s.index + 1u].lane[i]) << 32 : 0);
    }
    return 0;
  }

  // Runs one operation and checks that it goes on to the next. By the handler that lowering takes for such sources or by
  // the one for all, whichever the dice say.
  void run(const Operation& operation, Op op) {
    const Handler fn = noise_() & 1 ? operation.for_sources_of(op) : operation.any;
    Op program[2] = {op, {}};
    program[0].fn = fn;
    EXPECT_EQ(fn(*wave_, program), program + 1);
  }

  // The state before, to tell what an operation changed.
  struct Snapshot {
    std::vector<Row> rows;
    std::array<uint32_t, 256> s;
    uint32_t scc;
  };
  Snapshot snapshot() const {
    Snapshot b;
    b.rows.assign(rows_.get(), rows_.get() + kRows);
    std::copy(std::begin(wave_->s), std::end(wave_->s), b.s.begin());
    b.scc = wave_->scc;
    return b;
  }
  // Nothing but the listed rows (there: only lanes of `mask`), scalar slots and, where said, SCC differs from
  // before.
  void expect_unchanged_but(const Snapshot& before, std::initializer_list<int> rows, uint64_t mask,
                            std::initializer_list<int> slots = {}, bool scc = false) const {
    for (int r = 0; r < kRows; ++r) {
      const bool written = std::find(rows.begin(), rows.end(), r) != rows.end();
      const Row& now = rows_[static_cast<size_t>(r)];
      const Row& then = before.rows[static_cast<size_t>(r)];
      if (!written) {
        EXPECT_EQ(std::memcmp(&now, &then, sizeof now), 0) << "row " << r << " changed";
        continue;
      }
      for (int i = 0; i < kLanes; ++i)
        if (!(mask >> i & 1))
          EXPECT_EQ(now.lane[i], then.lane[i]) << "row " << r << ", lane " << i << " is off but changed";
    }
    for (int i = 0; i < 256; ++i)
      if (std::find(slots.begin(), slots.end(), i) == slots.end())
        EXPECT_EQ(wave_->s[i], before.s[static_cast<size_t>(i)]) << "scalar slot " << i << " changed";
    if (!scc) EXPECT_EQ(wave_->scc, before.scc) << "SCC changed";
  }

private:
  static constexpr int kConstants = 64;
  std::unique_ptr<Row[]> rows_, constants_;
  std::array<uint64_t, kConstants / 2> constant_values_{};
  std::unique_ptr<Wave> wave_;
  std::mt19937_64 noise_;
  int next_constant_ = 0;
};

inline constexpr uint64_t kExecPatterns[] = {kAllLanes, 0ull, 0x5555aaaa0f0f33ccull & kAllLanes, 1ull << (kLanes - 1),
                                             kAllLanes >> kLanes / 2};

// What an oracle sees of a lane: the sources, the old destination, the number of the lane.
struct Args {
  uint64_t a = 0, b = 0, c = 0, old = 0;
  int lane = 0;
};

// One row of a table-driven lane test. The oracle gives the destination's bits (64 when wide).
struct LaneCase {
  std::string mnemonic;
  std::array<Draw, 3> sources{};
  std::function<uint64_t(const Args&)> oracle;
  bool wide_result = false;
  uint32_t flags = 0;
  // When results need not match bit by bit (NaN payloads, say): (expected, actual).
  std::function<bool(uint64_t, uint64_t)> same = {};
  // Carry or compare result in scalar pair sdst: its bit for a lane of EXEC; lanes that are off get 0.
  std::function<bool(const Args&)> bit = {};
  bool writes_vgpr = true;
  uint32_t mode = kDefaultFloatMode;
};

// kSdstEnd, kVccEnd: the last slot of a lane mask there.
inline constexpr int kDstRow = 40, kSdst = 20, kSdstEnd = kSdst + (kLanes == 64), kVccEnd = kVcc + (kLanes == 64);

// Runs a case over EXEC patterns, operand kinds, and destinations that overlap sources.
inline void check_lanes(std::span<const Semantics> table, const LaneCase& t, int rounds = 50) {
  if (unwanted(t.mnemonic)) return;
  SCOPED_TRACE(t.mnemonic);
  const Semantics* row = find_row(table, t.mnemonic);
  if (!row) return;
  Values values(std::hash<std::string>{}(t.mnemonic));
  for (int round = 0; round < rounds; ++round) {
    TestWave tw(static_cast<uint64_t>(round) + 1);
    // Each choice of kinds of operands meets each pattern in 25 rounds.
    const uint64_t exec = kExecPatterns[static_cast<size_t>(round + round / 5) % std::size(kExecPatterns)];
    tw.set_exec(exec);
    Op op;
    op.dst = kDstRow;
    op.sdst = kSdst;
    op.flags = t.flags;
    Src* src[3] = {&op.a, &op.b, &op.c};
    for (int k = 0; k < 3; ++k) {
      const Draw d = t.sources[static_cast<size_t>(k)];
      const bool wide = is_wide_draw(d);
      if (d == Draw::none) continue;
      // A mask is always scalar; of the others one in a while is a scalar or a constant.
      const int kind = d == Draw::mask ? 1 : (round + k) % 5 == 3 ? 1 : (round + k) % 7 == 5 ? 2 : 0;
      if (kind == 2) {
        *src[k] = tw.constant(values.draw(d));
      } else if (kind == 1) {
        const int slot = 30 + 2 * k;
        tw.wave().set_s64(slot, values.draw(d));
        *src[k] = TestWave::scalar(slot, wide);
      } else {
        const bool on_dst = round % 6 == k + 1;
        const int r = on_dst ? kDstRow : 4 + 2 * k;
        for (int i = 0; i < kLanes; ++i) tw.set_lane(r, i, values.draw(d), wide);
        *src[k] = TestWave::vector(r, wide);
      }
    }
    std::array<Args, kLanes> args;
    for (int i = 0; i < kLanes; ++i)
      args[static_cast<size_t>(i)] = {
          tw.value(op.a, i, is_wide_draw(t.sources[0])), tw.value(op.b, i, is_wide_draw(t.sources[1])),
          tw.value(op.c, i, is_wide_draw(t.sources[2])), tw.lane(kDstRow, i, t.wide_result), i};
    const auto before = tw.snapshot();
    tw.wave().mode = t.mode;
    const unsigned host_csr = _mm_getcsr();
    apply_float_mode(tw.wave());
    tw.run(row->fn, op);
    _mm_setcsr(host_csr);
    if (t.writes_vgpr && t.wide_result)
      tw.expect_unchanged_but(before, {kDstRow, kDstRow + 1}, exec, {kSdst, kSdstEnd});
    else if (t.writes_vgpr)
      tw.expect_unchanged_but(before, {kDstRow}, exec, {kSdst, kSdstEnd});
    else
      tw.expect_unchanged_but(before, {}, exec, {kSdst, kSdstEnd});
    for (int i = 0; i < kLanes; ++i) {
      const Args& x = args[static_cast<size_t>(i)];
      const bool on = exec >> i & 1;
      if (on && t.writes_vgpr) {
        const uint64_t want = t.oracle(x), got = tw.lane(kDstRow, i, t.wide_result);
        const bool ok = t.same ? t.same(want, got) : want == got;
        EXPECT_TRUE(ok) << std::hex << "a=" << x.a << " b=" << x.b << " c=" << x.c << " old=" << x.old
                        << " want=" << want << " got=" << got << std::dec << " lane " << i << " round "
                        << round;
        if (!ok) return;
      }
      if (t.bit) {
        const bool want = on && t.bit(x), got = tw.wave().mask(kSdst) >> i & 1;
        EXPECT_EQ(want, got) << std::hex << "a=" << x.a << " b=" << x.b << " c=" << x.c << std::dec
                             << " lane " << i << " bit, round " << round;
        if (want != got) return;
      }
    }
    if (!t.bit) {
      EXPECT_EQ(tw.wave().s[kSdst], before.s[kSdst]) << "sdst changed";
      EXPECT_EQ(tw.wave().s[kSdst + 1], before.s[kSdst + 1]) << "sdst changed";
    }
  }
}

} // namespace wavelift::soft::test
