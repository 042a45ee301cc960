// Machine code of gfx10 and gfx11 through the decoder and lowering, then executed: what depends on the encoding and not on
// an operation's own semantics. Words are little-endian, with the text they were assembled from.
#include "harness.h"
#include "soft/isa/decode.h"
#include "soft/isa/lower.h"
#include <bit>
#include <cmath>

namespace wavelift::soft::test {
namespace {

// One instruction, executed on a wave whose rows hold noise or what a test puts there.
class Execution {
public:
  Execution(const char* arch, const char* text, std::vector<uint32_t> words) : text_(text) {
    auto decoder = Decoder::create(arch, kLanes);
    EXPECT_TRUE(decoder) << arch;
    inst = (*decoder)->decode(std::as_bytes(std::span(words)), 0x1000);
    EXPECT_EQ(inst.size, words.size() * 4) << text;
    std::string have = inst.text;
    for (char& c : have)
      if (c == '\t') c = ' ';
    EXPECT_EQ(have.substr(have.find_first_not_of(' ')), text);
  }
  void run() {
    before = tw.snapshot();
    std::vector<Op> ops;
    lower(inst, 0, [this](uint64_t x) { return tw.constant(x).index; }, {}, ops);
    ops.emplace_back();
    const Op *op = ops.data(), *end = &ops.back();
    while (op && op != end) op = op->fn(tw.wave(), op);
    ASSERT_EQ(op, end) << text_ << ": " << (tw.wave().fault ? tw.wave().fault : "left");
  }
  // A vector register as it was.
  uint32_t was(int row, int lane) const { return before.rows[static_cast<size_t>(row)].lane[lane]; }
  float was_float(int row, int lane) const { return std::bit_cast<float>(was(row, lane)); }
  void put_floats(std::initializer_list<int> rows) {
    Values values(11);
    for (int r : rows)
      for (int i = 0; i < kLanes; ++i)
        tw.set_lane(r, i, std::bit_cast<uint32_t>(static_cast<float>(static_cast<int>(values.bits() % 2000) - 1000) / 8));
  }
  void put_halves(std::initializer_list<int> rows) {
    Values values(12);
    for (int r : rows)
      for (int i = 0; i < kLanes; ++i) {
        const auto half = [&] { return bits(static_cast<_Float16>(static_cast<int>(values.bits() % 200) - 100)); };
        tw.set_lane(r, i, half() | half() << 16);
      }
  }
  static uint32_t bits(float x) { return std::bit_cast<uint32_t>(x); }
  static uint32_t bits(_Float16 x) { return std::bit_cast<uint16_t>(x); }
  static double half(uint32_t x, bool high) {
    return static_cast<double>(std::bit_cast<_Float16>(static_cast<uint16_t>(high ? x >> 16 : x)));
  }
  // Rows are f(lane) in the lanes of EXEC; nothing else has changed but the listed slots.
  void expect(std::initializer_list<std::pair<int, std::function<uint32_t(int)>>> rows,
              std::initializer_list<int> slots = {}) {
    const uint64_t exec = before.s[kExec] | (kLanes == 64 ? static_cast<uint64_t>(before.s[kExec + 1]) << 32 : 0);
    for (const auto& [row, f] : rows)
      for (int i = 0; i < kLanes; ++i)
        EXPECT_EQ(tw.lane(row, i), exec >> i & 1 ? f(i) : was(row, i)) << text_ << ": v" << row << " lane " << i;
    for (int r = 0; r < kTempBase; ++r) {
      const bool listed = std::any_of(rows.begin(), rows.end(), [&](const auto& x) { return x.first == r; });
      if (!listed)
        for (int i = 0; i < kLanes; ++i) ASSERT_EQ(tw.lane(r, i), was(r, i)) << text_ << ": v" << r << " changed";
    }
    for (int i = 0; i < 240; ++i)
      if (std::find(slots.begin(), slots.end(), i) == slots.end())
        EXPECT_EQ(tw.wave().s[i], before.s[static_cast<size_t>(i)]) << text_ << ": scalar slot " << i << " changed";
  }

  Inst inst;
  TestWave tw;
  TestWave::Snapshot before;

private:
  const char* text_;
};

constexpr uint64_t kSome = 0x5555aaaa0f0f33ccull & kAllLanes;   // lanes that are on in most cases here

#if WAVE_SIZE == 32
TEST(Lower, DualMovesExchange) {
  Execution x("gfx1100", "v_dual_mov_b32 v2, v5 :: v_dual_mov_b32 v5, v2", {0xca100105, 0x02040102});
  x.tw.set_exec(kSome);
  x.run();
  x.expect({{2, [&](int i) { return x.was(5, i); }}, {5, [&](int i) { return x.was(2, i); }}});
}
TEST(Lower, DualOperationsReadBeforeTheyWrite) {
  Execution x("gfx1100", "v_dual_fmac_f32 v2, v5, v8 :: v_dual_fmac_f32 v5, v2, v9", {0xc8001105, 0x02041302});
  x.put_floats({2, 5, 8, 9});
  x.run();
  const auto fmac = [&](int d, int a, int b, int i) {
    return Execution::bits(std::fma(x.was_float(a, i), x.was_float(b, i), x.was_float(d, i)));
  };
  x.expect({{2, [&](int i) { return fmac(2, 5, 8, i); }}, {5, [&](int i) { return fmac(5, 2, 9, i); }}});

  Execution y("gfx1100", "v_dual_add_f32 v2, v4, v8 :: v_dual_mul_f32 v5, v2, v9", {0xc9061104, 0x02041302});
  y.put_floats({2, 4, 8, 9});
  y.run();
  y.expect({{2, [&](int i) { return Execution::bits(y.was_float(4, i) + y.was_float(8, i)); }},
            {5, [&](int i) { return Execution::bits(y.was_float(2, i) * y.was_float(9, i)); }}});
}
TEST(Lower, DualConstantsAndMask) {
  Execution x("gfx1100", "v_dual_cndmask_b32 v2, v4, v5 :: v_dual_add_f32 v3, 2.0, v6", {0xca480b04, 0x02020cf4});
  x.put_floats({6});
  x.tw.wave().s[kVcc] = 0x12345678;
  x.run();
  x.expect({{2, [&](int i) { return x.was(0x12345678u >> i & 1 ? 5 : 4, i); }},
            {3, [&](int i) { return Execution::bits(2 + x.was_float(6, i)); }}});

  Execution y("gfx1100", "v_dual_mul_f32 v2, v5, v8 :: v_dual_mov_b32 v5, 0x40490fdb",
              {0xc8d01105, 0x020400ff, 0x40490fdb});
  y.put_floats({5, 8});
  y.run();
  y.expect({{2, [&](int i) { return Execution::bits(y.was_float(5, i) * y.was_float(8, i)); }},
            {5, [](int) { return 0x40490fdbu; }}});

  Execution z("gfx1100", "v_dual_fmamk_f32 v2, v4, 0x40490fdb, v8 :: v_dual_fmaak_f32 v5, v6, v9, 0x40490fdb",
              {0xc8821104, 0x02041306, 0x40490fdb});
  z.put_floats({4, 6, 8, 9});
  z.run();
  const float pi = std::bit_cast<float>(0x40490fdbu);
  z.expect({{2, [&](int i) { return Execution::bits(std::fma(z.was_float(4, i), pi, z.was_float(8, i))); }},
            {5, [&](int i) { return Execution::bits(std::fma(z.was_float(6, i), z.was_float(9, i), pi)); }}});
}

// Halves by name: what is not written is kept.
TEST(Lower, HalvesOfRegisters) {
  struct Case {
    const char* text;
    std::vector<uint32_t> words;
    std::function<uint32_t(uint32_t v2, uint32_t v3, uint32_t v4, uint32_t v5)> want;
  };
  const auto h = [](uint32_t x) { return Execution::half(x, true); };
  const auto l = [](uint32_t x) { return Execution::half(x, false); };
  const auto high = [](double x, uint32_t old) { return Execution::bits(static_cast<_Float16>(x)) << 16 | (old & 0xffff); };
  const Case cases[] = {
      {"v_add_f16_e32 v2.h, v3.l, v4.h", {0x65050903},
       [=](uint32_t d, uint32_t a, uint32_t b, uint32_t) { return high(l(a) + h(b), d); }},
      {"v_fmac_f16_e32 v2.h, v3.l, v4.h", {0x6d050903},
       [=](uint32_t d, uint32_t a, uint32_t b, uint32_t) { return high(l(a) * h(b) + h(d), d); }},
      {"v_fma_f16 v2.h, -v3.h, v4.l, v5.h op_sel:[1,0,1,1]", {0xd6486802, 0x24160903},
       [=](uint32_t d, uint32_t a, uint32_t b, uint32_t c) { return high(-h(a) * l(b) + h(c), d); }},
      {"v_mov_b16_e32 v2.h, v3.l", {0x7f043903},
       [=](uint32_t d, uint32_t a, uint32_t, uint32_t) { return a << 16 | (d & 0xffff); }},
      {"v_and_b16 v2.l, v3.h, v4.l op_sel:[1,0,0]", {0xd7620802, 0x00020903},
       [=](uint32_t d, uint32_t a, uint32_t b, uint32_t) { return (d & 0xffff0000) | (a >> 16 & b); }},
      {"v_cvt_f32_f16_e32 v2, v3.h", {0x7e041783},
       [=](uint32_t, uint32_t a, uint32_t, uint32_t) { return Execution::bits(static_cast<float>(h(a))); }},
      {"v_pack_b32_f16 v2, v3.h, v4.l op_sel:[1,0,0]", {0xd7110802, 0x00020903},
       [=](uint32_t, uint32_t a, uint32_t b, uint32_t) { return a >> 16 | b << 16; }},
      {"v_add_nc_u16 v2.h, v3.l, v4.h op_sel:[0,1,1] clamp", {0xd703d002, 0x00020903},
       [=](uint32_t d, uint32_t a, uint32_t b, uint32_t) {
         return std::min((a & 0xffff) + (b >> 16), 0xffffu) << 16 | (d & 0xffff);
       }},
  };
  for (const Case& c : cases) {
    Execution x("gfx1100", c.text, c.words);
    x.put_halves({2, 3, 4, 5});
    x.tw.set_exec(kSome);
    x.run();
    x.expect({{2, [&](int i) { return c.want(x.was(2, i), x.was(3, i), x.was(4, i), x.was(5, i)); }}});
  }
}
TEST(Lower, SwapOfHalvesAndConversionToOne) {
  Execution x("gfx1100", "v_swap_b16 v2.l, v3.h", {0x7e04cd83});
  x.tw.set_exec(kSome);
  x.run();
  x.expect({{2, [&](int i) { return (x.was(2, i) & 0xffff0000) | x.was(3, i) >> 16; }},
            {3, [&](int i) { return (x.was(3, i) & 0xffff) | x.was(2, i) << 16; }}});
  Execution y("gfx1100", "v_cvt_f16_f32_e32 v2.h, v3", {0x7f041503});
  y.put_floats({3});
  y.run();
  y.expect({{2, [&](int i) {
               return Execution::bits(static_cast<_Float16>(y.was_float(3, i))) << 16 | (y.was(2, i) & 0xffff);
             }}});
  Execution z("gfx1100", "v_cmp_lt_f16_e32 vcc_lo, v3.h, v4.l", {0x7c020983});
  z.put_halves({3, 4});
  z.tw.set_exec(kSome);
  z.run();
  z.expect({}, {kVcc});
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(z.tw.wave().s[kVcc] >> i & 1,
              (kSome >> i & 1) && Execution::half(z.was(3, i), true) < Execution::half(z.was(4, i), false));
}

// gfx10 knows no names of halves, but keeps the upper half too.
TEST(Lower, Gfx10KeepsTheUpperHalf) {
  Execution x("gfx1030", "v_add_f16_e32 v2, v3, v4", {0x64040903});
  x.put_halves({3, 4});
  x.run();
  const auto sum = [](Execution& e, double v, int i) {
    return Execution::bits(static_cast<_Float16>(v)) | (e.was(2, i) & 0xffff0000);
  };
  x.expect({{2, [&](int i) { return sum(x, Execution::half(x.was(3, i), false) + Execution::half(x.was(4, i), false), i); }}});
  Execution y("gfx1030", "v_fmac_f16_e32 v2, v3, v4", {0x6c040903});
  y.put_halves({2, 3, 4});
  y.run();
  y.expect({{2, [&](int i) {
               const auto h = [&](int r) { return Execution::half(y.was(r, i), false); };
               return sum(y, h(3) * h(4) + h(2), i);
             }}});
  Execution z("gfx1030", "v_add_nc_u16 v2, v3, v4 op_sel:[1,0,1]", {0xd7034802, 0x00020903});
  z.run();
  z.expect({{2, [&](int i) { return ((z.was(3, i) >> 16) + z.was(4, i)) << 16 | (z.was(2, i) & 0xffff); }}});
  Execution s("gfx1030",
              "v_max_f16_sdwa v2, v3, v4 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0",
              {0x720408f9, 0x04051503});
  s.put_halves({3, 4});
  s.run();
  s.expect({{2, [&](int i) {
               const double m = std::max(Execution::half(s.was(3, i), true), Execution::half(s.was(4, i), false));
               return Execution::bits(static_cast<_Float16>(m)) << 16 | (s.was(2, i) & 0xffff);
             }}});
}

TEST(Lower, SourceModifiersOfGfx10) {
  Execution x("gfx1030", "v_fma_f32 v2, -v3, |v4|, 4.0 mul:2", {0xd54b0202, 0x2bda0903});
  x.put_floats({3, 4});
  x.tw.wave().mode = 0;
  x.run();
  x.expect({{2, [&](int i) { return Execution::bits(2 * (-x.was_float(3, i) * std::fabs(x.was_float(4, i)) + 4)); }}});
}

// Lanes that are off count as outside; without bound_ctrl who reads there keeps what it has.
TEST(Lower, DppReadsActiveLanes) {
  Execution x("gfx1100", "v_add_f32_dpp v2, v3, v4 row_share:5 row_mask:0xf bank_mask:0xf", {0x060408fa, 0xff015503});
  x.put_floats({3, 4});
  x.tw.set_exec(0xffffff0f | 1 << 5 | 1 << 21);
  x.tw.set_exec(x.tw.wave().exec() & ~(1u << 21));
  x.run();
  x.expect({{2, [&](int i) { return i < 16 ? Execution::bits(x.was_float(3, 5) + x.was_float(4, i)) : x.was(2, i); }}});

  Execution y("gfx1100", "v_add_f32_dpp v2, v3, v4 row_xmask:3 row_mask:0xf bank_mask:0xf fi:1", {0x060408fa, 0xff056303});
  y.put_floats({3, 4});
  y.tw.set_exec(kSome);
  y.run();
  y.expect({{2, [&](int i) { return Execution::bits(y.was_float(3, i ^ 3) + y.was_float(4, i)); }}});

  Execution z("gfx1100", "v_mov_b32_dpp v2, v3 dpp8:[7,6,5,4,3,2,1,0]", {0x7e0402e9, 0x05397703});
  z.tw.set_exec(kSome);
  z.run();
  z.expect({{2, [&](int i) { return kSome >> (i ^ 7) & 1 ? z.was(3, i ^ 7) : 0; }}});

  Execution h("gfx1100",
              "v_add_f16_e64_dpp v2.h, v3.l, v4.l op_sel:[0,0,1] row_shl:1 row_mask:0xf bank_mask:0xf",
              {0xd5324002, 0x000208fa, 0xff010103});
  h.put_halves({3, 4});
  h.run();
  h.expect({{2, [&](int i) {
               if (i % 16 == 15) return h.was(2, i);
               const double sum = Execution::half(h.was(3, i + 1), false) + Execution::half(h.was(4, i), false);
               return Execution::bits(static_cast<_Float16>(sum)) << 16 | (h.was(2, i) & 0xffff);
             }}});
}

TEST(Lower, RegistersThatAreNull) {
  for (auto [arch, words] : {std::pair{"gfx1100", std::vector<uint32_t>{0xd6fe7c02, 0x041a0b04}},
                             std::pair{"gfx1030", std::vector<uint32_t>{0xd5767d02, 0x041a0b04}}}) {
    Execution x(arch, "v_mad_u64_u32 v[2:3], null, v4, v5, v[6:7]", words);
    x.run();
    const auto value = [&](int i) {
      return static_cast<uint64_t>(x.was(4, i)) * x.was(5, i) + (x.was(6, i) | static_cast<uint64_t>(x.was(7, i)) << 32);
    };
    x.expect({{2, [&](int i) { return static_cast<uint32_t>(value(i)); }},
              {3, [&](int i) { return static_cast<uint32_t>(value(i) >> 32); }}});
  }
  Execution y("gfx1100", "v_add_nc_u32_e32 v2, null, v3", {0x4a04067c});
  y.run();
  y.expect({{2, [&](int i) { return y.was(3, i); }}});
}

TEST(Lower, MasksAreOneRegister) {
  Execution x("gfx1100", "v_add_co_u32 v2, s8, v3, v4", {0xd7000802, 0x00020903});
  x.tw.set_exec(kSome);
  x.run();
  x.expect({{2, [&](int i) { return x.was(3, i) + x.was(4, i); }}}, {8});
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(x.tw.wave().s[8] >> i & 1, (kSome >> i & 1) && (uint64_t{x.was(3, i)} + x.was(4, i)) >> 32);
  Execution y("gfx1100", "v_add_co_ci_u32_e32 v2, vcc_lo, v3, v4, vcc_lo", {0x40040903});
  y.run();
  y.expect({{2, [&](int i) { return y.was(3, i) + y.was(4, i) + (y.before.s[kVcc] >> i & 1); }}}, {kVcc});
  Execution z("gfx1030", "v_cmp_gt_u32_sdwa s8, v3, v4 src0_sel:BYTE_1 src1_sel:DWORD", {0x7d8808f9, 0x06018803});
  for (int i = 0; i < kLanes; ++i) z.tw.set_lane(4, i, static_cast<uint64_t>(8 * i));
  z.run();
  z.expect({}, {8});
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(z.tw.wave().s[8] >> i & 1, (z.was(3, i) >> 8 & 0xff) > z.was(4, i));
}

TEST(Lower, OperandsOfPackedOperations) {
  Execution x("gfx1100", "v_dot4_i32_iu8 v2, v3, v4, v5 neg_lo:[1,0,0]", {0xcc164002, 0x3c160903});
  x.run();
  x.expect({{2, [&](int i) {
               uint32_t sum = x.was(5, i);
               for (int k = 0; k < 32; k += 8)
                 sum += static_cast<uint32_t>(static_cast<int8_t>(x.was(3, i) >> k) * static_cast<int>(x.was(4, i) >> k & 255));
               return sum;
             }}});
  Execution y("gfx1100", "v_permlane16_b32 v2, v3, s4, s5 op_sel:[1,0]", {0xd65b0802, 0x00140903});
  y.tw.set_exec(kSome);
  y.run();
  y.expect({{2, [&](int i) {
               const uint64_t selectors = y.before.s[4] | uint64_t{y.before.s[5]} << 32;
               return y.was(3, i / 16 * 16 + static_cast<int>(selectors >> (4 * (i % 16)) & 15));
             }}});
}
#endif

// v_cmpx writes EXEC only; with DPP too.
TEST(Lower, CompareToExec) {
  struct Case {
    const char *arch, *text;
    std::vector<uint32_t> words;
    std::function<bool(Execution&, int)> holds;
  };
  const Case cases[] = {
      {"gfx1100", "v_cmpx_gt_u32_e32 v3, v4", {0x7d980903}, [](Execution& x, int i) { return x.was(3, i) > x.was(4, i); }},
      {"gfx1030", "v_cmpx_gt_u32_e32 v3, v4", {0x7da80903}, [](Execution& x, int i) { return x.was(3, i) > x.was(4, i); }},
      {"gfx1100", "v_cmpx_lt_f32_e64 -v3, s5", {0xd491007e, 0x20000b03},
       [](Execution& x, int i) { return -x.was_float(3, i) < 12.0f; }},
      {"gfx1100", "v_cmpx_gt_u32 v3, v4 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf", {0x7d9808fa, 0xff000003},
       [](Execution& x, int i) { return kSome >> (i & ~3) & 1 && x.was(3, i & ~3) > x.was(4, i); }},
  };
  for (const Case& c : cases) {
    Execution x(c.arch, c.text, c.words);
    x.put_floats({3});
    x.tw.wave().s[5] = Execution::bits(12.0f);
    x.tw.set_exec(kSome);
    x.run();
    x.expect({}, {kExec, kExec + (kLanes == 64)});
    uint64_t want = 0;
    for (int i = 0; i < kLanes; ++i) want |= uint64_t{(kSome >> i & 1) && c.holds(x, i)} << i;
    EXPECT_EQ(x.tw.wave().exec(), want) << c.text;
    for (int i = 0; i < kLanes; ++i) EXPECT_EQ(x.tw.wave().exec_rows.lane[i], want >> i & 1 ? ~0u : 0u) << c.text;
  }
}

#if WAVE_SIZE == 64
TEST(Lower, MasksOfWave64OnGfx11) {
  Execution x("gfx1100", "v_cmp_gt_u32_e32 vcc, v3, v4", {0x7c980903});
  x.tw.set_exec(kSome);
  x.run();
  x.expect({}, {kVcc, kVcc + 1});
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(x.tw.wave().s64(kVcc) >> i & 1, (kSome >> i & 1) && x.was(3, i) > x.was(4, i));
  Execution y("gfx1100", "v_cndmask_b32_e64 v2, v3, v4, s[8:9]", {0xd5010002, 0x00220903});
  y.run();
  y.expect({{2, [&](int i) { return y.was(y.tw.wave().s64(8) >> i & 1 ? 4 : 3, i); }}});
}
#endif

// Every new name leads somewhere, and says the same as the old one.
TEST(Renames, LeadToRows) {
  for (const Rename& r : renames()) {
    const Semantics* row = find_semantics(r.now, Generation::gfx11);
    ASSERT_NE(row, nullptr) << r.now;
    EXPECT_EQ(row, find_semantics(r.before, Generation::gfx11)) << r.now;
  }
  EXPECT_EQ(find_semantics("v_wmma_f32_16x16x16_f16", Generation::gfx10), nullptr);
}

} // namespace
} // namespace wavelift::soft::test
