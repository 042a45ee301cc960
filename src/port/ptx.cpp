// asm statements: which of them are PTX, what their operands are.
#include "port/ptx.h"
#include "port/passes.h"
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// Tokens of a statement that is looked into.
constexpr size_t longest = 4096;

// The characters of adjacent string literals, with escapes resolved and %% made one.
std::string literal(const Source& s, size_t first, size_t last) {
  std::string out;
  for (size_t k = first; k <= last; ++k) {
    std::string_view t = s.str(k);
    if (s.token(k).kind != Tok::string || t.size() < 2) continue;
    if (t[0] == '"') {
      for (size_t i = 1; i + 1 < t.size(); ++i) {
        if (t[i] == '\\' && i + 2 < t.size()) {
          ++i;
          out += t[i] == 'n' || t[i] == 't' || t[i] == '\n' || t[i] == '\r' ? ' ' : t[i];
        } else if (t[i] == '%' && t[i + 1] == '%') {
          out += '%';
          ++i;
        } else {
          out += t[i];
        }
      }
    } else {
      size_t open = t.find('('), close = t.rfind(')');
      if (open != t.npos && close != t.npos && close > open) out += t.substr(open + 1, close - open - 1);
    }
  }
  return out;
}

}  // namespace

void port_asm(Pass& p, size_t i) {
  Source& s = p.source;
  size_t k = i + 1;
  while (s.is(k, "volatile") || s.is(k, "__volatile__") || s.is(k, "goto") || s.is(k, "inline")) ++k;
  if (!s.is(k, "(")) return;
  size_t end = s.close(k);
  if (end >= s.count() || end > i + longest || !s.is(k + 1, Tok::string)) return;
  size_t last = k + 1;
  while (s.is(last + 1, Tok::string)) ++last;
  std::string text = literal(s, k + 1, last);
  if (!is_ptx(text)) return;
  p.summary.any_cuda = true;

  // Outputs, then inputs: "constraint"(expression), between colons. A name in brackets is beyond the table.
  std::vector<Source::Argument> given;
  bool plain = true;
  int colons = 0;
  for (size_t j = last + 1; j < end; ++j) {
    std::string_view t = s.str(j);
    if (t == ":") ++colons;
    else if (t == "::") colons += 2;
    else if (t == "[") plain = false;
    else if (s.is(j, Tok::string) && s.is(j + 1, "(") && colons <= 2) {
      size_t close = s.close(j + 1);
      if (close > end) return;
      given.push_back({j + 2, close - 1});
      j = close;
    }
  }
  std::vector<std::string> operands;
  for (const auto& g : given) operands.emplace_back(g.first <= g.last ? s.str(g.first, g.last) : std::string_view{});
  PtxResult r = ptx_to_cpp(text, operands);
  if (plain && !r.code.empty()) {
    // Their names are ported, too. One that holds a statement, perhaps an asm of its own, is beyond this.
    for (size_t k = 0; k < given.size(); ++k) {
      if (given[k].first > given[k].last) continue;
      if (operands[k].find('{') != operands[k].npos) return;
      operands[k] = ported_text(p, given[k].first, given[k].last);
    }
    r = ptx_to_cpp(text, operands);
  }
  uint32_t at = s.token(i).at;
  if (plain && !r.code.empty()) {
    s.replace(i, end, r.code);
    if (r.warp) p.used.set(warp_support);
    if (r.cuda) p.used.set(cuda_support);
    if (p.first_use == ~0u) p.first_use = at;
    ++p.summary.names;
    p.skip_to = end + 1;
    s.find(1302, at, text, fmt::format("inline PTX '{}' is now {}", text.substr(0, text.find(';')), r.code));
    return;
  }
  if (r.says.empty()) r.says = fmt::format("{} has named operands", text.substr(0, text.find(' ')));
  s.find(1301, at, r.says, fmt::format("inline PTX is left as it is: {}", r.says));
}

}  // namespace wavelift::port
