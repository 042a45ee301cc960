// docs/instructions.md lists what the tables hold. WAVELIFT_UPDATE=1 writes it anew.
#include "base/files.h"
#include "soft/isa/op.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <vector>

using namespace wavelift;
using namespace wavelift::soft;
using namespace wavelift::soft::WAVE;

namespace {

// Names in alphabetical order, wrapped.
std::string list(const std::set<std::string>& names) {
  std::string text, line;
  for (const auto& n : names) {
    if (line.size() + n.size() > 110) text += line + "\n", line.clear();
    line += fmt::format("{}`{}`", line.empty() ? "" : " ", n);
  }
  return line.empty() ? text : text + line + "\n";
}

// What the tables have of the mnemonics that exist, GPU by GPU.
std::string by_gpu() {
  std::map<std::string, std::vector<std::string>> known;   // GPU -> mnemonics
  auto file = read_file(MNEMONICS);
  EXPECT_TRUE(file);
  std::istringstream lines(file ? *file : "");
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, gpu;
    if (!(words >> name) || name == "#") continue;
    while (words >> gpu) known["gfx" + gpu].push_back(name);
  }
  std::string table = "| GPU | wave sizes | mnemonics | executed |\n|---|---|---|---|\n", missing;
  for (const char* gpu : {"gfx906", "gfx908", "gfx90a", "gfx942", "gfx1030", "gfx1100"}) {
    const Generation generation = generation_of(gpu);
    size_t executed = 0;
    std::map<std::string, size_t> families;
    std::set<std::string> rest;
    for (const std::string& name : known[gpu]) {
      const bool dual = name.starts_with("v_dual_");
      if (find_semantics(dual ? "v_" + name.substr(7) : name, generation)) {
        ++executed;
        continue;
      }
      // Large families are counted only.
      bool counted = false;
      for (const char* prefix : {"image_", "tbuffer_", "s_atomic_", "s_buffer_atomic_", "s_scratch_", "v_interp_"})
        if (name.starts_with(prefix)) ++families[prefix], counted = true;
      if (!counted) rest.insert(name);
    }
    table += fmt::format("| {} | {} | {} | {} |\n", gpu, generation == Generation::gfx9 ? "64" : "32, 64", known[gpu].size(), executed);
    missing += fmt::format("\n### {}\n\n", gpu);
    std::string counts;
    for (const auto& [prefix, n] : families) counts += fmt::format("{}`{}*` ({})", counts.empty() ? "" : ", ", prefix, n);
    if (!counts.empty()) missing += counts + "\n\n";
    missing += list(rest);
  }
  return fmt::format("\n## GPU by GPU\n\nOf the mnemonics that LLVM 22's assembler accepts for a GPU; images, graphics and scalar "
                     "atomics are among them, which HIP\nprograms have no use for.\n\n{}\n## Not executed\n{}", table, missing);
}

std::string page() {
  std::string families;
  size_t total = 0;
  for (const Family& f : instruction_families()) {
    std::set<std::string> names;
    for (const auto& row : f.rows) names.emplace(row.mnemonic);
    total += names.size();
    families += fmt::format("\n## {} ({})\n\n{}", f.name, names.size(), list(names));
  }
  std::string renamed;
  for (const Rename& r : renames()) renamed += fmt::format("| `{}` | `{}` |\n", r.now, r.before);
  return fmt::format("# Instructions that the software GPU executes\n\nGenerated from the tables in src/soft/isa: {} "
                     "mnemonics, and {} more names of gfx10 and gfx11 for them. An instruction\nthat is not listed stops the "
                     "kernel with its name, address and source line. Encodings (e32, e64, SDWA, DPP, VOPD) and\nmodifiers are "
                     "handled for every row by lowering. What is tested, and how, is in tests/soft/isa: a file for each "
                     "family\nagainst an independent oracle, for waves of 64 and of 32 lanes.\n{}{}\n## Names of gfx10 and "
                     "gfx11\n\n| name | executed as |\n|---|---|\n{}",
                     total, renames().size(), by_gpu(), families, renamed);
}

TEST(Docs, InstructionListIsCurrent) {
  if (std::getenv("WAVELIFT_UPDATE")) ASSERT_TRUE(write_file(DOCS "/instructions.md", page()));
  auto have = read_file(DOCS "/instructions.md");
  ASSERT_TRUE(have);
  EXPECT_EQ(*have, page()) << "run this test with WAVELIFT_UPDATE=1";
}

}  // namespace
