// Suppressions, and what SARIF says.
#include "../analysis/unit.h"
#include "lint/lint.h"
#include "lint/sarif.h"
#include "lint/suppress.h"
#include <nlohmann/json.hpp>

using namespace wavelift;
using test::facts_of;

namespace {

TEST(Suppress, Reads) {
  auto s = lint::suppressions_in("int a; // wl-ignore WL1211: tiles\n  // wl-ignore WL1211, WL1233: both\nint b;\nint c; /* wl-ignore WL1234: old */\n\"wl-ignore WL1: no comment\"\nint d; // wl-ignore WL1211\n// wl-ignore all: no code\n");
  ASSERT_EQ(s.size(), 5u);
  EXPECT_EQ(s[0].line, 1u);
  EXPECT_EQ(s[0].reason, "tiles");
  EXPECT_EQ(s[1].line, 3u) << "alone on its line, it speaks of the next";
  EXPECT_EQ(s[1].codes, (std::vector<int>{1211, 1233}));
  EXPECT_EQ(s[2].reason, "old");
  EXPECT_EQ(s[3].reason, "");
  EXPECT_EQ(s[4].codes, std::vector<int>{});
}

TEST(Suppress, LeavesOutOnlyItsOwnLineAndCode) {
  const std::string source = R"(__global__ void k(int* p) {
  int a = threadIdx.x % 32;
  int b = threadIdx.x / 32;
  p[a + b] = __any_sync(~0u, a);
}
)";
  auto lines = [&](uint32_t line, int code) {
    lint::Options o{lint::Width::native, [&](const std::string&, uint32_t l, int c) { return l == line && c == code; }};
    std::vector<uint32_t> out;
    for (const Finding& f : lint::lint(facts_of(source), o)) out.push_back(f.line);
    return out;
  };
  EXPECT_EQ(lines(2, 1211), (std::vector<uint32_t>{3}));
  EXPECT_EQ(lines(3, 1211), (std::vector<uint32_t>{2}));
  EXPECT_EQ(lines(3, 1233), (std::vector<uint32_t>{2, 3}));
}

// An umlaut is two bytes and one unit, a face four bytes and two units; the byte order mark has no column.
TEST(Sarif, ColumnsAreUtf16Units) {
  const std::string source = "\xef\xbb\xbf/* \xc3\xa4\xf0\x9f\x98\x80 */ __global__ void k(unsigned* p) { unsigned b = __ballot_sync(~0u, 1); p[0] = b; }\n"
                             "__global__ void l(unsigned* p) { /* \xc3\xa4\xf0\x9f\x98\x80 */ unsigned b = __ballot_sync(~0u, 1); p[0] = b; }\n"
                             "/* \xc3\xa4\xf0\x9f\x98\x80 */ // wl-ignore WL1233\n/* \xc3\xa4 */ int wrong = \"\";\n";
  const auto facts = facts_of(source);
  const auto j = nlohmann::json::parse(lint::sarif(lint::lint(facts, {lint::Width::native}), lint::finding_kinds(), "1.2"));
  EXPECT_EQ(j["runs"][0]["columnKind"], "utf16CodeUnits");
  std::map<std::pair<std::string, int>, int> columns;
  for (const auto& r : j["runs"][0]["results"]) {
    const auto& region = r["locations"][0]["physicalLocation"]["region"];
    columns[{r["ruleId"], region["startLine"]}] = region["startColumn"];
  }
  EXPECT_EQ((columns[{"WL1233", 1}]), 53);
  EXPECT_EQ((columns[{"WL1233", 2}]), 53);
  EXPECT_EQ((columns[{"WL1702", 4}]), 13) << "the compiler's own error";
  const auto ignored = lint::suppressions_in(source);
  ASSERT_EQ(ignored.size(), 1u);
  EXPECT_EQ(ignored[0].column, 14u);
}

TEST(Sarif, HasWhatViewersNeed) {
  std::vector<Finding> findings = {{1211, Severity::warning, "src/a b.cu", 3, 7, 2, "text", "x"}, {1702, Severity::info, "/abs.cu", 0, 0, 0, "whole file", ""}};
  findings[0].fix = {"does it", {{10, 4, "text", {3, 7}, {3, 11}}, {20, 0, "\n", {4, 1}, {4, 1}}}};
  auto j = nlohmann::json::parse(lint::sarif(findings, lint::finding_kinds(), "1.2"));
  EXPECT_EQ(j["version"], "2.1.0");
  const auto& run = j["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "wavelift");
  ASSERT_EQ(run["results"].size(), 2u);
  const auto& first = run["results"][0];
  EXPECT_EQ(first["ruleId"], "WL1211");
  EXPECT_EQ(run["tool"]["driver"]["rules"][first["ruleIndex"].get<size_t>()]["id"], "WL1211");
  EXPECT_EQ(first["level"], "warning");
  EXPECT_EQ(first["message"]["text"], "text (and 2 more)");
  const auto& place = first["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "src/a%20b.cu");
  EXPECT_EQ(place["region"]["startLine"], 3);
  EXPECT_EQ(place["region"]["startColumn"], 7);
  // As 3.55 to 3.57 of the specification have it.
  ASSERT_EQ(first["fixes"].size(), 1u);
  const auto& fix = first["fixes"][0];
  EXPECT_EQ(fix["description"]["text"], "does it");
  ASSERT_EQ(fix["artifactChanges"].size(), 1u);
  EXPECT_EQ(fix["artifactChanges"][0]["artifactLocation"]["uri"], "src/a%20b.cu");
  EXPECT_EQ(fix["artifactChanges"][0]["replacements"], nlohmann::json::parse(R"([
    {"deletedRegion": {"startLine": 3, "startColumn": 7, "endLine": 3, "endColumn": 11}, "insertedContent": {"text": "text"}},
    {"deletedRegion": {"startLine": 4, "startColumn": 1, "endLine": 4, "endColumn": 1}, "insertedContent": {"text": "\n"}}])"));
  EXPECT_FALSE(run["results"][1].contains("fixes"));
  EXPECT_EQ(run["results"][1]["level"], "note");
  EXPECT_FALSE(run["results"][1]["locations"][0]["physicalLocation"].contains("region"));
  EXPECT_EQ(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "file:///abs.cu");
}

}  // namespace
