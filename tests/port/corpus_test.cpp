// Properties over a corpus of CUDA programs ($WAVELIFT_CORPUS: a folder of folders), when there is one.
#include "base/files.h"
#include "port/buildfile.h"
#include "port/lexical.h"
#include "port/tree.h"
#include <cstdlib>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::port;
namespace fs = std::filesystem;

namespace {

// What stays of a text when edits' places are left out: it must be the same bytes before and after.
struct Checked {
  size_t files = 0, edits = 0;
};

void check(const fs::path& path, Checked& c) {
  auto text = read_file(path);
  if (!text || is_binary(*text)) return;
  FileKind kind = kind_of(path);
  bool unit = kind == FileKind::cuda_unit;
  ++c.files;
  Source s(*text, path.string());
  ProjectFacts facts;
  gather_facts(s, facts);
  LexicalOptions o;
  o.unit = unit;
  o.facts = &facts;
  port_lexical(s, o);
  std::string once = s.edits.apply(*text);
  uint32_t end = 0;
  for (const auto& e : s.edits.settled()) {
    ASSERT_GE(e.at, end) << path;
    end = e.at + e.size;
    ASSERT_LE(end, text->size()) << path;
    ASSERT_NE(text->substr(e.at, e.size), e.text) << path << ": an edit that changes nothing";
    ++c.edits;
  }
  Source again(once, path.string());
  ProjectFacts facts2;
  gather_facts(again, facts2);
  o.facts = &facts2;
  port_lexical(again, o);
  EXPECT_TRUE(again.edits.empty()) << path << ": a second port changes '" << once.substr(again.edits.settled()[0].at, 60) << "' to '"
                                   << again.edits.settled()[0].text << "'";
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
  Checked c;
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
  EXPECT_GT(c.files, 100u);
  EXPECT_GT(c.edits, 1000u);
}
