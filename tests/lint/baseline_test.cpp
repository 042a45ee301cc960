// Findings that a file records: known wherever their line moves, new when it changes.
#include "lint/baseline.h"
#include "base/files.h"
#include <gtest/gtest.h>
#include <unistd.h>

using namespace wavelift;
using namespace wavelift::lint;
namespace fs = std::filesystem;

namespace {

class BaselineTest : public ::testing::Test {
protected:
  fs::path dir = fs::temp_directory_path() / ("wavelift-baseline-" + std::to_string(::getpid()));
  void TearDown() override { fs::remove_all(dir); }
  void put(const std::string& path, const std::string& text) { ASSERT_TRUE(write_file(dir / path, text)); }
  Finding at(int code, uint32_t line, const std::string& file = "src/a.cu") { return {.code = code, .severity = Severity::warning, .file = (dir / file).string(), .line = line, .column = 1, .message = "m", .subject = ""}; }
  // How many of the findings the baseline knows.
  size_t known(const std::vector<Finding>& findings, const std::string& baseline = "lint.json") {
    auto b = Baseline::read(dir / baseline);
    if (!b) return 1000;
    size_t n = 0;
    for (const Finding& f : findings) n += b->take(f);
    return n;
  }
};

}  // namespace

TEST_F(BaselineTest, LinesMayMoveAndMayNotChange) {
  put("src/a.cu", "one\n  two\n");
  put("lint.json", Baseline::text(std::vector{at(1211, 1), at(1212, 2)}, dir / "lint.json"));
  EXPECT_EQ(known({at(1211, 1), at(1212, 2)}), 2u);
  put("src/a.cu", "new\nnew\none\n\ttwo \r\n");
  EXPECT_EQ(known({at(1211, 3), at(1212, 4)}), 2u);
  EXPECT_EQ(known({at(1212, 3)}), 0u);   // another code
  EXPECT_EQ(known({at(1211, 1)}), 0u);   // another line
  put("src/b.cu", "one\n");
  EXPECT_EQ(known({at(1211, 1, "src/b.cu")}), 0u);
}

TEST_F(BaselineTest, EqualLinesAreCounted) {
  put("src/a.cu", "same\nsame\nsame\n");
  put("lint.json", Baseline::text(std::vector{at(1211, 1), at(1211, 2)}, dir / "lint.json"));
  EXPECT_EQ(known({at(1211, 1), at(1211, 2), at(1211, 3)}), 2u);
}

TEST_F(BaselineTest, TheFolderMayMove) {
  put("old/src/a.cu", "one\n");
  const std::string text = Baseline::text(std::vector{at(1211, 1, "old/src/a.cu")}, dir / "old/lint.json");
  EXPECT_EQ(text, "{\n \"findings\": [\n  {\n   \"code\": \"WL1211\",\n   \"count\": 1,\n   \"file\": \"src/a.cu\",\n   \"text\": \"one\"\n  }\n ],\n \"wavelift_baseline\": 1\n}\n");
  put("new/src/a.cu", "one\n");
  put("new/lint.json", text);
  EXPECT_EQ(known({at(1211, 1, "new/src/a.cu")}, "new/lint.json"), 1u);
}

TEST_F(BaselineTest, OtherFilesAreRefused) {
  for (const char* text : {"", "{}", "[1]", "{\"wavelift_baseline\": 2, \"findings\": []}", "{\"wavelift_baseline\": 1, \"findings\": [{\"code\": 1}]}", "{\"wavelift_baseline\": 1}"}) {
    put("lint.json", text);
    auto b = Baseline::read(dir / "lint.json");
    ASSERT_FALSE(b) << text;
    EXPECT_EQ(b.error().exit, Exit::no_input);
  }
  EXPECT_FALSE(Baseline::read(dir / "missing.json"));
}
