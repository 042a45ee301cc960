#include "port/lexer.h"
#include <gtest/gtest.h>
#include <string>

using namespace wavelift::port;

namespace {

// The tokens of a text, one letter for the kind and then the text.
std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> out;
  for (const auto& t : lex(text).tokens) out.push_back(std::string(1, "insch.#$"[static_cast<int>(t.kind)]) + std::string(text.substr(t.at, t.size)));
  return out;
}

using Tokens = std::vector<std::string>;

}  // namespace

TEST(Lexer, CommentsAndStringsHideWhatTheyHold) {
  EXPECT_EQ(cut("a /* b */ c // d\ne \"f /* g\" h"), (Tokens{"ia", "ic", "ie", "s\"f /* g\"", "ih"}));
  EXPECT_EQ(cut("// a \\\n b\nc"), (Tokens{"ic"}));
  EXPECT_EQ(cut("\"a\\\"b\" c"), (Tokens{"s\"a\\\"b\"", "ic"}));
}

TEST(Lexer, RawStringsEndAtTheirOwnMark) {
  EXPECT_EQ(cut("R\"(a\n\"b)\" c"), (Tokens{"sR\"(a\n\"b)\"", "ic"}));
  EXPECT_EQ(cut("u8R\"x()\" )x\" c"), (Tokens{"su8R\"x()\" )x\"", "ic"}));
  EXPECT_EQ(cut("R\"(never closed"), (Tokens{"sR\"(never closed"}));
}

TEST(Lexer, DirectivesEndWithTheirLogicalLine) {
  EXPECT_EQ(cut("#define A \\\n b\nc"), (Tokens{"#" "#", "idefine", "iA", "ib", "$", "ic"}));
  EXPECT_EQ(cut("#include <a/b.h>\nx < y"), (Tokens{"##", "iinclude", "h<a/b.h>", "$", "ix", ".<", "iy"}));
  EXPECT_EQ(cut("#error don't stop\nx"), (Tokens{"##", "ierror", "$", "ix"}));
}

TEST(Lexer, AnOpenQuoteEndsWithItsLine) {
  EXPECT_EQ(cut("don't\nx"), (Tokens{"idon", "c't", "ix"}));
  EXPECT_EQ(cut("\"open\nx"), (Tokens{"s\"open", "ix"}));
}

TEST(Lexer, NumbersKeepTheirSeparatorsAndSigns) {
  EXPECT_EQ(cut("1'000u+.5e-3f 0x1p+3 1.f"), (Tokens{"n1'000u", ".+", "n.5e-3f", "n0x1p+3", "n1.f"}));
}

TEST(Lexer, AnyBytesPass) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (int k = 0; k < 300; ++k) {
    std::string s;
    unsigned x = static_cast<unsigned>(k) * 2654435761u + 1;
    for (int i = 0; i < 200; ++i) {
      x = x * 1664525u + 1013904223u;
      s += "\"'/*\\\n#<>R(){}aZ_0.\r\xff"[x >> 24 & 15u] ;
      s += bytes[x >> 16 & 255u];
    }
    uint32_t end = 0;
    for (const auto& t : lex(s).tokens) {
      EXPECT_GE(t.at, end);
      end = t.at + t.size;
      ASSERT_LE(end, s.size());
    }
  }
}
