#include "port/source.h"
#include <algorithm>

namespace wavelift::port {

bool Source::is_off(uint32_t at) const {
  auto after = std::ranges::upper_bound(lexed.off, at, {}, &Range::begin);
  return after != lexed.off.begin() && at < std::prev(after)->end;
}

size_t Source::close(size_t i) const {
  if (closers.empty()) {
    closers.assign(count(), static_cast<uint32_t>(count()));
    std::vector<uint32_t> open;
    for (uint32_t k = 0; k < count(); ++k) {
      if (token(k).kind != Tok::punct) continue;
      const char c = text[token(k).at];
      if (c == '(' || c == '[' || c == '{') {
        open.push_back(k);
      } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
        closers[open.back()] = k;
        open.pop_back();
      }
    }
  }
  return i < count() ? closers[i] : count();
}

size_t Source::after_template(size_t i) const {
  if (!is(i, "<")) return i;
  int depth = 0;
  for (size_t k = i; k < count() && k < i + 256; ++k) {
    std::string_view s = str(k);
    if (token(k).kind == Tok::punct) {
      if (s == "<") ++depth;
      else if (s == ">") {
        if (--depth == 0) return k + 1;
      } else if (s == "(") {
        k = close(k);
      } else if (s == ";" || s == "{" || s == "}" || s == ")" || s == "]" || s == "=") {
        return i;
      }
    }
  }
  return i;
}

std::vector<Source::Argument> Source::arguments(size_t i) const {
  std::vector<Argument> out;
  size_t end = close(i);
  if (end >= count() || end == i + 1) return out;
  size_t first = i + 1;
  for (size_t k = i + 1; k <= end; ++k) {
    std::string_view s = str(k);
    if (token(k).kind == Tok::hash || token(k).unclosed) return {};
    if (token(k).kind != Tok::punct) continue;
    if (k == end || s == ",") {
      out.push_back({first, k - 1});
      first = k + 1;
    } else if (s == "(" || s == "[" || s == "{") {
      k = close(k);
    } else if (s == "<" && is(k - 1, Tok::identifier)) {
      size_t after = after_template(k);
      if (after != k && after <= end) k = after - 1;
    }
  }
  return out;
}

void Source::find(int code, uint32_t at, std::string_view subject, std::string message) {
  if (const FindingKind* kind = finding_kind(code); kind && kind->severity != Severity::info) marks.emplace_back(at, code);
  auto [it, fresh] = seen.try_emplace({code, std::string(subject)}, findings.size());
  if (!fresh) {
    ++findings[it->second].more;
    return;
  }
  const uint32_t line = line_of(at);
  findings.push_back(make_finding(code, name, line, at - lines[line - 1] + 1, std::string(subject), std::move(message)));
}

std::vector<Source::Include> Source::includes() const {
  std::vector<Include> out;
  for (size_t i = 0; i + 2 < count(); ++i) {
    if (!is(i, Tok::hash) || !is(i + 1, "include")) continue;
    const Token& t = token(i + 2);
    if ((t.kind == Tok::string || t.kind == Tok::header) && t.size > 2) out.push_back({text.substr(t.at + 1, t.size - 2), t.kind == Tok::string});
  }
  return out;
}

uint32_t Source::line_of(uint32_t at) const {
  if (lines.empty()) {
    lines.push_back(0);
    for (size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1))
      lines.push_back(static_cast<uint32_t>(i + 1));
  }
  return static_cast<uint32_t>(std::upper_bound(lines.begin(), lines.end(), at) - lines.begin());
}

}  // namespace wavelift::port
