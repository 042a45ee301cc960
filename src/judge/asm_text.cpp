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

}  // namespace wavelift::judge
