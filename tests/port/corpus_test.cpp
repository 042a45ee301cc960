// Properties over a corpus of CUDA programs ($WAVELIFT_CORPUS: a folder of folders), when there is one.
#include "base/files.h"
#include "port/buildfile.h"
#include "port/lexical.h"
#include "properties.h"
#include "port/tree.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::port;
namespace fs = std::filesystem;

namespace {

void check(const fs::path& path, test::Tally& tally) {
  auto text = read_file(path);
  if (!text || is_binary(*text)) return;
  test::expect_good_port(*text, path.string(), path.string(), tally);
  if (::testing::Test::HasFatalFailure()) return;
  const std::string once = port_text(*text, kind_of(path) == FileKind::cuda_unit);
  // Comments: what a text has of them it keeps.
  auto comments = [](std::string_view t) {
    std::string out;
    uint32_t done = 0;
    for (const auto& k : lex(t).tokens) {
      std::string_view gap = t.substr(done, k.at - done);
      if (gap.find("/*") != gap.npos || gap.find("//") != gap.npos)
        for (char ch : gap)
          if (ch != ' ' && ch != '\n' && ch != '\r' && ch != '\t') out += ch;
      done = k.at + k.size;
    }
    return out;
  };
  std::string before = comments(*text), after = comments(once);
  if (once.find("/* CUD") == once.npos && once.find("/* __") == once.npos) {
    EXPECT_EQ(before, after) << path;
  }
}

}  // namespace

TEST(Corpus, PortsAreIdempotentAndKeepWhatTheyNeedNotChange) {
  const char* corpus = std::getenv("WAVELIFT_CORPUS");
  if (!corpus || !fs::is_directory(corpus)) GTEST_SKIP() << "WAVELIFT_CORPUS names no folder of CUDA programs";
  test::Tally c;
  for (const auto& e : fs::recursive_directory_iterator(corpus)) {
    if (!e.is_regular_file()) continue;
    FileKind k = kind_of(e.path());
    if (k == FileKind::cuda_unit || k == FileKind::source) check(e.path(), c);
    if (k == FileKind::makefile) {
      auto text = read_file(e.path());
      ASSERT_TRUE(text);
      BuildFileOptions o;
      std::string once = port_makefile(*text, "Makefile", o).edits.apply(*text);
      EXPECT_EQ(port_makefile(once, "Makefile", o).edits.apply(once), once) << e.path();
    }
  }
  EXPECT_GT(c.texts, 100u);
  EXPECT_GT(c.edits, 1000u);
}
