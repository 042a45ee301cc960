// LDS instructions: moves against the byte oracle, atomics against their definitions, permutations against a
// lane map.
#include "memory_oracle.h"
#include <cmath>
#include <map>

namespace wavelift::soft::test {
namespace {

constexpr int kAddr = 10, kData = 20, kData2 = 30, kDst = 40;
constexpr uint32_t kLdsBytes = 5000;

Handler handler_of(const std::string& name, int defs) {
  const Semantics* row = find_row(ds_table(), name);
  if (!row) return nullptr;
  EXPECT_EQ(row->defs, defs) << name;
  return row->fn;
}

void use_lds(TestWave& tw, Arena& arena, uint32_t bytes = kLdsBytes) {
  tw.wave().lds = arena.data();
  tw.wave().lds_size = bytes;
}

Op ds_op(int imm, int imm1 = 0) {
  Op op;
  op.a = TestWave::vector(kAddr);
  op.b = TestWave::vector(kData);
  op.c = TestWave::vector(kData2);
  op.dst = kDst;
  op.imm = imm;
  op.imm1 = imm1;
  return op;
}

constexpr Moves kMoves[] = {
    {"ds_read_u8", 1},
    {"ds_read_i8", 1, true},
    {"ds_read_u16", 2},
    {"ds_read_i16", 2, true},
    {"ds_read_b32", 4},
    {"ds_read_b64", 8},
    {"ds_read_b96", 12},
    {"ds_read_b128", 16},
    {"ds_read_u8_d16", 1, false, 1},
    {"ds_read_u8_d16_hi", 1, false, 2},
    {"ds_read_i8_d16", 1, true, 1},
    {"ds_read_i8_d16_hi", 1, true, 2},
    {"ds_read_u16_d16", 2, false, 1},
    {"ds_read_u16_d16_hi", 2, false, 2},
    {"ds_write_b8", 1, false, 0, true},
    {"ds_write_b8_d16_hi", 1, false, 2, true},
    {"ds_write_b16", 2, false, 0, true},
    {"ds_write_b16_d16_hi", 2, false, 2, true},
    {"ds_write_b32", 4, false, 0, true},
    {"ds_write_b64", 8, false, 0, true},
    {"ds_write_b96", 12, false, 0, true},
    {"ds_write_b128", 16, false, 0, true},
};

// Some rounds keep all lanes inside, others reach beyond the end; the sum of address and offset wraps at 32
// bits.
TEST(Ds, ReadsAndWrites) {
  std::mt19937_64 rng(11);
  Arena arena;
  arena.fill(rng);
  for (const Moves& m : kMoves) {
    if (unwanted(m.mnemonic)) continue;
    SCOPED_TRACE(m.mnemonic);
    Handler fn = handler_of(m.mnemonic, m.store ? 0 : 1);
    ASSERT_NE(fn, nullptr);
    TestWave tw(rng());
    const auto bytes = static_cast<uint32_t>(m.bytes);
    for (uint64_t exec : exec_patterns(rng))
      for (Pattern p : kPatterns)
        for (bool beyond : {false, true}) {
          tw.set_exec(exec);
          tw.wave().pc = nullptr;
          use_lds(tw, arena);
          auto offsets = lane_offsets(rng, p, bytes, beyond ? kLdsBytes + 100 : kLdsBytes, exec);
          const uint32_t imm = static_cast<uint32_t>(rng() % 3000);
          const int reg = m.store ? kData : rng() % 3 == 0 ? kAddr : kDst;
          for (int i = 0; i < kLanes; ++i)
            if (exec >> i & 1) tw.set_lane(kAddr, i, offsets[static_cast<size_t>(i)] - imm);
          Op op = ds_op(static_cast<int>(imm));
          op.dst = static_cast<uint16_t>(reg);
          check_move(tw, arena, m, fn, op, reg, [=](int i, int k) -> std::optional<size_t> {
            const uint64_t at = offsets[static_cast<size_t>(i)];
            return at + bytes <= kLdsBytes ? std::optional<size_t>(at + static_cast<uint64_t>(k))
                                           : std::nullopt;
          });
          if (HasFatalFailure()) return;
        }
  }
}

TEST(Ds, LdsSmallerThanAnElement) {
  Arena arena;
  TestWave tw;
  use_lds(tw, arena, 4);
  for (int i = 0; i < kLanes; ++i) tw.set_lane(kAddr, i, 0);
  tw.run(handler_of("ds_read_b128", 1), ds_op(0));
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(tw.lane(kDst, i), 0u);
}

// ds_read2 / ds_write2: both halves are checked against the memory model, the second after the first.
struct Two {
  const char* suffix;
  int dwords;
  uint32_t unit;
};
constexpr Two kTwo[] = {{"2_b32", 1, 4}, {"2_b64", 2, 8}, {"2st64_b32", 1, 256}, {"2st64_b64", 2, 512}};

TEST(Ds, TwoAddressForms) {
  std::mt19937_64 rng(5);
  Arena arena;
  TestWave tw;
  for (const Two& t : kTwo)
    for (bool store : {false, true})
      for (uint64_t exec : exec_patterns(rng))
        for (Pattern p : kPatterns)
          for (int offsets_kind = 0; offsets_kind < 4; ++offsets_kind) {
            const std::string name = std::string(store ? "ds_write" : "ds_read") + t.suffix;
            if (unwanted(name)) continue;
            SCOPED_TRACE(name);
            Handler fn = handler_of(name, store ? 0 : 1);
            ASSERT_NE(fn, nullptr);
            tw.set_exec(exec);
            use_lds(tw, arena);
            arena.fill(rng);
            // Neighbours, the same twice, the second first, anything.
            const int at = static_cast<int>(rng() % (t.unit > 200 ? 6 : 200));
            const int imm[2] = {offsets_kind == 2 ? at + 1 : at, offsets_kind == 0 ? at + 1
                                                                 : offsets_kind == 3
                                                                     ? static_cast<int>(rng() % 8)
                                                                     : at};
            auto address = lane_offsets(rng, p, 4u * static_cast<uint32_t>(t.dwords), 2200, exec);
            // Whole pairs: which of two lanes that overlap writes last is not defined.
            const uint32_t pair = 8u * static_cast<uint32_t>(t.dwords);
            if (store || rng() % 2)
              for (auto& a : address) a = a / (pair / 2) * pair % 4400 / pair * pair + 3;
            for (int i = 0; i < kLanes; ++i)
              if (exec >> i & 1) tw.set_lane(kAddr, i, address[static_cast<size_t>(i)]);
            Op op = ds_op(imm[0], imm[1]);
            const bool adjacent = rng() % 2; // data registers side by side
            if (adjacent) op.c = TestWave::vector(kData + t.dwords);
            if (!store)
              op.dst = static_cast<uint16_t>(
                  rng() % 2 ? kDst : kAddr - static_cast<int>(rng() % static_cast<unsigned>(2 * t.dwords)));
            const auto before = tw.snapshot();
            auto memory = arena.copy();
            std::vector<Row> want = before.rows;
            for (int half = 0; half < 2; ++half)
              for (int i = 0; i < kLanes; ++i) {
                if (!(exec >> i & 1)) continue;
                const size_t from = address[static_cast<size_t>(i)] + static_cast<size_t>(imm[half]) * t.unit,
                             bytes = 4 * static_cast<size_t>(t.dwords);
                const bool inside = from + bytes <= kLdsBytes;
                for (int d = 0; d < t.dwords; ++d) {
                  const size_t byte = from + 4 * static_cast<size_t>(d);
                  if (store) {
                    const Row& r = before.rows[static_cast<size_t>((half ? op.c.index : op.b.index) + d)];
                    if (inside) std::memcpy(&memory[byte], &r.lane[i], 4);
                  } else {
                    uint32_t x = 0;
                    if (inside) std::memcpy(&x, &memory[byte], 4);
                    want[static_cast<size_t>(op.dst + half * t.dwords + d)].lane[i] = x;
                  }
                }
              }
            tw.run(fn, op);
            ASSERT_EQ(arena.copy(), memory);
            for (int r = 0; r < kRows; ++r)
              for (int i = 0; i < kLanes; ++i)
                if (std::memcmp(tw.wave().v + r, &want[static_cast<size_t>(r)], sizeof(Row)) != 0)
                  ASSERT_EQ(tw.lane(r, i), want[static_cast<size_t>(r)].lane[i])
                      << "row " << r << " lane " << i << std::hex << " exec " << exec;
          }
}

TEST(Ds, AddTid) {
  Arena arena;
  std::mt19937_64 rng(1);
  arena.fill(rng);
  TestWave tw;
  use_lds(tw, arena);
  tw.set_exec(0xf00ff00ff00ff00f);
  tw.wave().s[kM0] = 0xabc00100; // only 16 bits count
  const auto before = tw.snapshot();
  tw.run(handler_of("ds_read_addtid_b32", 1), ds_op(12));
  tw.expect_unchanged_but(before, {kDst}, tw.wave().exec());
  Op op = ds_op(400);
  op.a = TestWave::vector(kData);
  auto memory = arena.copy();
  tw.run(handler_of("ds_write_addtid_b32", 0), op);
  for (int i = 0; i < kLanes; ++i) {
    if (!(tw.wave().exec() >> i & 1)) continue;
    uint32_t x;
    std::memcpy(&x, &memory[static_cast<size_t>(256 + 12 + 4 * i)], 4);
    EXPECT_EQ(tw.lane(kDst, i), x);
    x = static_cast<uint32_t>(tw.lane(kData, i));
    std::memcpy(&memory[static_cast<size_t>(256 + 400 + 4 * i)], &x, 4);
  }
  EXPECT_EQ(arena.copy(), memory);
}

// Atomics: (memory, data, second data) -> new value, bit patterns of the type's width.
using Update = std::function<uint64_t(uint64_t m, uint64_t x, uint64_t y)>;
struct AtomicCase {
  std::string name, type; // "add", "u32"
  Draw draw;
  Update update;
};

template <class T> Update typed(auto f) {
  return [f](uint64_t m, uint64_t x, uint64_t) {
    using U = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    auto value = [](uint64_t bits) { return std::bit_cast<T>(static_cast<U>(bits)); };
    return static_cast<uint64_t>(std::bit_cast<U>(static_cast<T>(f(value(m), value(x)))));
  };
}

// minimumNumber / maximumNumber: numbers win against NaN, -0 is less than +0.
template <class T> T number_min(T a, T b, bool greatest) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == 0 && b == 0) return std::signbit(a) == greatest ? b : a;
  return (a < b) != greatest ? a : b;
}

template <class T>
void integer_cases(std::vector<AtomicCase>& out, const char* u, const char* s, const char* b, Draw d) {
  using S = std::make_signed_t<T>;
  out.push_back({"add", u, d, typed<T>([](T m, T x) { return m + x; })});
  out.push_back({"sub", u, d, typed<T>([](T m, T x) { return m - x; })});
  out.push_back({"rsub", u, d, typed<T>([](T m, T x) { return x - m; })});
  out.push_back({"inc", u, d, typed<T>([](T m, T x) { return m < x ? m + 1 : 0; })});
  out.push_back(
      {"dec", u, d, typed<T>([](T m, T x) { return m - 1 < x ? m - 1 : x; })}); // 0 - 1 is the greatest
  out.push_back({"min", u, d, typed<T>([](T m, T x) { return std::min(m, x); })});
  out.push_back({"max", u, d, typed<T>([](T m, T x) { return std::max(m, x); })});
  out.push_back({"min", s, d, typed<S>([](S m, S x) { return std::min(m, x); })});
  out.push_back({"max", s, d, typed<S>([](S m, S x) { return std::max(m, x); })});
  out.push_back({"and", b, d, [](uint64_t m, uint64_t x, uint64_t) { return m & x; }});
  out.push_back({"or", b, d, [](uint64_t m, uint64_t x, uint64_t) { return m | x; }});
  out.push_back({"xor", b, d, [](uint64_t m, uint64_t x, uint64_t) { return m ^ x; }});
  out.push_back({"mskor", b, d, [](uint64_t m, uint64_t x, uint64_t y) { return (m & ~x) | y; }});
  out.push_back({"cmpst", b, d, [](uint64_t m, uint64_t x, uint64_t y) { return m == x ? y : m; }});
  out.push_back({"cmpstore", b, d, [](uint64_t m, uint64_t x, uint64_t y) { return m == y ? x : m; }});
}

std::vector<AtomicCase> atomic_cases() {
  std::vector<AtomicCase> c;
  c.push_back({"pk_add", "f16", Draw::b32, packed_sum<_Float16>});
  c.push_back({"pk_add", "bf16", Draw::b32, packed_sum<float>});
  integer_cases<uint32_t>(c, "u32", "i32", "b32", Draw::b32);
  integer_cases<uint64_t>(c, "u64", "i64", "b64", Draw::b64);
  c.push_back({"add", "f32", Draw::f32, typed<float>([](float m, float x) { return m + x; })});
  c.push_back(
      {"min", "f32", Draw::f32, typed<float>([](float m, float x) { return number_min(m, x, false); })});
  c.push_back(
      {"max", "f32", Draw::f32, typed<float>([](float m, float x) { return number_min(m, x, true); })});
  c.push_back({"cmpst", "f32", Draw::f32, [](uint64_t m, uint64_t x, uint64_t y) {
                 return std::bit_cast<float>(static_cast<uint32_t>(m)) ==
                                std::bit_cast<float>(static_cast<uint32_t>(x))
                            ? y
                            : m;
               }});
  c.push_back({"cmpstore", "f32", Draw::f32, [](uint64_t m, uint64_t x, uint64_t y) {
                 return std::bit_cast<float>(static_cast<uint32_t>(m)) ==
                                std::bit_cast<float>(static_cast<uint32_t>(y))
                            ? x
                            : m;
               }});
  c.push_back({"cmpstore", "f64", Draw::f64, [](uint64_t m, uint64_t x, uint64_t y) {
                 return std::bit_cast<double>(m) == std::bit_cast<double>(y) ? x : m;
               }});
  c.push_back({"add", "f64", Draw::f64, typed<double>([](double m, double x) { return m + x; })});
  c.push_back(
      {"min", "f64", Draw::f64, typed<double>([](double m, double x) { return number_min(m, x, false); })});
  c.push_back(
      {"max", "f64", Draw::f64, typed<double>([](double m, double x) { return number_min(m, x, true); })});
  c.push_back({"cmpst", "f64", Draw::f64, [](uint64_t m, uint64_t x, uint64_t y) {
                 return std::bit_cast<double>(m) == std::bit_cast<double>(x) ? y : m;
               }});
  return c;
}

bool same_value(const std::string& type, uint64_t a, uint64_t b) {
  if (a == b) return true;
  if (type == "f32")
    return std::isnan(std::bit_cast<float>(static_cast<uint32_t>(a))) &&
           std::isnan(std::bit_cast<float>(static_cast<uint32_t>(b)));
  if (type == "f64") return std::isnan(std::bit_cast<double>(a)) && std::isnan(std::bit_cast<double>(b));
  return false;
}

TEST(Ds, Atomics) {
  Arena arena;
  for (const AtomicCase& c : atomic_cases())
    for (bool rtn : {false, true}) {
      const std::string name = "ds_" + c.name + (rtn ? "_rtn_" : "_") + c.type;
      if (unwanted(name)) continue;
      SCOPED_TRACE(name);
      Handler fn = handler_of(name, rtn ? 1 : 0);
      ASSERT_NE(fn, nullptr);
      const bool wide = c.type.ends_with("64");
      const size_t bytes = wide ? 8 : 4, cells = 40;
      Values values(std::hash<std::string>{}(name));
      for (int round = 0; round < 20; ++round) {
        const uint64_t exec = kExecPatterns[static_cast<size_t>(round) % std::size(kExecPatterns)];
        TestWave tw(exec);
        tw.set_exec(exec);
        use_lds(tw, arena, static_cast<uint32_t>(16 + cells * bytes));
        // Cells that several lanes share, and one beyond the end.
        std::vector<uint64_t> memory(cells + 1), returned(kLanes);
        for (size_t k = 0; k < cells; ++k) {
          memory[k] = values.draw(c.draw);
          std::memcpy(arena.data() + 16 + k * bytes, &memory[k], bytes);
        }
        size_t cell[kLanes];
        const int dst = !rtn ? kDst : values.bits() % 3 == 0 ? kData : values.bits() % 2 ? kAddr : kDst;
        const bool same = values.bits() % 3 == 0;
        for (int i = 0; i < kLanes; ++i) {
          cell[i] = same && i ? cell[0] : values.bits() % (cells + 1);
          tw.set_lane(kAddr, i, cell[i] * bytes);
          uint64_t x = values.draw(c.draw), y = values.draw(c.draw);
          if (values.bits() % 2) {   // compares that hold
            if (c.name == "cmpst") x = memory[cell[i]];
            if (c.name == "cmpstore") y = memory[cell[i]];
          }
          tw.set_lane(kData, i, x, wide);
          tw.set_lane(kData2, i, y, wide);
        }
        for (int i = 0; i < kLanes; ++i) {
          if (!(exec >> i & 1)) continue;
          uint64_t& m = memory[cell[i]];
          returned[static_cast<size_t>(i)] = cell[i] < cells ? m : 0;
          if (cell[i] < cells) m = c.update(m, tw.lane(kData, i, wide), tw.lane(kData2, i, wide));
        }
        Op op = ds_op(16);
        op.dst = static_cast<uint16_t>(dst);
        const auto before = tw.snapshot();
        tw.run(fn, op);
        if (!rtn)
          tw.expect_unchanged_but(before, {}, exec);
        else if (wide)
          tw.expect_unchanged_but(before, {dst, dst + 1}, exec);
        else
          tw.expect_unchanged_but(before, {dst}, exec);
        for (size_t k = 0; k < cells; ++k) {
          uint64_t now = 0;
          std::memcpy(&now, arena.data() + 16 + k * bytes, bytes);
          EXPECT_TRUE(same_value(c.type, now, memory[k])) << std::hex << now << " want " << memory[k];
        }
        for (int i = 0; i < kLanes && rtn; ++i)
          if (exec >> i & 1)
            EXPECT_TRUE(same_value(c.type, tw.lane(dst, i, wide), returned[static_cast<size_t>(i)]))
                << "lane " << i;
        if (HasFailure()) return;
      }
    }
}

TEST(Ds, PackedAdds) {
  Arena arena;
  TestWave tw;
  use_lds(tw, arena);
  struct {
    const char* name;
    uint32_t memory, data, want;
  } cases[] = {
      {"ds_pk_add_f16", 0x3c003c00, 0x40003c00, 0x42004000}, // 1 + 2, 1 + 1
      {"ds_pk_add_f16", 0x7bff0001, 0x7bff0001, 0x7c000002}, // overflow to infinity, denormals stay
      {"ds_pk_add_bf16", 0x3f803f80, 0x40003f80, 0x40404000},
      {"ds_pk_add_bf16", 0x3f803f81, 0x3b803b80, 0x3f803f82}, // halfway cases go to even
      {"ds_pk_add_bf16", 0x7f807fc0, 0xff803f80, 0x7fc07fc0}, // infinity - infinity, NaN
  };
  for (auto& c : cases) {
    for (int i = 0; i < kLanes; ++i)
      tw.set_lane(kAddr, i, 4 * static_cast<uint64_t>(i)), tw.set_lane(kData, i, c.data);
    std::memcpy(arena.data() + 20, &c.memory, 4);
    tw.run(handler_of(c.name, 0), ds_op(0));
    uint32_t now;
    std::memcpy(&now, arena.data() + 20, 4);
    EXPECT_EQ(now & 0x7fff7fff, c.want & 0x7fff7fff) << c.name << std::hex << " " << now;
    std::memcpy(arena.data() + 20, &c.memory, 4);
    tw.run(handler_of(std::string(c.name).insert(9, "_rtn"), 1), ds_op(0));
    EXPECT_EQ(tw.lane(kDst, 5), c.memory);
  }
}

TEST(Ds, Exchanges) {
  std::mt19937_64 rng(2);
  Arena arena;
  struct {
    const char* name;
    int dwords, count;
    uint32_t unit;
  } cases[] = {{"ds_wrxchg_rtn_b32", 1, 1, 1},        {"ds_wrxchg_rtn_b64", 2, 1, 1},
               {"ds_wrxchg2_rtn_b32", 1, 2, 4},       {"ds_wrxchg2_rtn_b64", 2, 2, 8},
               {"ds_wrxchg2st64_rtn_b32", 1, 2, 256}, {"ds_wrxchg2st64_rtn_b64", 2, 2, 512}};
  for (auto& c : cases)
    for (uint64_t exec : kExecPatterns) {
      if (unwanted(c.name)) continue;
      SCOPED_TRACE(c.name);
      TestWave tw(exec);
      tw.set_exec(exec);
      use_lds(tw, arena, 2000);
      arena.fill(rng);
      auto memory = arena.copy();
      Op op = ds_op(1, 3);
      for (int i = 0; i < kLanes; ++i) tw.set_lane(kAddr, i, rng() % 900);
      const auto before = tw.snapshot();
      std::vector<Row> want = before.rows;
      for (int i = 0; i < kLanes; ++i) {
        if (!(exec >> i & 1)) continue;
        for (int step = 0; step < 2; ++step) // both are read before either is written
          for (int k = 0; k < c.count; ++k)
            for (int d = 0; d < c.dwords; ++d) {
              const size_t start = before.rows[kAddr].lane[i] + static_cast<size_t>(k ? 3 : 1) * c.unit,
                           at = start + 4 * static_cast<size_t>(d);
              const bool inside = start + 4 * static_cast<size_t>(c.dwords) <= 2000;
              uint32_t x = 0;
              if (step == 0) {
                if (inside) std::memcpy(&x, &memory[at], 4);
                want[static_cast<size_t>(kDst + k * c.dwords + d)].lane[i] = x;
              } else if (inside) {
                x = before.rows[static_cast<size_t>((k ? kData2 : kData) + d)].lane[i];
                std::memcpy(&memory[at], &x, 4);
              }
            }
      }
      tw.run(handler_of(c.name, 1), op);
      EXPECT_EQ(arena.copy(), memory);
      for (int r = kDst; r < kDst + 4; ++r)
        for (int i = 0; i < kLanes; ++i)
          ASSERT_EQ(tw.lane(r, i), want[static_cast<size_t>(r)].lane[i]) << "row " << r << " lane " << i;
    }
}

TEST(Ds, AppendAndConsume) {
  Arena arena;
  TestWave tw;
  use_lds(tw, arena);
  tw.wave().s[kM0] = 64;
  tw.set_exec(0x00ff00000000ff01 >> (64 - kLanes) | 0xff01);
  uint32_t count = 100;
  std::memcpy(arena.data() + 72, &count, 4);
  const auto before = tw.snapshot();
  tw.run(handler_of("ds_append", 1), ds_op(8));
  tw.expect_unchanged_but(before, {kDst}, tw.wave().exec());
  for (int i = 0; i < kLanes; ++i)
    if (tw.wave().exec() >> i & 1) EXPECT_EQ(tw.lane(kDst, i), 100u);
  std::memcpy(&count, arena.data() + 72, 4);
  const uint32_t after = kLanes == 64 ? 117 : 100 + 8 + 8 + 1;
  EXPECT_EQ(count, after);
  const auto then = tw.snapshot();
  tw.run(handler_of("ds_consume", 1), ds_op(8));
  tw.expect_unchanged_but(then, {kDst}, tw.wave().exec());
  for (int i = 0; i < kLanes; ++i)
    if (tw.wave().exec() >> i & 1) EXPECT_EQ(tw.lane(kDst, i), after);
  std::memcpy(&count, arena.data() + 72, 4);
  EXPECT_EQ(count, 100u);
}

// Pulls: lane i gets the data of lane from(i), 0 when that one is off.
void check_pull(const char* name, int imm, const std::function<int(int)>& from, uint64_t exec, TestWave& tw,
                bool in_place) {
  if (unwanted(name)) return;
  SCOPED_TRACE(name);
  tw.set_exec(exec);
  Op op = ds_op(imm);
  const bool swizzle = std::string(name) == "ds_swizzle_b32";
  const int data = swizzle ? kAddr : kData;
  if (in_place) op.dst = static_cast<uint16_t>(data);
  const auto before = tw.snapshot();
  tw.run(handler_of(name, 1), op);
  tw.expect_unchanged_but(before, {op.dst}, exec);
  for (int i = 0; i < kLanes; ++i) {
    if (!(exec >> i & 1)) continue;
    const int j = from(i);
    EXPECT_EQ(tw.lane(op.dst, i), exec >> j & 1 ? before.rows[static_cast<size_t>(data)].lane[j] : 0)
        << "imm " << std::hex << imm << std::dec << " lane " << i << " from " << j;
  }
}

TEST(Ds, Bpermute) {
  std::mt19937_64 rng(4);
  for (uint64_t exec : exec_patterns(rng)) {
    TestWave tw(rng());
    const int imm = static_cast<int>(rng() % 300);
    std::array<int, kLanes> from{};
    for (int i = 0; i < kLanes; ++i) {
      const auto a = static_cast<uint32_t>(rng());
      tw.set_lane(kAddr, i, a);
      from[static_cast<size_t>(i)] = static_cast<int>((a + static_cast<uint32_t>(imm)) / 4 % kLanes);
    }
    check_pull(
        "ds_bpermute_b32", imm, [&](int i) { return from[static_cast<size_t>(i)]; }, exec, tw, rng() % 2);
  }
}

TEST(Ds, Permute) {
  std::mt19937_64 rng(4);
  for (uint64_t exec : exec_patterns(rng)) {
    TestWave tw(rng());
    tw.set_exec(exec);
    std::map<int, uint32_t> sent;
    for (int i = 0; i < kLanes; ++i) {
      const auto a = static_cast<uint32_t>(rng());
      tw.set_lane(kAddr, i, a);
      if (exec >> i & 1) sent[static_cast<int>((a + 8) / 4 % kLanes)] = static_cast<uint32_t>(tw.lane(kData, i));
    }
    const auto before = tw.snapshot();
    tw.run(handler_of("ds_permute_b32", 1), ds_op(8));
    tw.expect_unchanged_but(before, {kDst}, exec);
    for (int i = 0; i < kLanes; ++i)
      if (exec >> i & 1) EXPECT_EQ(tw.lane(kDst, i), sent.count(i) ? sent[i] : 0) << i;
  }
}

// From gfx10 on both permutations stay within 32 lanes.
TEST(Ds, PermutationsOfGfx10) {
  std::mt19937_64 rng(4);
  for (uint64_t exec : kExecPatterns) {
    TestWave tw(rng());
    tw.set_exec(exec);
    std::map<int, uint32_t> sent;
    for (int i = 0; i < kLanes; ++i) {
      const auto a = static_cast<uint32_t>(rng());
      tw.set_lane(kAddr, i, a);
      if (exec >> i & 1) sent[i / 32 * 32 + static_cast<int>(a / 4 % 32)] = static_cast<uint32_t>(tw.lane(kData, i));
    }
    const auto before = tw.snapshot();
    tw.run(find_semantics("ds_permute_b32", Generation::gfx11)->fn, ds_op(0));
    for (int i = 0; i < kLanes; ++i)
      if (exec >> i & 1) EXPECT_EQ(tw.lane(kDst, i), sent.count(i) ? sent[i] : 0) << i;
    tw.run(find_semantics("ds_bpermute_b32", Generation::gfx10)->fn, ds_op(0));
    for (int i = 0; i < kLanes; ++i) {
      const int from = i / 32 * 32 + static_cast<int>(before.rows[kAddr].lane[i] / 4 % 32);
      if (exec >> i & 1) EXPECT_EQ(tw.lane(kDst, i), exec >> from & 1 ? before.rows[kData].lane[from] : 0) << i;
    }
    tw.expect_unchanged_but(before, {kDst}, exec);
  }
}

TEST(Ds, Swizzle) {
  std::mt19937_64 rng(9);
  for (uint64_t exec : exec_patterns(rng)) {
    TestWave tw(rng());
    // Exchanges of neighbours at distance 1 .. 16, a broadcast, a reversal of 8: the forms that compilers
    // emit.
    for (int distance : {1, 2, 4, 8, 16})
      check_pull(
          "ds_swizzle_b32", distance << 10 | 0x1f, [=](int i) { return i ^ distance; }, exec, tw, false);
    check_pull("ds_swizzle_b32", 5 << 5 | 0x18, [](int i) { return i / 8 * 8 + 5; }, exec, tw, true);
    check_pull(
        "ds_swizzle_b32", 7 << 10 | 0x1f, [](int i) { return i / 8 * 8 + (7 - i % 8); }, exec, tw, false);
    check_pull(
        "ds_swizzle_b32", 0x8000 | 2 << 6 | 3 << 4 | 0 << 2 | 1,
        [](int i) {
          const int q[] = {1, 0, 3, 2};
          return i / 4 * 4 + q[i % 4];
        },
        exec, tw, true);
    check_pull(
        "ds_swizzle_b32", 0xc000 | 3 << 5, [](int i) { return i / 32 * 32 + (i + 3) % 32; }, exec, tw, false);
    check_pull(
        "ds_swizzle_b32", 0xc000 | 1 << 10 | 3 << 5, [](int i) { return i / 32 * 32 + (i + 29) % 32; }, exec,
        tw, false);
    check_pull(
        "ds_swizzle_b32", 0xe000,
        [](int i) {
          return i / 32 * 32 + ((i & 1) << 4 | (i & 2) << 2 | (i & 4) | (i & 8) >> 2 | (i & 16) >> 4);
        },
        exec, tw, false);
    check_pull("ds_swizzle_b32", 0xe01f, [](int i) { return i; }, exec, tw, false);
  }
}

TEST(Ds, GlobalDataShareFaults) {
  for (const char* name : {"ds_gws_init", "ds_gws_barrier", "ds_gws_sema_v", "ds_gws_sema_br",
                           "ds_gws_sema_p", "ds_gws_sema_release_all"}) {
    TestWave tw;
    Op op = ds_op(0);
    EXPECT_EQ(handler_of(name, 0)(tw.wave(), &op), nullptr);
    EXPECT_EQ(tw.wave().state, WaveState::faulted);
    EXPECT_NE(tw.wave().fault, nullptr);
  }
  TestWave tw;
  const auto before = tw.snapshot();
  tw.run(handler_of("ds_nop", 0), ds_op(0));
  tw.expect_unchanged_but(before, {}, 0);
}

} // namespace
} // namespace wavelift::soft::test
