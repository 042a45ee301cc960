// The transformations of the form "tiled": what each refuses, and what it changes in the source.
#include "nests.h"
#include "tune/emit/tiled.h"
#include <gtest/gtest.h>

namespace wavelift::tune {
namespace {

using namespace test;

const judge::Task& task(const std::string& name) {
  static std::map<std::string, judge::Task> all;
  if (!all.contains(name)) all.emplace(name, judge::read_task(std::string(SHARED_TASKS "/") + name).value());
  return all.at(name);
}

Subject gemm_subject(analysis::Nest nest = gemm()) { return subject(task("gemm_f32"), std::move(nest), "gfx90a", judge::Language::hip); }
Subject transpose_subject() { return subject(task("transpose"), transpose(), "gfx90a", judge::Language::hip); }

std::string objection(const Subject& s, const Plans& plans, std::string_view transform) { return find_transform(transform)->objection(s, 0, plans); }

// All in their order; what is refused fails the test.
Plans applied(const Subject& s, const std::vector<std::string>& transforms) {
  Plans plans(1);
  for (const std::string& t : transforms) {
    EXPECT_EQ(objection(s, plans, t), "") << t;
    find_transform(t)->apply(s, 0, plans);
  }
  return plans;
}

std::string source(const Subject& s, const std::vector<std::string>& transforms) { return emit(s, applied(s, transforms)).value().text; }

TEST(TiledShape, KnowsTheOperandsOfAProduct) {
  const Subject s = gemm_subject();
  const TiledShape shape = tiled_shape(s, 0);
  ASSERT_EQ(shape.objection, "");
  EXPECT_EQ(shape.m->name, "i");
  EXPECT_EQ(shape.n->name, "j");
  ASSERT_EQ(shape.operands.size(), 2u);
  EXPECT_TRUE(shape.operands[0].deep);
  EXPECT_FALSE(shape.operands[1].deep);
  EXPECT_TRUE(shape.operands[1].along_n);
  EXPECT_TRUE(shape.zero_is_neutral);
}

TEST(TiledShape, KnowsTransposedOperandsAndBatches) {
  analysis::Nest nest = gemm("float", p("l") * p("m") + p("i") + p("z") * p("k") * p("m"), p("j") * p("k") + p("l"));
  nest.parallel.insert(nest.parallel.begin(), dimension("z", "k"));
  const Subject s = gemm_subject(nest);
  const TiledShape shape = tiled_shape(s, 0);
  ASSERT_EQ(shape.objection, "");
  EXPECT_EQ(shape.m->name, "i");
  ASSERT_EQ(shape.batch.size(), 1u);
  EXPECT_FALSE(shape.operands[0].deep);
  EXPECT_TRUE(shape.operands[0].unit);
  EXPECT_TRUE(shape.operands[1].deep);
}

TEST(TiledShape, OtherValuesThanProductsGuardTheLastStep) {
  analysis::Nest nest = gemm();
  nest.steps[0].value.text = "-";
  EXPECT_FALSE(tiled_shape(gemm_subject(nest), 0).zero_is_neutral);
  EXPECT_TRUE(source(gemm_subject(nest), {"tile", "stage"}).contains("if (step + l >= depth_end) break;"));
  EXPECT_FALSE(source(gemm_subject(), {"tile", "stage"}).contains("break;"));
}

TEST(Tile, RefusesWhatIsNoContraction) {
  analysis::Nest guarded = gemm(), in_place = gemm(), rows = gemm("float", p("i") * p("k") + p("l"), p("l")), copy = transpose();
  guarded.steps[0].guard = name("i");
  in_place.steps[0].value.operands[0].text = "c";
  copy.steps[0].value.index = p("j") * p("rows") + p("i");
  EXPECT_EQ(objection(gemm_subject(guarded), Plans(1), "tile"), "The reduction has a guard.");
  EXPECT_EQ(objection(gemm_subject(in_place), Plans(1), "tile"), "c is stored and read elsewhere.");
  EXPECT_NE(objection(gemm_subject(rows), Plans(1), "tile"), "");
  EXPECT_NE(objection(subject(task("transpose"), copy, "gfx90a", judge::Language::hip), Plans(1), "tile"), "");
  EXPECT_NE(objection(gemm_subject(), applied(gemm_subject(), {"tile"}), "tile"), "");
}

TEST(Stage, NeedsTilesAndPutsThemIntoLds) {
  EXPECT_EQ(objection(gemm_subject(), Plans(1), "stage"), "The launch is not tiled yet.");
  EXPECT_FALSE(source(gemm_subject(), {"tile"}).contains("__shared__"));
  EXPECT_TRUE(source(gemm_subject(), {"tile", "stage"}).contains("alignas(16) float b[1][kTileK][kTileN + 0];"));
}

TEST(RegisterBlock, NeedsStagedOperandsOfAReduction) {
  EXPECT_NE(objection(gemm_subject(), applied(gemm_subject(), {"tile"}), "register-block"), "");
  EXPECT_NE(objection(transpose_subject(), applied(transpose_subject(), {"tile", "stage"}), "register-block"), "");
  EXPECT_TRUE(source(gemm_subject(), {"tile", "stage", "register-block"}).contains("THREAD_M = [8, 4, 16]"));
}

TEST(Vectorise, NeedsRegisterBlocksAndKeepsAPathForAllShapes) {
  EXPECT_NE(objection(gemm_subject(), applied(gemm_subject(), {"tile", "stage"}), "vectorise"), "");
  const std::string text = source(gemm_subject(), {"tile", "stage", "register-block", "vectorise"});
  EXPECT_TRUE(text.contains("(k) % 4 == 0 && (n) % 4 == 0")) << text;
  EXPECT_TRUE(text.contains("else gemm_tiled_tile<false>"));
}

TEST(Pad, NeedsLds) {
  EXPECT_NE(objection(transpose_subject(), applied(transpose_subject(), {"tile"}), "pad"), "");
  EXPECT_TRUE(source(transpose_subject(), {"tile", "stage", "pad"}).contains("float x[kTileN][kTileM + PAD];"));
}

TEST(DoubleBuffer, NeedsRegisterBlocksAndHasTwoBuffers) {
  EXPECT_NE(objection(gemm_subject(), applied(gemm_subject(), {"tile", "stage"}), "double-buffer"), "");
  EXPECT_NE(objection(transpose_subject(), applied(transpose_subject(), {"tile", "stage"}), "double-buffer"), "");
  const std::string text = source(gemm_subject(), {"tile", "stage", "register-block", "double-buffer"});
  EXPECT_TRUE(text.contains("float a[2][kTileK]"));
  EXPECT_TRUE(text.contains("2 * (TILE_K * (TILE_M + 0) * 4")) << text;
}

TEST(Order, OnlyOfReductions) {
  EXPECT_NE(objection(transpose_subject(), applied(transpose_subject(), {"tile"}), "order"), "");
  EXPECT_TRUE(source(gemm_subject(), {"tile", "order"}).contains("GROUP_TILES = [8, 4, 16]"));
}

TEST(Unroll, OnlyOfStagedReductions) {
  EXPECT_NE(objection(gemm_subject(), applied(gemm_subject(), {"tile"}), "unroll"), "");
  EXPECT_TRUE(source(gemm_subject(), {"tile", "stage", "unroll"}).contains("#pragma unroll kUnroll"));
}

TEST(Hints, AreWrittenOnce) {
  const Plans plans = applied(gemm_subject(), {"tile", "restrict", "launch-bounds"});
  EXPECT_NE(objection(gemm_subject(), plans, "restrict"), "");
  EXPECT_NE(objection(gemm_subject(), plans, "launch-bounds"), "");
  const std::string text = emit(gemm_subject(), plans).value().text;
  EXPECT_TRUE(text.contains("const float* __restrict__ a"));
  EXPECT_TRUE(text.contains("__launch_bounds__((TILE_M / 1) * (TILE_N / 1))"));
}

// What the emitter declares is what the judge reads, and its defaults keep to its constraints.
TEST(Emit, DeclaresAContractThatHolds) {
  for (const char* card : {"gfx90a", "gfx1100", "h200"}) {
    const Subject s = subject(task("gemm_bf16"), gemm("bf16"), card, std::string(card) == "h200" ? judge::Language::cuda : judge::Language::hip);
    const std::string text = source(s, {"tile", "stage", "register-block", "vectorise", "pad", "double-buffer", "order", "unroll"});
    const auto contract = judge::read_contract(text, *s.task);
    ASSERT_TRUE(contract) << contract.error().what;
    EXPECT_EQ(contract->launches.at(0).kernel, "gemm_tiled");
    for (const auto& e : contract->constraints) EXPECT_EQ(e.value(judge::defaults(*contract)).value_or(0), 1) << card << ": " << e.text();
  }
}

TEST(Emit, LeavesTheBaselineWhereNothingIsPlanned) {
  Subject s = gemm_subject();
  s.baseline.text = "// mine\n";
  EXPECT_EQ(emit(s, Plans(1)).value().text, "// mine\n");
}

TEST(WithValues, PutsTheChosenOneFirst) {
  const judge::Source before = emit(gemm_subject(), applied(gemm_subject(), {"tile", "stage", "register-block"})).value();
  const auto after = with_values(before, {{"TILE_M", 32}, {"THREAD_N", 4}});
  ASSERT_TRUE(after);
  EXPECT_TRUE(after->text.contains("TILE_M = [32, 128, 64, 256]")) << after->text.substr(0, 600);
  EXPECT_TRUE(after->text.contains("THREAD_N = [4, 8]"));
  EXPECT_EQ(with_values(before, {{"TILE_M", 48}}).error().what, "48 is none of the values that TILE_M may have: 128, 64, 32, 256");
  EXPECT_EQ(with_values(before, {{"TILE_X", 48}}).error().what, "the source declares no tunable TILE_X");
}

}  // namespace
}  // namespace wavelift::tune
