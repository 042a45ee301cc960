// Memory atomics: every operation in every address space against its definition, lanes that share cells, and
// threads that do.
#include "memory_oracle.h"
#include <cmath>
#include <thread>

namespace wavelift::soft::test {
namespace {

constexpr int kAddr = 10, kData = 20, kDst = 40;

using Update = std::function<uint64_t(uint64_t memory, uint64_t x, uint64_t compare)>;
struct AtomicCase {
  const char* name;
  Draw draw;
  Update update;
};

template <class T> T value(uint64_t bits) {
  return std::bit_cast<T>(static_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(bits));
}
template <class T> Update typed(auto f) {
  return [f](uint64_t m, uint64_t x, uint64_t) {
    return static_cast<uint64_t>(std::bit_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(
        static_cast<T>(f(value<T>(m), value<T>(x)))));
  };
}
// Numbers win against NaN; of two zeros -0 is the lesser.
template <class T> T lesser(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  return a == b ? (std::signbit(a) ? a : b) : a < b ? a : b;
}
template <class T> T greater(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  return a == b ? (std::signbit(a) ? b : a) : a > b ? a : b;
}

template <class T, Draw D> std::vector<AtomicCase> integers(std::array<const char*, 13> n) {
  using S = std::make_signed_t<T>;
  return {{n[0], D, typed<T>([](T, T x) { return x; })},
          {n[1], D, [](uint64_t m, uint64_t x, uint64_t c) { return m == c ? x : m; }},
          {n[2], D, typed<T>([](T m, T x) { return m + x; })},
          {n[3], D, typed<T>([](T m, T x) { return m - x; })},
          {n[4], D, typed<S>([](S m, S x) { return std::min(m, x); })},
          {n[5], D, typed<T>([](T m, T x) { return std::min(m, x); })},
          {n[6], D, typed<S>([](S m, S x) { return std::max(m, x); })},
          {n[7], D, typed<T>([](T m, T x) { return std::max(m, x); })},
          {n[8], D, typed<T>([](T m, T x) { return m & x; })},
          {n[9], D, typed<T>([](T m, T x) { return m | x; })},
          {n[10], D, typed<T>([](T m, T x) { return m ^ x; })},
          {n[11], D, typed<T>([](T m, T x) { return m < x ? m + 1 : 0; })},
          {n[12], D, typed<T>([](T m, T x) { return m - 1 < x ? m - 1 : x; })}};
}

std::vector<AtomicCase> cases() {
  auto c = integers<uint32_t, Draw::b32>(
      {"swap", "cmpswap", "add", "sub", "smin", "umin", "smax", "umax", "and", "or", "xor", "inc", "dec"});
  auto wide =
      integers<uint64_t, Draw::b64>({"swap_x2", "cmpswap_x2", "add_x2", "sub_x2", "smin_x2", "umin_x2",
                                     "smax_x2", "umax_x2", "and_x2", "or_x2", "xor_x2", "inc_x2", "dec_x2"});
  c.insert(c.end(), wide.begin(), wide.end());
  c.push_back(
      {"csub", Draw::b32, typed<uint32_t>([](uint32_t m, uint32_t x) { return m - std::min(m, x); })});
  c.push_back({"pk_add_f16", Draw::b32, packed_sum<_Float16>});
  c.push_back({"pk_add_bf16", Draw::b32, packed_sum<float>});
  c.push_back({"add_f32", Draw::f32, typed<float>([](float m, float x) { return m + x; })});
  c.push_back({"add_f64", Draw::f64, typed<double>([](double m, double x) { return m + x; })});
  c.push_back({"min_f64", Draw::f64, typed<double>(lesser<double>)});
  c.push_back({"max_f64", Draw::f64, typed<double>(greater<double>)});
  // Zeros of either sign are equal, a NaN equals nothing.
  c.push_back({"fcmpswap", Draw::f32, [](uint64_t m, uint64_t x, uint64_t k) { return value<float>(m) == value<float>(k) ? x : m; }});
  c.push_back(
      {"fcmpswap_x2", Draw::f64, [](uint64_t m, uint64_t x, uint64_t k) { return value<double>(m) == value<double>(k) ? x : m; }});
  c.push_back({"fmin", Draw::f32, typed<float>(lesser<float>)});
  c.push_back({"fmax", Draw::f32, typed<float>(greater<float>)});
  c.push_back({"fmin_x2", Draw::f64, typed<double>(lesser<double>)});
  c.push_back({"fmax_x2", Draw::f64, typed<double>(greater<double>)});
  return c;
}

bool same_value(Draw d, uint64_t a, uint64_t b) {
  if (a == b) return true;
  if (d == Draw::f32) return std::isnan(value<float>(a)) && std::isnan(value<float>(b));
  return d == Draw::f64 && std::isnan(value<double>(a)) && std::isnan(value<double>(b));
}

const Semantics* row_of(const std::string& name) {
  const Semantics* row = find_row(vmem_atomic_table(), name);
  if (row) EXPECT_EQ(row->defs, 0) << name;
  return row;
}

enum class Kind { global_wide, global_base, flat, flat_lds, flat_private, buffer };

class VmemAtomic : public testing::TestWithParam<Kind> {};

TEST_P(VmemAtomic, EveryOperation) {
  const Kind kind = GetParam();
  const std::string space = kind == Kind::buffer                                     ? "buffer"
                            : kind == Kind::global_wide || kind == Kind::global_base ? "global"
                                                                                     : "flat";
  Arena arena;
  for (const AtomicCase& c : cases()) {
    if (unwanted(space + "_atomic_" + c.name)) continue;
    SCOPED_TRACE(space + "_atomic_" + c.name);
    const Semantics* row = row_of(space + "_atomic_" + c.name);
    ASSERT_NE(row, nullptr);
    const bool wide = is_wide_draw(c.draw), cmp = std::string(c.name).find("cmpswap") == (c.name[0] == 'f');
    const size_t bytes = wide ? 8 : 4, cells = 24;
    Values values(std::hash<std::string>{}(c.name));
    for (uint64_t exec : kExecPatterns)
      for (int glc = 0; glc < 2; ++glc) {
        TestWave tw(exec + static_cast<uint64_t>(glc));
        tw.set_exec(exec);
        Wave& w = tw.wave();
        std::memset(arena.data(), 0, arena.size());
        // Cells 0.. at byte 16; in private memory every lane has its own. What is behind the last is out of a
        // buffer's range.
        std::vector<std::array<uint64_t, kLanes>> memory(cells);
        auto place = [&](size_t k, int lane, size_t byte) {
          const size_t o = 16 + k * bytes + byte;
          return kind == Kind::flat_private ? (o / 4 * kLanes + static_cast<size_t>(lane)) * 4 + o % 4 : o;
        };
        auto read = [&](size_t k, int lane) {
          uint64_t x = 0;
          for (size_t b = 0; b < bytes; ++b)
            x |= static_cast<uint64_t>(arena.data()[place(k, lane, b)]) << (8 * b);
          return x;
        };
        for (size_t k = 0; k < cells; ++k)
          for (int lane = 0; lane < kLanes; ++lane) {
            const uint64_t x = kind == Kind::flat_private || lane == 0 ? draw_for(c.name, values, c.draw) : memory[k][0];
            memory[k][static_cast<size_t>(lane)] = x;
            for (size_t b = 0; b < bytes; ++b)
              arena.data()[place(k, lane, b)] = static_cast<uint8_t>(x >> (8 * b));
          }
        w.lds = w.scratch = arena.data();
        w.lds_size = static_cast<uint32_t>(arena.size());
        w.scratch_size = 256;
        w.set_s64(8, arena.address());
        const uint32_t records = static_cast<uint32_t>(16 + cells * bytes);
        w.s[12] = static_cast<uint32_t>(arena.address()),
        w.s[13] = static_cast<uint32_t>(arena.address() >> 32);
        w.s[14] = records, w.s[15] = 0x27000, w.s[33] = 4;
        const uint64_t base[] = {arena.address(),
                                 0,
                                 arena.address(),
                                 static_cast<uint64_t>(kSharedApertureHi) << 32,
                                 static_cast<uint64_t>(kPrivateApertureHi) << 32,
                                 0};
        size_t cell[kLanes];
        uint64_t want[kLanes] = {};
        const bool same = values.bits() % 4 == 0; // all lanes at one cell
        for (int i = 0; i < kLanes; ++i) {
          const size_t n = values.bits() % (cells + (kind == Kind::buffer ? 1 : 0));
          cell[i] = same && i ? cell[0] : n;
          tw.set_lane(kAddr, i, base[static_cast<int>(kind)] + cell[i] * bytes,
                      kind != Kind::global_base && kind != Kind::buffer);
          tw.set_lane(kData, i, draw_for(c.name, values, c.draw), wide);
          if (cmp && cell[i] < cells)
            tw.set_lane(kData + (wide ? 2 : 1), i,
                        values.bits() % 2 ? memory[cell[i]][static_cast<size_t>(i)] : draw_for(c.name, values, c.draw),
                        wide);
        }
        const int dst = !glc ? kDst : values.bits() % 3 == 0 ? kData : values.bits() % 2 ? kAddr : kDst;
        for (int i = 0; i < kLanes; ++i) {
          if (!(exec >> i & 1) || cell[i] >= cells) continue;
          auto& m = memory[cell[i]];
          want[i] = m[static_cast<size_t>(i)];
          const uint64_t x =
              c.update(want[i], tw.lane(kData, i, wide), tw.lane(kData + (wide ? 2 : 1), i, wide));
          if (kind == Kind::flat_private)
            m[static_cast<size_t>(i)] = x;
          else
            m.fill(x);
        }
        Op op;
        op.flags = glc ? kGlc : 0;
        op.dst = static_cast<uint16_t>(dst);
        op.imm = 16;
        if (kind == Kind::buffer) {
          op.flags |= kOffen;
          op.imm = 12;
          op.a = TestWave::vector(kData);
          op.b = TestWave::vector(kAddr);
          op.c = TestWave::scalar(12);
          op.sdst = 33;
        } else {
          op.a = TestWave::vector(kAddr, kind != Kind::global_base);
          op.b = TestWave::vector(kData);
          if (kind == Kind::global_base) op.c = TestWave::scalar(8, true);
        }
        const auto before = tw.snapshot();
        tw.run(row->fn, op);
        EXPECT_NE(w.pc, nullptr);
        if (!glc)
          tw.expect_unchanged_but(before, {}, exec);
        else if (wide)
          tw.expect_unchanged_but(before, {dst, dst + 1}, exec);
        else
          tw.expect_unchanged_but(before, {dst}, exec);
        for (size_t k = 0; k < cells; ++k)
          for (int lane = 0; lane < kLanes; ++lane)
            EXPECT_TRUE(same_value(c.draw, read(k, lane), memory[k][static_cast<size_t>(lane)]))
                << "cell " << k << std::hex << " " << read(k, lane) << " want "
                << memory[k][static_cast<size_t>(lane)];
        for (int i = 0; i < kLanes && glc; ++i)
          if (exec >> i & 1)
            EXPECT_TRUE(same_value(c.draw, tw.lane(dst, i, wide), want[i]))
                << "lane " << i << std::hex << " " << tw.lane(dst, i, wide) << " want " << want[i];
        if (HasFailure()) return;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Spaces, VmemAtomic,
                         testing::Values(Kind::global_wide, Kind::global_base, Kind::flat, Kind::flat_lds,
                                         Kind::flat_private, Kind::buffer));

TEST(VmemAtomicPacked, Adds) {
  struct {
    const char* name;
    uint32_t memory, data, want;
  } rows[] = {{"pk_add_f16", 0x3c003c00, 0x40003c00, 0x42004000},
              {"pk_add_bf16", 0x3f803f80, 0x40003f80, 0x40404000}};
  for (const char* space : {"global", "flat"})
    for (auto& r : rows) {
      Arena arena;
      TestWave tw;
      tw.set_exec(2);
      std::memcpy(arena.data(), &r.memory, 4);
      tw.set_lane(kAddr, 1, arena.address(), true);
      tw.set_lane(kData, 1, r.data);
      Op op;
      op.a = TestWave::vector(kAddr, true);
      op.b = TestWave::vector(kData);
      op.flags = kGlc;
      op.dst = kDst;
      tw.run(row_of(std::string(space) + "_atomic_" + r.name)->fn, op);
      uint32_t now;
      std::memcpy(&now, arena.data(), 4);
      EXPECT_EQ(now, r.want) << r.name;
      EXPECT_EQ(tw.lane(kDst, 1), r.memory);
    }
}

// Waves on two threads: no update is lost.
TEST(VmemAtomicThreads, UpdatesAreAtomic) {
  for (const char* name : {"global_atomic_add", "global_atomic_add_f32", "global_atomic_inc"}) {
    alignas(8) uint32_t cell = 0;
    const Handler fn = row_of(name)->fn;
    constexpr int kRounds = 2000;
    auto work = [&] {
      TestWave tw;
      for (int i = 0; i < kLanes; ++i) {
        tw.set_lane(kAddr, i, reinterpret_cast<uint64_t>(&cell), true);
        tw.set_lane(kData, i,
                    std::string(name).ends_with("f32")   ? std::bit_cast<uint32_t>(1.0f)
                    : std::string(name).ends_with("inc") ? ~0u
                                                         : 1u);
      }
      Op op;
      op.a = TestWave::vector(kAddr, true);
      op.b = TestWave::vector(kData);
      for (int k = 0; k < kRounds; ++k) fn(tw.wave(), &op);
    };
    std::thread other(work);
    work();
    other.join();
    const uint32_t want = 2 * kRounds * kLanes;
    EXPECT_EQ(std::string(name).ends_with("f32") ? static_cast<uint32_t>(std::bit_cast<float>(cell)) : cell,
              want)
        << name;
  }
}

} // namespace
} // namespace wavelift::soft::test
