// Each recipe of the form "tiled" is right, by the judge: five shapes, of which no tile divides the first.
#include "judge/judge.h"
#include "nests.h"
#include <gtest/gtest.h>

namespace wavelift::tune {
namespace {

using namespace test;

struct Recipe {
  std::vector<std::string> transforms;
  std::map<std::string, int64_t> values;
};

void walk(const std::string& name, const analysis::Nest& nest, const judge::Names& shape, int64_t most, judge::Language language, const std::string& card, const std::vector<Recipe>& recipes) {
  judge::Task task = judge::read_task(std::string(SHARED_TASKS "/") + name).value();
  const auto reference = judge::Reference::build(task);
  ASSERT_TRUE(reference) << reference.error().sentence();
  const Subject s = subject(task, nest, card, language);
  judge::Task small = task;
  small.shapes = {judge::Shape{"small", true, false, shape}};
  for (auto& [parameter, range] : small.hidden) range = {1, most};
  for (judge::Buffer& b : small.buffers) b.data.resize(std::min<size_t>(b.data.size(), 1));
  for (const Recipe& r : recipes) {
    Plans plans(1);
    for (const std::string& t : r.transforms) {
      ASSERT_EQ(find_transform(t)->objection(s, 0, plans), "") << t;
      find_transform(t)->apply(s, 0, plans);
    }
    const auto source = with_values(emit(s, plans).value(), r.values);
    ASSERT_TRUE(source) << source.error().sentence();
    judge::JudgeOptions options;
    options.software = {card};
    options.seed = 20;
    const auto verdict = judge::judge(small, *reference, *source, options);
    ASSERT_TRUE(verdict) << verdict.error().sentence();
    EXPECT_EQ(verdict->state, judge::State::correct) << r.transforms.back() << ": " << verdict->reason << "\n" << source->text;
  }
}

TEST(TiledJudged, ProductsInSinglePrecision) {
  walk("gemm_f32", gemm(), {{"m", 21}, {"n", 34}, {"k", 44}}, 40, judge::Language::hip, "gfx90a",
       {{{"tile"}, {}},
        {{"tile", "stage"}, {}},
        {{"tile", "stage", "register-block", "vectorise"}, {{"TILE_K", 16}, {"TILE_M", 32}, {"TILE_N", 64}, {"THREAD_M", 4}, {"THREAD_N", 4}}},
        {{"tile", "stage", "register-block", "vectorise", "pad", "double-buffer", "launch-bounds", "restrict", "order", "unroll"}, {{"TILE_K", 16}, {"TILE_M", 32}, {"TILE_N", 32}, {"THREAD_M", 4}, {"THREAD_N", 4}}}});
}

TEST(TiledJudged, CudaOnWavesOf32) {
  walk("gemm_f32", gemm(), {{"m", 24}, {"n", 32}, {"k", 20}}, 40, judge::Language::cuda, "gfx1100", {{{"tile", "stage", "register-block", "vectorise", "pad", "double-buffer"}, {}}});
}

TEST(TiledJudged, ProductsOfBf16) {
  walk("gemm_bf16", gemm("bf16"), {{"m", 33}, {"n", 50}, {"k", 36}}, 30, judge::Language::hip, "gfx90a",
       {{{"tile", "stage", "register-block", "vectorise", "pad", "double-buffer"}, {{"TILE_M", 64}, {"TILE_N", 64}, {"TILE_K", 32}}}});
}

TEST(TiledJudged, Transposes) {
  walk("transpose", transpose(), {{"rows", 68}, {"cols", 44}}, 70, judge::Language::hip, "gfx90a",
       {{{"tile"}, {}}, {{"tile", "stage"}, {}}, {{"tile", "stage", "vectorise", "pad", "restrict", "launch-bounds"}, {{"TILE_M", 32}, {"TILE_N", 128}}}});
}

}  // namespace
}  // namespace wavelift::tune
