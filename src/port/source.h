// One text on its way through the porter: its tokens, the edits made so far and what was found.
#pragma once
#include "base/edits.h"
#include "port/finding.h"
#include "port/lexer.h"
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::port {

class Source {
public:
  Source(std::string_view text, std::string name) : text(text), name(std::move(name)), lexed(lex(text)) {}

  const std::string_view text;
  const std::string name;  // for findings
  const Lexed lexed;
  Edits edits;
  std::vector<Finding> findings;
  std::vector<std::pair<uint32_t, int>> marks;  // every place of what a person must see, with its code; findings has each thing once

  size_t count() const { return lexed.tokens.size(); }
  const Token& token(size_t i) const { return lexed.tokens[i]; }
  std::string_view str(size_t i) const {
    return i < count() ? text.substr(lexed.tokens[i].at, lexed.tokens[i].size) : std::string_view{};
  }
  // The bytes from token `first` to the end of token `last`.
  std::string_view str(size_t first, size_t last) const {
    uint32_t from = token(first).at;
    return text.substr(from, token(last).at + token(last).size - from);
  }
  bool is(size_t i, std::string_view s) const { return i < count() && str(i) == s; }
  bool is(size_t i, Tok kind) const { return i < count() && token(i).kind == kind; }
  // The text of the token before i, empty at the start.
  std::string_view before(size_t i) const { return i ? str(i - 1) : std::string_view{}; }
  const char* newline() const { return lexed.crlf ? "\r\n" : "\n"; }
  bool is_off(uint32_t at) const;

  // Index of the token that closes the (, [ or { at i; count() when nothing does. O(1) after the first call.
  size_t close(size_t i) const;
  // Index after the template argument list that opens at i with <, or i when it does not look like one.
  size_t after_template(size_t i) const;

  struct Argument {
    size_t first, last;  // tokens, inclusive; first > last when empty
  };
  // Arguments between the parentheses that open at i. Empty when they are not closed, or cut by a directive or by a literal that is
  // not closed.
  std::vector<Argument> arguments(size_t i) const;

  void replace(size_t i, std::string s) { edits.replace(token(i).at, token(i).size, std::move(s)); }
  void replace(size_t first, size_t last, std::string s) {
    edits.replace(token(first).at, token(last).at + token(last).size - token(first).at, std::move(s));
  }

  // Adds a finding at a byte offset; a second one with the same code and subject only counts.
  void find(int code, uint32_t at, std::string_view subject, std::string message);
  uint32_t line_of(uint32_t at) const;

  struct Include {
    std::string_view path;
    bool quoted;
  };
  // What #include lines name, in order.
  std::vector<Include> includes() const;

private:
  mutable std::vector<uint32_t> lines;    // offsets of line starts, made when first asked for
  mutable std::vector<uint32_t> closers;  // of each token that opens a bracket: the one that closes it; made likewise
  std::map<std::pair<int, std::string>, size_t> seen;
};

}  // namespace wavelift::port
