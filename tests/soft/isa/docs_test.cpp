// docs/instructions.md lists what the tables hold. WAVELIFT_UPDATE=1 writes it anew.
#include "base/files.h"
#include "soft/isa/op.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>
#include <vector>

using namespace wavelift;
using namespace wavelift::soft;
using namespace wavelift::soft::WAVE;

namespace {

std::string page() {
  std::string families;
  size_t total = 0;
  for (const Family& f : instruction_families()) {
    std::set<std::string_view> names;
    for (const auto& row : f.rows) names.insert(row.mnemonic);
    total += names.size();
    families += fmt::format("\n## {} ({})\n\n", f.name, names.size());
    std::string line;
    for (auto n : names) {
      if (line.size() + n.size() > 110) families += line + "\n", line.clear();
      line += fmt::format("{}`{}`", line.empty() ? "" : " ", n);
    }
    if (!line.empty()) families += line + "\n";
  }
  return fmt::format("# Instructions that the software GPU executes\n\nGenerated from the tables in src/soft/isa: {} "
                     "mnemonics. An instruction that is not listed stops the kernel with its name, address and source\nline. "
                     "Encodings (e32, e64, SDWA, DPP) and modifiers are handled for every row by lowering. What is tested, and "
                     "how, is\nin tests/soft/isa: a file for each family against an independent oracle.\n{}",
                     total, families);
}

TEST(Docs, InstructionListIsCurrent) {
  if (std::getenv("WAVELIFT_UPDATE")) ASSERT_TRUE(write_file(DOCS "/instructions.md", page()));
  auto have = read_file(DOCS "/instructions.md");
  ASSERT_TRUE(have);
  EXPECT_EQ(*have, page()) << "run this test with WAVELIFT_UPDATE=1";
}

}  // namespace
