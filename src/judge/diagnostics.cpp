#include "judge/diagnostics.h"
#include <charconv>
#include <optional>

namespace wavelift::judge {

namespace {

constexpr size_t most_kept = 64, most_bytes = 300;

// Removes a number and what follows it; nothing when it is none.
std::optional<uint32_t> take_number(std::string_view& s, char end) {
  uint32_t n = 0;
  auto [p, e] = std::from_chars(s.data(), s.data() + s.size(), n);
  if (e != std::errc() || p == s.data() + s.size() || *p != end) return std::nullopt;
  s.remove_prefix(static_cast<size_t>(p - s.data()) + 1);
  return n;
}

// "error: text" and the like, after any blank.
std::optional<Diagnostic> message_of(std::string_view s) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  for (std::string_view severity : {"error", "fatal error", "warning", "note", "remark"}) {
    if (!s.starts_with(severity)) continue;
    std::string_view rest = s.substr(severity.size());
    if (rest.starts_with(" #")) // nvcc's number of a warning: "warning #177-D: ..."
      rest.remove_prefix(std::min(rest.find(':'), rest.size()));
    if (rest.starts_with(": ")) return Diagnostic{0, 0, std::string(severity), printable(rest.substr(2))};
  }
  return std::nullopt;
}

// "12:3: error: ..." of clang, "(12): error: ..." of nvcc.
std::optional<Diagnostic> placed(std::string_view s) {
  std::optional<uint32_t> line, column = 0;
  if (s.starts_with(':')) {
    s.remove_prefix(1);
    line = take_number(s, ':');
    column = take_number(s, ':');
  } else if (s.starts_with('(')) {
    s.remove_prefix(1);
    line = take_number(s, ')');
    if (s.starts_with(':')) s.remove_prefix(1);
  }
  if (!line || !column) return std::nullopt;
  auto d = message_of(s);
  if (d) d->line = *line, d->column = *column;
  return d;
}

// Whether a line is a diagnostic of some file: "PATH:12:3: error: ", "PATH(12): error: ".
bool is_elsewhere(std::string_view line) {
  for (std::string_view mark : {": error: ", ": fatal error: ", ": warning: ", ": warning #", ": note: ", ": remark: "})
    if (size_t at = line.find(mark);
        at != line.npos && at > 0 && (line[at - 1] == ')' || (line[at - 1] >= '0' && line[at - 1] <= '9')))
      return true;
  return false;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  for (char c : text.substr(0, most_bytes)) out += c >= ' ' && c <= '~' ? c : c < 0 ? '?' : ' ';
  return out;
}

void read_diagnostics(std::string_view text, std::string_view file, Compiled& into) {
  while (!text.empty()) {
    size_t n = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, n);
    text.remove_prefix(std::min(n + 1, text.size()));
    std::optional<Diagnostic> d;
    if (line.starts_with(file))
      d = placed(line.substr(file.size()));
    else if (line.starts_with("lld: "))
      d = message_of(line.substr(5));
    else if (line.starts_with("ptxas "))
      d = message_of(line.substr(6));
    else
      d = message_of(line);
    if (d && into.diagnostics.size() < most_kept)
      into.diagnostics.push_back(std::move(*d));
    else if (d || is_elsewhere(line))
      ++into.hidden_diagnostics;
  }
}

}  // namespace wavelift::judge
