// Every check has a page and a row in the list of docs/checks.
#include "base/files.h"
#include "soft/observe/checks.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace wavelift;

TEST(CheckDocs, EveryCheckHasAPage) {
  for (const auto& c : soft::all_checks()) {
    auto page = read_file(fmt::format("{}/docs/checks/{}.md", SOURCE_ROOT, c.id));
    ASSERT_TRUE(page) << c.id;
    EXPECT_TRUE(page->starts_with(fmt::format("# {}\n", c.id))) << c.id;
  }
}

TEST(CheckDocs, TheListIsThatOfTheTable) {
  auto readme = read_file(SOURCE_ROOT "/docs/checks/README.md");
  ASSERT_TRUE(readme);
  std::string rows;
  for (const auto& c : soft::all_checks())
    rows += fmt::format("| [{}]({}.md) | {} | {} | {} |\n", c.id, c.id, soft::name_of(c.kind),
                        c.severity == soft::Severity::error ? "error" : "warning", c.sentence);
  EXPECT_NE(readme->find("|---|---|---|---|\n" + rows + "\n"), std::string::npos) << "the list should be\n" << rows;
}
