#include "lint/suppress.h"
#include "base/columns.h"
#include "base/files.h"
#include <algorithm>
#include <cctype>
#include <charconv>

namespace wavelift::lint {

namespace {

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
}

// Codes up to the colon; empty when the words are none.
std::vector<int> codes_of(std::string_view words) {
  std::vector<int> codes;
  while (!words.empty()) {
    size_t n = std::min(words.find(','), words.size());
    std::string_view word = trimmed(words.substr(0, n));
    int code = 0;
    if (!word.starts_with("WL")) return {};
    auto [end, error] = std::from_chars(word.data() + 2, word.data() + word.size(), code);
    if (error != std::errc() || end != word.data() + word.size()) return {};
    codes.push_back(code);
    words.remove_prefix(std::min(n + 1, words.size()));
  }
  return codes;
}

}  // namespace

std::vector<Suppression> suppressions_in(std::string_view text) {
  std::vector<Suppression> found;
  uint32_t number = 0;
  while (!text.empty()) {
    size_t n = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, n);
    text.remove_prefix(std::min(n + 1, text.size()));
    ++number;
    size_t at = line.find("wl-ignore ");
    if (at == line.npos) continue;
    std::string_view before = trimmed(line.substr(0, at));
    if (!before.ends_with("//") && !before.ends_with("/*")) continue;
    std::string_view rest = line.substr(at + 10);
    if (size_t end = rest.find("*/"); before.ends_with("/*") && end != rest.npos) rest = rest.substr(0, end);
    size_t colon = std::min(rest.find(':'), rest.size());
    Suppression s;
    s.written = number;
    s.column = column_after(line.substr(0, at), number == 1);
    s.line = before.size() == 2 ? number + 1 : number;
    s.codes = codes_of(rest.substr(0, colon));
    if (colon < rest.size()) s.reason = trimmed(rest.substr(colon + 1));
    found.push_back(std::move(s));
  }
  return found;
}

const std::vector<Suppression>& Suppressions::of(const std::string& file) {
  auto [it, is_new] = files_.try_emplace(file);
  if (is_new)
    if (auto text = read_file(file)) it->second = suppressions_in(*text);
  return it->second;
}

bool Suppressions::covers(const std::string& file, uint32_t line, int code) {
  return std::ranges::any_of(of(file), [&](const Suppression& s) {
    return s.line == line && !s.reason.empty() && std::ranges::find(s.codes, code) != s.codes.end();
  });
}

std::vector<Finding> Suppressions::findings() const {
  std::vector<Finding> out;
  for (const auto& [file, all] : files_)
    for (const Suppression& s : all)
      if (s.reason.empty() || s.codes.empty())
        out.push_back({suppression_kind.code, suppression_kind.severity, file, s.written, s.column, 0,
                       "a suppression names its codes and says why: wl-ignore WL1211: reason", "wl-ignore"});
  return out;
}

}  // namespace wavelift::lint
