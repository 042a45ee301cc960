// Cuts C++ (and CUDA) source into tokens, in one pass and without ever failing: what is malformed, inactive or
// not UTF-8 becomes some token or none, and the next line starts afresh. Comments produce no tokens.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace wavelift::port {

enum class Tok : uint8_t {
  identifier,
  number,
  string,         // with its quotes; raw strings too. A prefix such as u8 is a token of its own, R is inside
  character,
  header,         // the <...> of an #include
  punct,          // one character, except "::", "->" and "##"
  hash,           // the # that opens a directive
  end_directive,  // empty; where the directive's logical line ends
};

struct Token {
  uint32_t at;    // byte offset
  uint32_t size;
  Tok kind;
  bool directive;  // part of a preprocessor directive
  bool unclosed = false;  // a literal that ends with its line: what is put behind it becomes part of it
};

struct Range {
  uint32_t begin, end;
};

struct Lexed {
  std::vector<Token> tokens;
  std::vector<Range> off;       // regions between the comments "wavelift: off" and "wavelift: on"
  bool crlf = false;            // the first line ends in CR LF
  uint32_t prologue_end = 0;    // where the comments that open the file end (after their newline)
};

// `text` is less than 4 GiB. O(size).
Lexed lex(std::string_view text);

}  // namespace wavelift::port
