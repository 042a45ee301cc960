// hazards.tsv says what stands against each hazard of porting, and docs/porting-hazards.md shows it. WAVELIFT_UPDATE=1 writes the page anew.
#include "base/files.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

using namespace wavelift;
namespace fs = std::filesystem;

namespace {

const fs::path root = WAVELIFT_SOURCE;

struct Hazard {
  std::string id, title, how;
  std::vector<std::string> means, findings, tests;

  bool open() const { return means == std::vector<std::string>{"open"}; }
  std::string group() const { return id.substr(0, 1); }
};

// In the order of the page.
const std::vector<std::pair<std::string, std::string>> groups = {
    {"A", "Width of a warp"},    {"B", "Masks and ballots"},     {"C", "Shuffles and cooperative groups"}, {"D", "Synchronisation and memory order"},
    {"E", "Inline PTX and matrix units"}, {"F", "Number formats"}, {"G", "Atomics"},                       {"H", "Textures"},
    {"I", "Mathematics"},        {"J", "Libraries"},             {"K", "Run time and driver"},             {"L", "Macros, compiler, build"},
    {"M", "PyTorch, Triton, TileLang"}};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) out.push_back(part);
  return out;
}

std::vector<Hazard> read_table() {
  auto text = read_file(root / "tests/hazards/hazards.tsv");
  EXPECT_TRUE(text);
  std::vector<Hazard> out;
  for (const std::string& line : split(text ? *text : "", '\n')) {
    if (line.starts_with('#')) continue;
    auto fields = split(line, '\t');
    EXPECT_GE(fields.size(), 3u) << line;
    fields.resize(6);
    out.push_back({fields[0], fields[1], fields[5], split(fields[2], ' '), split(fields[3], ' '), split(fields[4], ' ')});
  }
  return out;
}

// What CTest calls the tests of this repository: GoogleTest's cases, and those that CMake makes of files.
std::set<std::string> all_tests() {
  std::set<std::string> out;
  const std::regex one(R"(^TEST(?:_F|_P)?\((\w+), (\w+)\))");
  const std::string programs = read_file(root / "tests/programs/CMakeLists.txt").value_or("");
  for (const auto& e : fs::recursive_directory_iterator(root / "tests")) {
    const fs::path& p = e.path();
    const std::string folder = p.parent_path().filename().string(), name = p.stem().string(), file = p.filename().string();
    if (p.extension() == ".cpp") {
      auto text = read_file(p);
      for (const std::string& line : split(text ? *text : "", '\n'))
        if (std::smatch m; std::regex_search(line, m, one)) out.insert(fmt::format("{}.{}", m[1].str(), m[2].str()));
    } else if (folder == "programs" && p.extension() == ".cu") {
      out.insert("program." + name);
      // Those that run on other GPUs, too, are named there.
      if (std::regex_search(programs, std::regex("\\b" + name + "\\b")))
        for (const char* way : {"program.gfx1030.", "program.gfx1100."}) out.insert(way + name);
    } else if (folder == "fast") {
      for (const char* way : {"ported", "unported"}) out.insert(fmt::format("program.{}.{}", name, way));
    } else if (folder == "cases") {
      out.insert("case." + name);
    } else if (folder == "refuse") {
      out.insert("headers.refuse." + file);
    } else if (folder == "compile") {
      for (const char* arch : {"gfx90a", "gfx1030"}) out.insert(fmt::format("headers.compile.{}.{}", file, arch));
    }
  }
  return out;
}

std::string joined(const std::vector<std::string>& parts, const char* form) {
  std::string out;
  for (const auto& p : parts) out += fmt::format("{}{}", out.empty() ? "" : " ", fmt::format(fmt::runtime(form), p));
  return out;
}

std::string page(const std::vector<Hazard>& table) {
  std::string groups_text, summary;
  size_t covered = 0;
  for (const auto& [letter, title] : groups) {
    size_t all = 0, open = 0;
    std::string rows;
    for (const Hazard& h : table) {
      if (h.group() != letter) continue;
      ++all, open += h.open();
      rows += fmt::format("| {} | {} | {}{}{} | {} | {} |\n", h.id, h.title, joined(h.means, "{}"), h.how.empty() ? "" : ": ", h.how,
                          joined(h.findings, "[{0}](../share/findings/{0}.md)"), joined(h.tests, "`{}`"));
    }
    covered += all - open;
    summary += fmt::format("| {} | {} | {} | {} | {} |\n", letter, title, all, all - open, open);
    groups_text += fmt::format("\n## {}. {}\n\n| | hazard | covered by | findings | tests |\n|---|---|---|---|---|\n{}", letter, title, rows);
  }
  return fmt::format("# Hazards of porting, and what stands against each\n\nGenerated from tests/hazards/hazards.tsv; a test checks that this page is current and "
                     "that the findings and tests it names exist.\n\n*port*: an exact edit, or a support header, keeps the meaning. *finding*: `wl port` or `wl lint` says "
                     "what, where and what to do.\n*compiler*: the compiler refuses it with a clear error. *kept*: nothing needs to be done. *open*: nothing stands against it yet.\n\n"
                     "| | group | hazards | covered | open |\n|---|---|---|---|---|\n{}| | **all** | {} | {} | {} |\n{}",
                     summary, table.size(), covered, table.size() - covered, groups_text);
}

TEST(Hazards, RowsAreWellFormed) {
  const std::set<std::string> known = {"port", "finding", "compiler", "kept", "open"};
  std::map<std::string, int> next;
  for (const Hazard& h : read_table()) {
    EXPECT_EQ(h.id, fmt::format("{}{}", h.group(), ++next[h.group()]));
    EXPECT_FALSE(h.title.empty()) << h.id;
    for (const auto& m : h.means) EXPECT_TRUE(known.contains(m)) << h.id << ": " << m;
    const bool finds = std::ranges::find(h.means, "finding") != h.means.end();
    EXPECT_EQ(finds, !h.findings.empty()) << h.id << ": a finding has a code, and only a finding";
    EXPECT_EQ(h.open(), h.tests.empty()) << h.id << ": what is covered names its tests, and only that";
  }
  for (const auto& [letter, title] : groups) EXPECT_GT(next[letter], 0) << letter;
  EXPECT_EQ(next.size(), groups.size());
}

TEST(Hazards, FindingsHavePages) {
  for (const Hazard& h : read_table())
    for (const auto& code : h.findings) EXPECT_TRUE(fs::exists(root / "share/findings" / (code + ".md"))) << h.id << ": " << code;
}

TEST(Hazards, TestsExist) {
  const std::set<std::string> tests = all_tests();
  EXPECT_TRUE(tests.contains("Hazards.TestsExist"));
  for (const Hazard& h : read_table())
    for (const auto& t : h.tests) EXPECT_TRUE(tests.contains(t)) << h.id << ": " << t;
}

TEST(Hazards, PageIsCurrent) {
  const std::string now = page(read_table());
  const fs::path file = root / "docs/porting-hazards.md";
  if (std::getenv("WAVELIFT_UPDATE")) ASSERT_TRUE(write_file(file.string(), now));
  auto have = read_file(file);
  ASSERT_TRUE(have);
  EXPECT_EQ(*have, now) << "run this test with WAVELIFT_UPDATE=1";
}

}  // namespace
