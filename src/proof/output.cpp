#include "proof/output.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace wavelift::proof {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string lower(std::string_view s) {
  std::string l(s);
  for (char& c : l) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return l;
}

// Whether `text` has `word`, with no letter before it and none after it where `whole`.
bool has_word(std::string_view text, std::string_view word, bool whole) {
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    bool starts = at == 0 || !is_word(text[at - 1]);
    bool ends = at + word.size() == text.size() || !is_word(text[at + word.size()]);
    if (starts && (ends || !whole)) return true;
  }
  return false;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.remove_suffix(1);
    lines.push_back(line);
    if (end == text.npos) break;
    text.remove_prefix(end + 1);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// A line that tells how long something took or how fast it went.
bool speaks_of_time(std::string_view line) {
  static constexpr std::string_view words[] = {"time", "times", "elapsed", "took", "runtime", "duration", "latency", "bandwidth", "throughput", "speed", "speedup", "performance", "timing"};
  static constexpr std::string_view units[] = {"ns", "us", "ms", "msec", "usec", "sec", "secs", "seconds", "second", "s"};
  static constexpr std::string_view rates[] = {"/s", "/sec", "flops", "flop/s"};
  const std::string low = lower(line);
  if (std::ranges::any_of(words, [&](auto w) { return has_word(low, w, true); })) return true;
  if (std::ranges::any_of(rates, [&](auto r) { return low.find(r) != low.npos; })) return true;
  // A unit right after a figure or in parentheses: 3.5 ms, 3.5ms, (us).
  for (std::string_view unit : units)
    for (size_t at = low.find(unit); at != low.npos; at = low.find(unit, at + 1)) {
      if (at == 0 || (at + unit.size() < low.size() && is_word(low[at + unit.size()]))) continue;
      size_t before = low.find_last_not_of(' ', at - 1);
      if (before != low.npos && (std::isdigit(static_cast<unsigned char>(low[before])) || low[before] == '(' || low[before] == '[')) return true;
    }
  return false;
}

// A number at the start of `text`: its length and value, and whether it is written with a fraction or an exponent.
struct Number {
  size_t size;
  double value;
  bool fraction;
};
std::optional<Number> number_at(const std::string& text, size_t at) {
  if (at > 0 && is_word(text[at - 1])) return {};
  size_t digit = at + (text[at] == '-' || text[at] == '+');
  const std::string_view rest = std::string_view(text).substr(std::min(digit, text.size()));
  if (rest.starts_with("nan") || rest.starts_with("inf")) return Number{digit - at + 3, std::strtod(text.c_str() + at, nullptr), true};
  if (rest.empty() || !(std::isdigit(static_cast<unsigned char>(rest[0])) || (rest[0] == '.' && rest.size() > 1 && std::isdigit(static_cast<unsigned char>(rest[1]))))) return {};
  if (rest.starts_with("0x") || rest.starts_with("0X")) return {};
  char* end = nullptr;
  const double value = std::strtod(text.c_str() + at, &end);
  const size_t size = static_cast<size_t>(end - text.c_str()) - at;
  return Number{size, value, std::string_view(text).substr(at, size).find_first_of(".eE") != std::string_view::npos};
}

bool agree(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b);
  return a == b || (std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= text_tolerance * std::max(std::abs(a), std::abs(b)));
}

// Whether two lines are the same but for fractions that agree, or, in lines that speak of time, for any figures.
bool same_line(const std::string& a, const std::string& b, bool any_figure) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    auto x = number_at(a, i), y = number_at(b, j);
    if (x && y) {
      const bool equal = a.compare(i, x->size, b, j, y->size) == 0;
      if (!equal && !any_figure && !((x->fraction || y->fraction) && agree(x->value, y->value))) return false;
      i += x->size, j += y->size;
    } else if (any_figure && (a[i] == ' ' || b[j] == ' ') && a[i] != b[j]) {
      // Figures of other widths are padded otherwise.
      a[i] == ' ' ? ++i : ++j;
    } else if (a[i++] != b[j++]) {
      return false;
    }
  }
  return i == a.size() && j == b.size();
}

}  // namespace

Says outcome_of(std::string_view output) {
  std::string low = lower(output);
  if (has_word(output, "FAIL", false)) return Says::fail;
  if (has_word(output, "PASS", true) || has_word(output, "PASSED", true)) return Says::pass;
  if (has_word(low, "fail", true) || has_word(low, "failed", true) || low.find("mismatch") != low.npos ||
      has_word(low, "error", true))
    return Says::fail;
  if (low.find("pass") != low.npos || low.find("success") != low.npos ||
      (low.find("correct") != low.npos && low.find("incorrect") == low.npos))
    return Says::pass;
  return Says::nothing;
}

Difference compare_output(std::string_view expected, std::string_view got) {
  auto a = lines_of(expected), b = lines_of(got);
  Difference d;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= b.size()) d.first = fmt::format("line {} is missing: '{}'", i + 1, a[i]);
    else if (i >= a.size()) d.first = fmt::format("line {} is more than expected: '{}'", i + 1, b[i]);
    else if (a[i] != b[i]) {
      const bool timing = speaks_of_time(a[i]) && speaks_of_time(b[i]);
      d.timings += timing;
      if (!same_line(std::string(a[i]), std::string(b[i]), timing)) d.first = fmt::format("line {} is '{}', expected '{}'", i + 1, b[i], a[i]);
    }
    if (!d.first.empty()) break;
  }
  return d;
}

}  // namespace wavelift::proof
