#include "port/lexer.h"
#include <array>
#include <cstring>

namespace wavelift::port {

namespace {

enum Class : uint8_t { other = 0, space = 1, newline = 2, word = 3, digit = 4 };

constexpr std::array<uint8_t, 256> classes = [] {
  std::array<uint8_t, 256> t{};
  for (int c = 'a'; c <= 'z'; ++c) t[static_cast<size_t>(c)] = word;
  for (int c = 'A'; c <= 'Z'; ++c) t[static_cast<size_t>(c)] = word;
  for (int c = '0'; c <= '9'; ++c) t[static_cast<size_t>(c)] = digit;
  for (int c = 128; c < 256; ++c) t[static_cast<size_t>(c)] = word;
  t['_'] = t['$'] = word;
  t[' '] = t['\t'] = t['\v'] = t['\f'] = t['\r'] = space;
  t['\n'] = newline;
  return t;
}();

class Lexer {
public:
  explicit Lexer(std::string_view text) : s(text), n(static_cast<uint32_t>(text.size())) {
    out.tokens.reserve(text.size() / 5 + 16);
  }

  Lexed run() {
    if (s.starts_with("\xEF\xBB\xBF")) i = 3;
    out.prologue_end = i;
    size_t eol = s.find('\n');
    out.crlf = eol != std::string_view::npos && eol > 0 && s[eol - 1] == '\r';
    while (i < n) step();
    end_directive();
    if (off_from != none) out.off.push_back({off_from, n});
    return std::move(out);
  }

private:
  static constexpr uint32_t none = ~0u;
  std::string_view s;
  uint32_t n, i = 0;
  uint32_t off_from = none;
  bool line_start = true, directive = false, header_next = false, prologue = true;
  Lexed out;

  static uint8_t cls(char c) { return classes[static_cast<unsigned char>(c)]; }
  char at(uint32_t k) const { return k < n ? s[k] : '\0'; }

  void push(Tok kind, uint32_t from) {
    out.tokens.push_back({from, i - from, kind, directive});
    line_start = prologue = false;
  }

  void end_directive() {
    if (!directive) return;
    out.tokens.push_back({i, 0, Tok::end_directive, true});
    directive = header_next = false;
  }

  void step() {
    char c = s[i];
    switch (cls(c)) {
    case space: ++i; return;
    case newline:
      end_directive();
      ++i;
      line_start = true;
      if (prologue) out.prologue_end = i;
      return;
    case word: identifier(); return;
    case digit: number(); return;
    default: break;
    }
    switch (c) {
    case '/':
      if (at(i + 1) == '/') return line_comment();
      if (at(i + 1) == '*') return block_comment();
      break;
    case '\\':
      if (at(i + 1) == '\n') { i += 2; return; }
      if (at(i + 1) == '\r' && at(i + 2) == '\n') { i += 3; return; }
      break;
    case '"': return quoted('"', Tok::string);
    case '\'': return quoted('\'', Tok::character);
    case '#':
      if (line_start && !directive) {
        directive = true;
        uint32_t from = i++;
        push(Tok::hash, from);
        directive_name();
        return;
      }
      break;
    case '<':
      if (header_next) return header();
      break;
    case '.':
      if (cls(at(i + 1)) == digit) return number();
      break;
    default: break;
    }
    uint32_t from = i;
    char d = at(i + 1);
    i += (c == ':' && d == ':') || (c == '-' && d == '>') || (c == '#' && d == '#') ? 2 : 1;
    push(Tok::punct, from);
  }

  // What follows # decides how the rest of the line reads: prose after #error, a path after #include.
  void directive_name() {
    while (i < n && (s[i] == ' ' || s[i] == '\t')) ++i;
    uint32_t from = i;
    while (i < n && (cls(s[i]) == word || cls(s[i]) == digit)) ++i;
    if (i == from) return;
    std::string_view name = s.substr(from, i - from);
    push(Tok::identifier, from);
    if (name == "include" || name == "include_next" || name == "import") header_next = true;
    if (name == "error" || name == "warning" || name == "ident" || name == "region") skip_line();
  }

  void skip_line() {
    while (i < n && s[i] != '\n') {
      if (s[i] == '\\' && (at(i + 1) == '\n' || (at(i + 1) == '\r' && at(i + 2) == '\n')))
        i += at(i + 1) == '\n' ? 1 : 2;
      ++i;
    }
  }

  void header() {
    header_next = false;
    uint32_t k = i + 1;
    while (k < n && s[k] != '>' && s[k] != '\n') ++k;
    uint32_t from = i;
    if (k < n && s[k] == '>') {
      i = k + 1;
      push(Tok::header, from);
    } else {
      // What was never closed has no words: an edit that held a > would close it.
      ++i;
      push(Tok::punct, from);
      skip_line();
    }
  }

  void identifier() {
    uint32_t from = i;
    do ++i;
    while (i < n && cls(s[i]) >= word);
    if (i < n && s[i] == '"' && s[i - 1] == 'R' && i - from <= 3) {
      std::string_view p = s.substr(from, i - from);
      if (p == "R" || p == "LR" || p == "uR" || p == "UR" || p == "u8R") return raw_string(from);
    }
    if (directive && s.substr(from, i - from) == "__has_include") {
      push(Tok::identifier, from);
      header_next = true;
      while (i < n && (s[i] == ' ' || s[i] == '\t')) ++i;
      if (at(i) == '(') {
        uint32_t p = i++;
        push(Tok::punct, p);
      }
      return;
    }
    push(Tok::identifier, from);
  }

  void number() {
    uint32_t from = i++;
    while (i < n) {
      char c = s[i], p = s[i - 1];
      if (cls(c) >= word || c == '.') ++i;
      else if ((c == '+' || c == '-') && (p == 'e' || p == 'E' || p == 'p' || p == 'P') && at(from + 1) != 'x') ++i;
      else if ((c == '+' || c == '-') && (p == 'p' || p == 'P')) ++i;
      else if (c == '\'' && cls(at(i + 1)) >= word) i += 2;
      else break;
    }
    push(Tok::number, from);
  }

  // A literal that is not closed on its line ends there: prose in an inactive branch may hold one apostrophe.
  void quoted(char q, Tok kind) {
    uint32_t from = i++;
    while (i < n && s[i] != q && s[i] != '\n') {
      if (s[i] == '\\' && i + 1 < n) i += at(i + 1) == '\r' && at(i + 2) == '\n' ? 2 : 1;
      ++i;
    }
    if (i > n) i = n;
    const bool closed = i < n && s[i] == q;
    if (closed) ++i;
    header_next = false;
    push(kind, from);
    out.tokens.back().unclosed = !closed;
  }

  void raw_string(uint32_t from) {
    uint32_t open = i + 1, paren = open;
    while (paren < n && paren - open <= 16 && s[paren] != '(' && s[paren] != '\n' && s[paren] != '"') ++paren;
    if (at(paren) != '(') return push(Tok::identifier, from);
    char close[20];
    size_t d = paren - open;
    close[0] = ')';
    std::memcpy(close + 1, s.data() + open, d);
    close[d + 1] = '"';
    size_t end = s.find(std::string_view(close, d + 2), paren);
    i = end == std::string_view::npos ? n : static_cast<uint32_t>(end + d + 2);
    push(Tok::string, from);
  }

  void line_comment() {
    uint32_t from = i;
    skip_line();
    comment(from);
  }

  void block_comment() {
    uint32_t from = i;
    size_t end = s.find("*/", i + 2);
    i = end == std::string_view::npos ? n : static_cast<uint32_t>(end + 2);
    comment(from);
  }

  void comment(uint32_t from) {
    std::string_view c = s.substr(from, i - from);
    size_t w = c.find("wavelift:");
    if (w == std::string_view::npos) return;
    std::string_view rest = c.substr(w + 9);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (rest.starts_with("off") && off_from == none) off_from = from;
    if (rest.starts_with("on") && off_from != none) {
      out.off.push_back({off_from, i});
      off_from = none;
    }
  }
};

}  // namespace

Lexed lex(std::string_view text) { return Lexer(text).run(); }

}  // namespace wavelift::port
