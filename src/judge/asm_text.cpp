#include "judge/asm_text.h"
#include <algorithm>

namespace wavelift::judge {

namespace {

bool word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

int hex(char c) {
  if (digit(c)) return c - '0';
  c = static_cast<char>(c | 0x20);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// LLVM writes what is no printable character as \XX, and a backslash as \\.
std::string unescaped(std::string_view s) {
  std::string out;
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] != '\\') {
      out += s[i];
    } else if (i + 1 < s.size() && s[i + 1] == '\\') {
      out += s[++i];
    } else if (i + 2 < s.size() && hex(s[i + 1]) >= 0 && hex(s[i + 2]) >= 0) {
      out += static_cast<char>(hex(s[i + 1]) * 16 + hex(s[i + 2]));
      i += 2;
    } else {
      out += s[i];
    }
  }
  return out;
}

// A label of the unit's own, ".Lloop" or ".Lloop${:uid}" (written .Lloop%=); what the assembler would not take for a directive,
// whose names it reads in either case.
bool is_private_label(std::string_view text) {
  if (!text.starts_with(".L")) return false;
  size_t n = 2;
  while (n < text.size() && word(text[n])) ++n;
  std::string name(text.substr(0, n));
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  for (const char* directive : {".lcomm", ".leb128", ".line", ".linkonce", ".linker_option", ".loc", ".local", ".loc_mark_labels",
                                ".long", ".lsym", ".lto_discard", ".lto_set_conditional"})
    if (name == directive) return false;
  std::string_view rest = text.substr(n);
  return rest.starts_with("${:uid}") || rest.empty() || (rest[0] != '$' && rest[0] != '.' && rest[0] != '@');
}

// The text as AMD's assembler reads it: from ';' or "//" to the end of the line, and from "/*" to "*/", nothing counts.
std::string without_comments(std::string_view s) {
  std::string out;
  for (size_t i = 0; i < s.size();) {
    if (s[i] == ';' || s.substr(i).starts_with("//")) i = std::min(s.find('\n', i), s.size());
    else if (s.substr(i).starts_with("/*")) i = std::min(s.find("*/", i + 2), s.size() - 2) + 2;
    else out += s[i++];
  }
  return out;
}

// What stands where a line's instruction is, after its labels ("again:", ".Lagain${:uid}:"); empty when there is none.
std::string mnemonic(std::string_view line) {
  for (;;) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r\v\f"), line.size()));
    size_t n = 0;
    while (n < line.size() && (word(line[n]) || line[n] == '.' || line[n] == '$' || line[n] == '@')) {
      ++n;
      if (line[n - 1] == '$' && line.substr(n).starts_with("{:uid}")) n += 6;
    }
    const size_t next = std::min(line.find_first_not_of(" \t", n), line.size());
    if (n == 0) return std::string(line.substr(0, 1));
    if (next == line.size() || line[next] != ':') return std::string(line.substr(0, n));
    line.remove_prefix(next + 1);
  }
}

}  // namespace

std::vector<std::string> asm_strings(std::string_view s) {
  std::vector<std::string> found;
  // The words since the last punctuation say what a string is: `module asm "..."`, `call void asm sideeffect "...",
  // "constraints"`.
  bool is_asm = false;
  for (size_t i = 0; i < s.size();) {
    const char c = s[i];
    if (c == ';') {
      i = std::min(s.find('\n', i), s.size());
    } else if (c == '"') {
      size_t end = std::min(s.find('"', i + 1), s.size());
      if (is_asm) found.push_back(unescaped(s.substr(i + 1, end - i - 1)));
      is_asm = false;
      i = end + 1;
    } else if (word(c)) {
      size_t n = i;
      while (n < s.size() && (word(s[n]) || s[n] == '.' || s[n] == '-' || s[n] == '$')) ++n;
      std::string_view w = s.substr(i, n - i);
      const bool named = i > 0 && (s[i - 1] == '%' || s[i - 1] == '@' || s[i - 1] == '!');
      if (w == "asm" && !named)
        is_asm = true;
      else if (w != "sideeffect" && w != "alignstack" && w != "inteldialect" && w != "unwind")
        is_asm = false;
      i = n;
    } else {
      if (c != ' ') is_asm = false;
      ++i;
    }
  }
  return found;
}

std::string find_directive(std::string_view text) {
  for (size_t at = text.find('.'); at != text.npos; at = text.find('.', at + 1)) {
    // Part of a name or a number ("v1.l", "1.5")? Not when that is an operand ("$0"), which may be anything.
    size_t begin = at;
    while (begin > 0 && (word(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    if (begin < at && word(text[begin]) && (begin == 0 || text[begin - 1] != '$')) continue;
    if (at + 1 < text.size() && digit(text[at + 1])) continue; // .5
    if (is_private_label(text.substr(at))) continue;
    size_t end = at + 1;
    while (end < text.size() && word(text[end])) ++end;
    return std::string(text.substr(at, end - at));
  }
  return {};
}

std::string find_jump(std::string_view text) {
  const std::string lines = without_comments(text);
  for (std::string_view rest = lines; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string name = mnemonic(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    if (!std::ranges::all_of(name, [](char c) { return word(c) || c == '.'; })) return name;
    for (const char* jump : {"s_setpc", "s_swappc", "s_call", "s_getpc", "s_rfe", "s_cbranch_g_fork", "s_cbranch_i_fork", "s_cbranch_join"})
      if (name.starts_with(jump)) return name;
  }
  return {};
}

std::string find_forbidden(std::string_view text) {
  if (const std::string directive = find_directive(text); !directive.empty()) return "the directive " + directive;
  if (const std::string jump = find_jump(text); !jump.empty()) return "the jump " + jump;
  return {};
}

}  // namespace wavelift::judge
