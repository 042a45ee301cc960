// Fixes of several findings put together to files: overlaps, links, other folders, files that changed meanwhile.
#include "base/files.h"
#include "lint/fix.h"
#include "lint/lint.h"
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::lint;
namespace fs = std::filesystem;

namespace {

class FixedFileTest : public ::testing::Test {
protected:
  fs::path dir = fs::temp_directory_path() / ("wavelift-fix-" + std::to_string(::getpid()));
  Texts texts;

  void SetUp() override { fs::create_directories(dir); }
  void TearDown() override { fs::remove_all(dir); }
  void put(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(dir / name, text));
    texts.add((dir / name).string(), text);
  }
  std::string get(const std::string& name) const { return read_file(dir / name).value_or("?"); }
  Finding at(const std::string& name, uint32_t line, std::vector<Replacement> edits) const {
    Finding f{.code = 1233, .severity = Severity::warning, .file = (dir / name).string(), .line = line, .column = 1, .message = "m", .subject = "s"};
    f.fix = {"does it", std::move(edits)};
    return f;
  }
  Fixes plan(const std::vector<Finding>& findings, const std::string& root = ".") const { return plan_fixes(findings, texts, std::vector{Texts::target_of((dir / root).string())}); }
};

TEST_F(FixedFileTest, TheFirstOfThoseThatOverlap) {
  put("a.hip", "abcdef\n");
  Fixes fixes = plan({at("a.hip", 1, {{1, 2, "X", {}, {}}}), at("a.hip", 2, {{2, 2, "Y", {}, {}}, {5, 1, "Z", {}, {}}}), at("a.hip", 3, {{3, 1, "D", {}, {}}}), at("a.hip", 4, {{3, 0, "+", {}, {}}})});
  ASSERT_EQ(fixes.files.size(), 1u);
  EXPECT_EQ(fixes.files[0].fixed(), "aX+Def\n") << "nothing of the second is made";
  EXPECT_EQ(fixes.files[0].findings, (std::vector<size_t>{0, 2, 3}));
  EXPECT_EQ(fixes.left, (std::map<size_t, std::string>{{1, "its fix and that of line 1 change the same text"}}));
}

TEST_F(FixedFileTest, EqualEditsOnce) {
  put("h/a.h", "abc\n");
  Finding other = at("h/../h/a.h", 2, {{0, 0, "X", {}, {}}, {2, 1, "C", {}, {}}});
  Fixes fixes = plan({at("h/a.h", 1, {{0, 0, "X", {}, {}}}), other, at("h/a.h", 3, {{0, 0, "Y", {}, {}}})});
  ASSERT_EQ(fixes.files.size(), 1u) << "one file, however it is named";
  EXPECT_EQ(fixes.files[0].fixed(), "XYabC\n");
  EXPECT_EQ(fixes.files[0].findings.size(), 3u);
}

TEST_F(FixedFileTest, OnlyBelowTheRoots) {
  put("in/a.hip", "abc\n");
  put("include/a.h", "abc\n");
  Fixes fixes = plan({at("in/a.hip", 1, {{0, 1, "X", {}, {}}}), at("in/../include/a.h", 1, {{0, 1, "X", {}, {}}})}, "in");
  ASSERT_EQ(fixes.files.size(), 1u);
  EXPECT_EQ(fixes.files[0].target.filename(), "a.hip");
  EXPECT_EQ(fixes.left.at(1), "its file is not among the paths that are given");
  // A link in the folder that leads out of it.
  fs::create_symlink("../include/a.h", dir / "in/link.h");
  EXPECT_TRUE(plan({at("in/link.h", 1, {{0, 1, "X", {}, {}}})}, "in").files.empty());
}

TEST_F(FixedFileTest, LinksAndModesStay) {
  put("real.hip", "abc\n");
  ASSERT_EQ(::chmod((dir / "real.hip").c_str(), 0750), 0);
  fs::create_symlink("real.hip", dir / "link.hip");
  Fixes fixes = plan({at("link.hip", 1, {{0, 1, "X", {}, {}}})}, "link.hip");
  ASSERT_EQ(fixes.files.size(), 1u);
  ASSERT_TRUE(write_fixed(fixes.files[0]));
  EXPECT_EQ(get("real.hip"), "Xbc\n");
  EXPECT_TRUE(fs::is_symlink(dir / "link.hip"));
  EXPECT_EQ(fs::status(dir / "real.hip").permissions(), fs::perms(0750));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir), fs::directory_iterator()), 2) << "nothing is left beside";
}

TEST_F(FixedFileTest, WhatChangedMeanwhileIsNotWritten) {
  put("a.hip", "abc\n");
  Fixes fixes = plan({at("a.hip", 1, {{0, 1, "X", {}, {}}})});
  ASSERT_TRUE(write_file(dir / "a.hip", "abcd\n"));
  auto s = write_fixed(fixes.files.at(0));
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().exit, Exit::output);
  EXPECT_EQ(s.error().sentence(), (dir / "a.hip").string() + " changed while it was read, and is left as it is; run wl lint --fix again");
  EXPECT_EQ(get("a.hip"), "abcd\n");
  // Two units that read it differently.
  texts.add((dir / "a.hip").string(), "abcd\n");
  EXPECT_EQ(plan({at("a.hip", 1, {{0, 1, "X", {}, {}}})}).left.at(0), "its file changed while it was read");
}

TEST_F(FixedFileTest, WhereOthersStandThen) {
  put("a.hip", "one two\nthree four\n");
  Fixes fixes = plan({at("a.hip", 1, {{0, 0, "zero\n", {}, {}}}), at("a.hip", 2, {{8, 5, "3", {}, {}}})});
  EXPECT_EQ(fixes.files.at(0).fixed(), "zero\none two\n3 four\n");
  EXPECT_EQ(fixes.files[0].moved(1, 5), (Position{2, 5}));
  EXPECT_EQ(fixes.files[0].moved(2, 7), (Position{3, 3}));
  EXPECT_EQ(fixes.files[0].moved(2, 3), (Position{3, 1})) << "in what was replaced";
}

TEST(Positions, CountUtf16Units) {
  const std::string text = "\xef\xbb\xbf" "a\xc3\xa4" "b\n\xf0\x9f\x98\x80" "c\r\nd";
  EXPECT_EQ(position_of(text, 3), (Position{1, 1}));
  EXPECT_EQ(position_of(text, 6), (Position{1, 3}));
  EXPECT_EQ(position_of(text, 12), (Position{2, 3}));
  EXPECT_EQ(position_of(text, text.size()), (Position{3, 2}));
}

}  // namespace
