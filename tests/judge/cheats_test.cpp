// The catalogue of sixty ways to cheat an evaluation, each against the judge: cheats.tsv says what becomes of it.
#include "bench_of_kernels.h"
#include "base/files.h"
#include "judge/prepare.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace wavelift;
using namespace wavelift::judge;
namespace fs = std::filesystem;

namespace {

struct Cheat {
  int number = 0;
  std::string file, task, targets, expected, word, what;
};

std::vector<Cheat> cheats() {
  std::vector<Cheat> all;
  for (auto& r : read_table(CHEATS ".tsv", 8)) all.push_back({std::stoi(r[0]), r[1], r[2], r[3], r[4], r[5], r[6]});
  return all;
}
std::vector<Cheat> candidates() {
  auto all = cheats();
  std::erase_if(all, [](const Cheat& c) { return c.expected == "open" || c.expected == "test"; });
  return all;
}

// One for all, so that references are compiled once.
Bench& bench() {
  static Bench b(2);
  return b;
}

Language language_of(const std::string& file) { return file.ends_with(".cu") ? Language::cuda : Language::hip; }

void PrintTo(const Cheat& c, std::ostream* o) { *o << c.number << ", " << c.what; }

class Cheats : public testing::TestWithParam<Cheat> {};

TEST_P(Cheats, IsRejectedOrHarmless) {
  const Cheat& c = GetParam();
  const auto text = read_file(std::string(CHEATS "/") + c.file);
  ASSERT_TRUE(text) << text.error().sentence();
  const auto targets = parts_of(c.targets);
  if (c.expected == "harmless") {
    // The same code: what becomes of it is what becomes of the kernel without the cheat.
    const std::string honest = without_cheat(*text);
    ASSERT_NE(honest, *text);
    const auto w = bench().judged(c.task, honest, language_of(c.file), targets);
    ASSERT_TRUE(w) << w.error().sentence();
    ASSERT_EQ(w->state, State::correct) << w->reason;
    const auto p = prepare(bench().task(c.task), {*text, language_of(c.file)}, targets[0], 0);
    ASSERT_TRUE(p) << p.error().sentence();
    EXPECT_TRUE(p->ready) << p->evidence.back().what;
    EXPECT_EQ(p->identity, w->identity);
    return;
  }
  const auto v = bench().judged(c.task, *text, language_of(c.file), targets);
  ASSERT_TRUE(v) << v.error().sentence();
  EXPECT_EQ(fmt::format("{} {}", name_of(v->state), name_of(v->stage)), c.expected) << v->reason;
  EXPECT_NE(v->reason.find(c.word), std::string::npos) << v->reason;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Cheats, testing::ValuesIn(candidates()), [](const auto& info) {
  std::string name = info.param.file;
  std::ranges::replace(name, '.', '_');
  return name;
});

// "Suite.Name" of all tests of the judge and of devices.
std::set<std::string> tests_of_the_build() {
  std::set<std::string> all;
  for (const std::string& program : parts_of(TEST_PROGRAMS)) {
    FILE* p = ::popen((program + " --gtest_list_tests").c_str(), "r");
    EXPECT_TRUE(p) << program;
    std::string suite, text;
    std::array<char, 4096> some;
    while (p && std::fgets(some.data(), some.size(), p)) text += some.data();
    EXPECT_EQ(::pclose(p), 0) << program;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  ")) all.insert(suite + line.substr(2, line.find(' ', 2) - 2));
      else suite = line.substr(0, line.find(' '));
    }
  }
  return all;
}

TEST(Catalogue, HasAllSixty) {
  std::set<int> there, open;
  std::set<std::string> files;
  const auto tests = tests_of_the_build();
  for (const Cheat& c : cheats()) {
    there.insert(c.number);
    if (c.expected == "open") open.insert(c.number);
    else if (c.expected == "test") EXPECT_TRUE(c.file.starts_with("test:") && tests.contains(c.file.substr(5))) << c.number << ": " << c.file;
    else EXPECT_TRUE(files.insert(c.file).second) << c.file << " is there twice";
  }
  EXPECT_EQ(there.size(), 60u);
  EXPECT_EQ(*there.begin(), 1);
  EXPECT_EQ(*there.rbegin(), 60);
  EXPECT_EQ(open, std::set<int>()) << "defences that are still missing";
  for (const auto& entry : fs::directory_iterator(CHEATS)) EXPECT_TRUE(files.contains(entry.path().filename())) << entry.path() << " is in no row";
}

TEST(Seeds, AreDrawnAnewForEachVerdict) {
  const char* zeros = "extern \"C\" __attribute__((global)) void right(const float*, float* y, float, int n) {\n"
                      "  const int i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();\n  if (i < n) y[i] = 0;\n}\n";
  std::set<std::string> reasons;
  JudgeOptions o;
  o.software = {"gfx90a"};
  for (int k = 0; k < 4; ++k) {
    if (k == 2) o.seed = 7;
    auto v = judge::judge(bench().task("scale"), bench().reference("scale"), {zeros, Language::hip}, o);
    ASSERT_TRUE(v);
    EXPECT_EQ(v->state, State::rejected);
    EXPECT_NE(v->reason.find("are wrong"), std::string::npos) << v->reason;
    reasons.insert(v->reason);       // says what would have been right
  }
  EXPECT_EQ(reasons.size(), 3u) << "two without a seed, two with the same";
}

}  // namespace
