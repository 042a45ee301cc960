#include "properties.h"
#include "port/lexical.h"
#include "port/tree.h"
#include <charconv>
#include <gtest/gtest.h>

namespace wavelift::port::test {

namespace {

void port(Source& s, const std::string& name) {
  ProjectFacts facts;
  gather_facts(s, facts);
  LexicalOptions o;
  o.unit = kind_of(name) == FileKind::cuda_unit;
  o.facts = &facts;
  port_lexical(s, o);
}

// The new text that a unified diff makes of the old one.
std::string patched(std::string_view old, std::string_view diff) {
  std::string out;
  size_t at = 0;  // in old
  auto line_of = [](std::string_view& rest) {
    const size_t n = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string_view line = rest.substr(0, n);
    rest.remove_prefix(n);
    return line;
  };
  auto take = [&] {
    std::string_view rest = old.substr(at);
    std::string_view line = rest.empty() ? rest : line_of(rest);
    at += line.size();
    return line;
  };
  size_t number = 1;
  while (!diff.empty()) {
    std::string_view line = line_of(diff);
    if (line.starts_with("--- a") || line.starts_with("+++ b")) continue;
    if (line.starts_with("@@ -")) {
      size_t first = 0;
      std::from_chars(line.data() + 4, line.data() + line.size(), first);
      for (; number < first; ++number) out += take();
      continue;
    }
    std::string_view body = line.substr(1);
    if (diff.starts_with("\\ No newline")) {
      line_of(diff);
      body.remove_suffix(1);
    }
    if (line[0] != '+') {
      EXPECT_EQ(take(), body) << "in line " << number << " of the old text";
      ++number;
    }
    if (line[0] != '-') out += body;
  }
  return out += old.substr(at);
}

}  // namespace

void expect_good_port(std::string_view text, const std::string& name, const std::string& what, Tally& tally) {
  Source s(text, name);
  port(s, name);
  const std::string once = s.edits.apply(text);
  ++tally.texts;
  tally.edits += s.edits.settled().size();
  // From the last edit to the first on a copy, which needs none of apply's bookkeeping.
  std::string by_hand(text);
  uint32_t next = static_cast<uint32_t>(text.size());
  for (size_t k = s.edits.settled().size(); k-- > 0;) {
    const Edit& e = s.edits.settled()[k];
    ASSERT_LE(e.at + e.size, next) << what;
    ASSERT_NE(text.substr(e.at, e.size), e.text) << what << ": an edit that changes nothing";
    if (text.size() < 100'000) by_hand.replace(e.at, e.size, e.text);
    next = e.at;
  }
  if (text.size() < 100'000) {
    ASSERT_EQ(by_hand, once) << what;
    ASSERT_EQ(patched(text, unified_diff(text, s.edits, "a", "b")), once) << what << ": the diff";
  }
  Source again(once, name);
  port(again, name);
  if (again.edits.empty()) return;
  const Edit& e = again.edits.settled()[0];
  FAIL() << what << ": a second port changes '" << again.text.substr(e.at, std::min(e.size, 80u)) << "' to '" << e.text.substr(0, 80) << "' in\n"
         << once.substr(e.at > 200 ? e.at - 200 : 0, 400) << "\n---- which was\n" << text.substr(0, 20000);
}

}  // namespace wavelift::port::test
