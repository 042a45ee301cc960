// wl lint --fix and --diff as a user calls them: what is written, said and left, and the exit codes.
#include "base/files.h"
#include "base/process.h"
#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

class LintFix : public testing::Test {
protected:
  fs::path dir = fs::path(testing::TempDir()) / ("wl-lint-fix-" + std::to_string(::getpid()));
  std::string out;

  void SetUp() override { fs::create_directories(dir); }
  void TearDown() override { fs::remove_all(dir); }

  int lint(std::vector<std::string> args) {
    args.insert(args.begin(), {WAVELIFT, "lint"});
    RunOptions o;
    o.cwd = dir;
    o.timeout_s = 120;
    auto r = run_process(args, o);
    if (!r) return -1;
    out = r->out;
    return r->exit_code;
  }
  bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
  void put(const std::string& name, const std::string& text) { ASSERT_TRUE(write_file(dir / name, text)); }
  std::string get(const std::string& name) const { return read_file(dir / name).value_or("?"); }
};

const std::string header = "#include <hip/hip_runtime.h>\n";
const std::string counts = "__global__ void k(int* p) {\n  p[0] = __popc(__ballot(p[1]));\n}\n", counts_fixed = "__global__ void k(int* p) {\n  p[0] = __popcll(__ballot(p[1]));\n}\n";

TEST_F(LintFix, WritesWhatIsCertainAndSaysWhatIsLeft) {
  const std::string kept = "__global__ void l(unsigned* p) {\n  unsigned m = __ballot(p[0]);\n  p[1] = m;\n}\n";
  put("a.hip", header + "void f() { std::mt19937 g; }\n");
  put("b.hip", header + counts + kept);
  EXPECT_EQ(lint({"--fix", "."}), 7) << "findings are left";
  EXPECT_EQ(get("a.hip"), "#include <random>\n" + header + "void f() { std::mt19937 g; }\n");
  EXPECT_EQ(get("b.hip"), header + counts_fixed + kept);
  EXPECT_TRUE(says("./a.hip:2:17: fixed: includes it [WL1533]\n")) << out;
  EXPECT_TRUE(says("./b.hip:3:10: fixed: calls the function that counts in 64 bits [WL1234]\n")) << out;
  EXPECT_TRUE(says("./b.hip:6:12: warning: 'unsigned m = __ballot(p[0])' keeps a mask of lanes in 32 bits [WL1233]\n")) << out;
  EXPECT_TRUE(says("2 findings are fixed in 2 files; left: 0 errors, 2 warnings, ")) << out;
  EXPECT_EQ(lint({"--fix", "."}), 7);
  EXPECT_TRUE(says("0 findings are fixed in 0 files; left: 0 errors, 2 warnings, 0 notes in ")) << out;
  EXPECT_EQ(get("b.hip"), header + counts_fixed + kept);
  put("b.hip", header + counts);
  EXPECT_EQ(lint({"--fix", "b.hip"}), 0) << "nothing is left";
}

TEST_F(LintFix, DiffWritesNothing) {
  put("b.hip", header + counts);
  EXPECT_EQ(lint({"--diff", "b.hip"}), 7);
  EXPECT_TRUE(says("--- a/b.hip\n+++ b/b.hip\n@@ -1,4 +1,4 @@\n #include <hip/hip_runtime.h>\n __global__ void k(int* p) {\n-  p[0] = __popc(__ballot(p[1]));\n+  p[0] = __popcll(__ballot(p[1]));\n }\n")) << out;
  EXPECT_EQ(get("b.hip"), header + counts);
}

TEST_F(LintFix, JsonSaysOfEach) {
  put("b.hip", header + "__global__ void k(int* p) {\n  /* \xc3\xa4 */ p[0] = __popc(__ballot(p[1]));\n  p[2] = __ballot(p[3]);\n}\n");
  EXPECT_EQ(lint({"--json", "b.hip"}), 7);
  auto j = nlohmann::json::parse(out, nullptr, false);
  ASSERT_TRUE(j.is_object()) << out;
  ASSERT_EQ(j["findings"].size(), 2u);
  EXPECT_EQ(j["findings"][0]["fix"], nlohmann::json::parse(R"({"what": "calls the function that counts in 64 bits", "edits": [{"at": 75, "size": 6, "text": "__popcll", "line": 3, "column": 18, "end_line": 3, "end_column": 24}]})"));
  EXPECT_FALSE(j["findings"][0].contains("fixed"));
  EXPECT_FALSE(j["findings"][1].contains("fix"));
  EXPECT_EQ(lint({"--fix", "--json", "b.hip"}), 7);
  j = nlohmann::json::parse(out, nullptr, false);
  ASSERT_TRUE(j.is_object()) << out;
  EXPECT_EQ(j["findings"][0]["fixed"], true);
  EXPECT_EQ(j["findings"][1]["fixed"], false);
  EXPECT_EQ(lint({"--sarif", "b.hip"}), 7);
}

TEST_F(LintFix, HeadersOnceAndOthersNever) {
  const std::string use = "void f() { std::mt19937 g; }\n";
  put("src/own.h", "#pragma once\ninline " + use);
  put("other/far.h", "#pragma once\ninline void h() { std::mt19937 g; }\n");
  for (const char* name : {"src/a.hip", "src/b.hip"}) put(name, header + "#include \"own.h\"\n#include \"../other/far.h\"\n");
  lint({"--fix", "src"});
  EXPECT_EQ(get("src/own.h"), "#include <random>\n#pragma once\ninline " + use);
  EXPECT_EQ(get("other/far.h"), "#pragma once\ninline void h() { std::mt19937 g; }\n");
  EXPECT_TRUE(says("(not fixed: its file is not among the paths that are given)\n")) << out;
  // What a warp is in a header is for all that include it to say.
  put("src/own.h", "#pragma once\n__device__ inline int count(int p) { return __popc(__ballot(p)); }\n");
  put("src/b.hip", header + "#include \"own.h\"\n__global__ void k(int* p) { p[0] = count(p[1]); }\n");
  EXPECT_EQ(lint({"--fix", "src"}), 7);
  EXPECT_TRUE(says("0 findings are fixed in 0 files")) << out;
}

TEST_F(LintFix, WhatIsLeftOutStays) {
  const std::string source = header + "__global__ void k(int* p) {\n  p[0] = __popc(__ballot(p[1])); // wl-ignore WL1234: blocks of 32 threads\n}\n";
  put("a.hip", source);
  EXPECT_EQ(lint({"--fix", "a.hip"}), 0) << out;
  EXPECT_EQ(get("a.hip"), source);
  // Nor on behalf of another finding.
  const std::string lanes = header + "__global__ void k(int* p) {\n  int lane = threadIdx.x % warpSize;\n  unsigned m = __ballot(p[0]); // wl-ignore WL1233: blocks of 32 threads\n  m &= (1u << lane) - 1;\n  if (m) p[0] = __any(1);\n}\n";
  put("c.hip", lanes);
  EXPECT_EQ(lint({"--fix", "c.hip"}), 7) << out;
  EXPECT_EQ(get("c.hip"), lanes);
  put("b.hip", header + counts);
  EXPECT_EQ(lint({"--write-baseline", "known.json", "b.hip"}), 0);
  EXPECT_EQ(lint({"--fix", "--baseline", "known.json", "b.hip"}), 0) << out;
  EXPECT_EQ(get("b.hip"), header + counts);
}

TEST_F(LintFix, OptionsThatExcludeEachOther) {
  put("a.hip", header + counts);
  for (const auto& options : std::vector<std::vector<std::string>>{{"--fix", "--diff"}, {"--fix", "--sarif"}, {"--diff", "--json"}, {"--fix", "--write-baseline", "x.json"}}) {
    std::vector<std::string> args = options;
    args.push_back("a.hip");
    EXPECT_EQ(lint(args), 2) << options[1];
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1) << out;
  }
  EXPECT_EQ(get("a.hip"), header + counts);
}

}  // namespace
