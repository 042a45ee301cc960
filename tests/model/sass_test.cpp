// SASS as cuobjdump prints it, written for this test: the control words are 0x stall << 41 | sets << 46 | waits << 52.
#include "model/sass.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace wavelift::model;

namespace {

struct Line {
  const char* text;
  int stall = 1, sets = 7;
  unsigned waits = 0;
};

std::string sass(const std::vector<Line>& lines) {
  std::string text = "\nResource usage:\n Common:\n  GLOBAL:0\n Function k:\n  REG:40 STACK:16 SHARED:2048 LOCAL:0\n\n\tcode for sm_90\n\t\tFunction : k\n\t.headerflags\t@\"EF_CUDA_SM90\"\n";
  uint64_t at = 0;
  for (const Line& l : lines) {
    text += fmt::format("        /*{:04x}*/                   {} ;    /* 0x0000000000007918 */\n", at, l.text);
    text += fmt::format("                                                   /* 0x{:016x} */\n", uint64_t(l.stall) << 41 | uint64_t(l.sets) << 46 | uint64_t(l.waits) << 52);
    at += 16;
  }
  return text;
}

std::array<double, kAlikes> alike(std::initializer_list<std::pair<Alike, double>> of) {
  std::array<double, kAlikes> a{};
  for (auto [k, x] : of) a[static_cast<size_t>(k)] = x;
  return a;
}

// A loop with a loop in it: 0x10 to 0x70, and 0x30 to 0x50.
const std::vector<Line> kNest = {{"MOV R1, RZ"},          {"LDG.E.128 R4, desc[UR4][R2.64]", 4, 0}, {"STS.128 [R8], R4", 1, 7, 1}, {"LDS R6, [R9]", 2, 1},
                                 {"FFMA R7, R6, R6, R7", 4, 7, 2}, {"@P0 BRA 0x30", 5},               {"BAR.SYNC 0x0"},              {"@!P1 BRA 0x10", 5},
                                 {"STG.E desc[UR4][R2.64], R7"}, {"EXIT"},                            {"BRA 0xa0"}};

TEST(Sass, IsRead) {
  auto all = parse_sass(sass(kNest));
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 1u);
  const SassKernel& k = all->front();
  EXPECT_EQ(k.name, "k");
  EXPECT_EQ(k.registers, 40);
  EXPECT_EQ(k.stack, 16);
  ASSERT_EQ(k.code.size(), 11u);
  EXPECT_EQ(k.code[1].name, "LDG.E.128");
  EXPECT_EQ(k.code[1].stall, 4);
  EXPECT_EQ(k.code[1].sets, 0);
  EXPECT_EQ(k.code[2].waits, 1u);
  EXPECT_EQ(k.code[5].target, 0x30u);
  EXPECT_FALSE(parse_sass("nothing of the kind"));
}

TEST(Sass, LoopsGoRoundAsOftenAsTheRunSays) {
  auto all = parse_sass(sass(kNest));
  ASSERT_TRUE(all);
  double misfit = 1;
  // 12 barriers and loads of 16 bytes, 300 multiply-adds and loads from shared memory.
  const auto loops = loops_of(all->front(), alike({{Alike::load_bytes, 12 * 16}, {Alike::lds_store_bytes, 12 * 16}, {Alike::barriers, 12}, {Alike::flops, 600}, {Alike::lds_load_bytes, 1200}, {Alike::store_bytes, 4}}), &misfit);
  ASSERT_EQ(loops.size(), 2u);
  for (const SassLoop& l : loops) EXPECT_NEAR(l.times, l.first == 3 ? 300 : 12, 0.1);
  EXPECT_LT(misfit, 1e-3);
}

TEST(Sass, TakesTheRelativesPlace) {
  auto all = parse_sass(sass(kNest));
  ASSERT_TRUE(all);
  Work w;
  w.threads = 64;            // two waves
  w.wave_size = 32;
  w.native = false;
  w.lds_conflict_cycles = 7;
  w.vgprs = 99;
  w.alike = alike({{Alike::load_bytes, 12 * 16}, {Alike::lds_store_bytes, 12 * 16}, {Alike::barriers, 12}, {Alike::flops, 600}, {Alike::lds_load_bytes, 1200}, {Alike::store_bytes, 4}});
  apply(all->front(), w);
  EXPECT_TRUE(w.native);
  EXPECT_EQ(w.vgprs, 40);
  EXPECT_NEAR(w.of(Class::f32), 600, 0.5);
  EXPECT_NEAR(w.of(Class::load), 24, 0.1);
  EXPECT_NEAR(w.lds_cycles, 2 * (300 + 12 * 4) + 7, 1);   // a store of 16 bytes is four pieces
  ASSERT_EQ(w.waits.size(), 2u);                           // for the load in the outer loop, and for shared memory in the inner one
  EXPECT_EQ(w.waits[0].kind, Wait::Kind::memory);
  EXPECT_NEAR(w.waits[0].times, 12, 0.1);
  EXPECT_EQ(w.waits[1].kind, Wait::Kind::lds);
  EXPECT_NEAR(w.waits[1].times, 300, 0.5);
}

TEST(Sass, PairsOfLanesHalveWideLoads) {
  auto all = parse_sass(sass({{"LDS.128 R4, [R8]", 1, 0}, {"LDS R5, [R8]", 1, 0}, {"EXIT"}}));
  ASSERT_TRUE(all);
  Work w;
  w.threads = w.wave_size = 32;
  w.lds_paired = 1;
  apply(all->front(), w);
  EXPECT_EQ(w.lds_cycles, 2 + 1);
}

TEST(Sass, SpillsAreCyclesOfTheL1) {
  auto all = parse_sass(sass({{"STL [R1], R4"}, {"LDL.64 R4, [R1]", 1, 0}, {"EXIT"}}));
  ASSERT_TRUE(all);
  Work w;
  w.threads = w.wave_size = 32;
  apply(all->front(), w);
  EXPECT_EQ(w.local_cycles, 3);
}

}  // namespace
