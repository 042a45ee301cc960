// Kernels of many ways to write them, all right: the judge must reject none.
#include "bench_of_kernels.h"
#include "base/files.h"
#include "judge/mutants.h"
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

struct Honest {
  std::string file, task, targets, what;
};

std::vector<Honest> kernels() {
  std::vector<Honest> all;
  for (auto& r : read_table(HONEST ".tsv", 4)) all.push_back({r[0], r[1], r[2], r[3]});
  return all;
}

Bench& bench() {
  static Bench b(1);
  return b;
}

void PrintTo(const Honest& h, std::ostream* o) { *o << h.what; }

class HonestKernels : public testing::TestWithParam<Honest> {};

TEST_P(HonestKernels, IsCorrect) {
  const Honest& h = GetParam();
  const auto text = read_file(std::string(HONEST "/") + h.file);
  ASSERT_TRUE(text) << text.error().sentence();
  const auto v = bench().judged(h.task, *text, h.file.ends_with(".cu") ? Language::cuda : Language::hip, parts_of(h.targets));
  ASSERT_TRUE(v) << v.error().sentence();
  EXPECT_EQ(v->state, State::correct) << v->reason;
}

INSTANTIATE_TEST_SUITE_P(Corpus, HonestKernels, testing::ValuesIn(kernels()), [](const auto& info) {
  std::string name = info.param.file;
  std::ranges::replace(name, '.', '_');
  return name;
});

// Units in the last place and residuals tell wrong answers as other bounds do.
TEST(SmallTasks, OfFunctionsAndEquationsTellWhatIsWrong) {
  for (const char* name : {"exponential", "tridiagonal"}) {
    JudgeOptions o;
    o.software = {"gfx90a"};
    o.seed = 20;
    const auto check = check_task(bench().task(name), bench().reference(name), o, true);
    ASSERT_TRUE(check) << check.error().sentence();
    EXPECT_EQ(check->objection(), "") << name;
    EXPECT_GE(check->mutants.size(), 10u) << name;
  }
}

TEST(Corpus, HasAllFiles) {
  std::set<std::string> files;
  for (const Honest& h : kernels()) files.insert(h.file);
  EXPECT_GE(files.size(), 40u);
  for (const auto& entry : fs::directory_iterator(HONEST)) EXPECT_TRUE(files.contains(entry.path().filename())) << entry.path() << " is in no row";
}

}  // namespace
