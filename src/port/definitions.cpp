// The program's own definitions of what HIP's headers define too: CUDA's vector types have no operators, HIP's have;
// HIP's atomics know floating point; warp functions take any type. Such definitions are set aside where HIP's do the
// same, else reported.
#include "port/passes.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

constexpr std::string_view guard_macro = "__HIP_PLATFORM_AMD__";

// How many components a HIP vector type has; 0 when `t` is none.
int components(std::string_view t) {
  if (t.size() < 4) return 0;
  char n = t.back();
  if (n < '1' || n > '4') return 0;
  static constexpr std::array<std::string_view, 12> bases = {"char", "uchar", "short",    "ushort",    "int",   "uint",
                                                             "long", "ulong", "longlong", "ulonglong", "float", "double"};
  return std::find(bases.begin(), bases.end(), t.substr(0, t.size() - 1)) != bases.end() ? n - '0' : 0;
}

// Tokens of a definition that is looked into; operators and wrappers of atomics are short.
constexpr size_t longest = 4096;

struct Definition {
  size_t first;        // first token of the declaration
  size_t open, close;  // parentheses of the parameters
  size_t body, end;    // braces
};

// The free, non-template function definition whose parameters open at `open`. False when it is none, or when a
// directive cuts through it.
bool definition_at(const Source& s, size_t name, size_t open, Definition& d) {
  if (!s.is(open, "(") || s.token(name).directive) return false;
  d.open = open;
  d.close = s.close(open);
  if (d.close >= s.count()) return false;
  d.body = d.close + 1;
  while (s.is(d.body, "noexcept") || s.is(d.body, "const")) ++d.body;
  if (!s.is(d.body, "{")) return false;
  d.end = s.close(d.body);
  if (!s.is(d.close, ")") || !s.is(d.end, "}") || d.end > d.open + longest) return false;
  d.first = name;
  while (d.first > 0) {
    const Token& t = s.token(d.first - 1);
    std::string_view p = s.str(d.first - 1);
    if (t.directive || p == ";" || p == "}" || p == "{") break;
    if (p == "__CUDA_ARCH__" || p == "template" || p == ">" || p == "friend" || p == ":" || p == "=" || p == ",") return false;
    if (t.kind == Tok::string || t.kind == Tok::number) return false;
    --d.first;
  }
  if (d.first == name) return false;
  int depth = 0;
  for (size_t k = d.first; k <= d.end; ++k) {
    if (!s.is(k, Tok::hash)) continue;
    std::string_view directive = s.str(k + 1);
    if (directive.starts_with("include")) return false;
    if (directive.starts_with("if")) ++depth;
    if (directive == "endif" && --depth < 0) return false;
  }
  return depth == 0;
}

// `#ifndef __HIP_PLATFORM_AMD__` stands right before token i.
bool guarded(const Source& s, size_t i) {
  return i >= 4 && s.is(i - 1, Tok::end_directive) && s.is(i - 2, guard_macro) && s.is(i - 3, "ifndef");
}

// Puts the definition between #ifndef and #endif, each on a line of its own. False when other code shares its lines.
bool set_aside(Source& s, const Definition& d) {
  uint32_t from = s.token(d.first).at, to = s.token(d.end).at + 1;
  size_t line = from;
  while (line > 0 && (s.text[line - 1] == ' ' || s.text[line - 1] == '\t')) --line;
  const bool after_mark = line == 3 && s.text.starts_with("\xEF\xBB\xBF");
  if (line > 0 && s.text[line - 1] != '\n' && !after_mark) return false;
  std::string_view above = s.text.substr(0, line);
  if (above.ends_with("\\\n") || above.ends_with("\\\r\n")) return false;
  size_t eol = s.text.find('\n', to);
  std::string_view rest = s.text.substr(to, (eol == std::string_view::npos ? s.text.size() : eol) - to);
  if (rest.ends_with('\\') || rest.ends_with("\\\r")) return false;
  size_t text = rest.find_first_not_of(" \t\r;");
  if (text != rest.npos && !rest.substr(text).starts_with("//")) return false;
  s.edits.insert(static_cast<uint32_t>(line), fmt::format("#ifndef {}{}", guard_macro, s.newline()));
  if (eol == std::string_view::npos) s.edits.insert(static_cast<uint32_t>(s.text.size()), fmt::format("{}#endif", s.newline()));
  else s.edits.insert(static_cast<uint32_t>(eol + 1), fmt::format("#endif{}", s.newline()));
  return true;
}

struct Parameter {
  std::string_view type, name;
  bool reference = false, constant = false, pointer = false;
};

// `const float4& a` and the like; type empty when it is something else.
Parameter parameter(const Source& s, Source::Argument a) {
  Parameter p;
  std::vector<std::string_view> words;
  for (size_t k = a.first; k <= a.last; ++k) {
    std::string_view w = s.str(k);
    if (w == "const") p.constant = true;
    else if (w == "&") p.reference = true;
    else if (w == "*") p.pointer = true;
    else if (w == "volatile" || w == "__restrict__") continue;
    else if (s.is(k, Tok::identifier)) words.push_back(w);
    else return {};
  }
  if (words.size() < 2) return {};
  p.name = words.back();
  words.pop_back();
  uint32_t from = static_cast<uint32_t>(words.front().data() - s.text.data());
  p.type = s.text.substr(from, static_cast<size_t>(words.back().data() - words.front().data()) + words.back().size());
  return p;
}

// True when the body is nothing but a.c op= b.c for every component, whatever the order.
bool componentwise(const Source& s, const Definition& d, const Parameter& a, const Parameter& b, std::string_view op, int n) {
  unsigned seen = 0;
  size_t k = d.body + 1;
  while (k < d.end) {
    if (s.is(k, "return") && s.is(k + 1, a.name) && s.is(k + 2, ";")) {
      k += 3;
      continue;
    }
    bool fits = s.is(k, a.name) && s.is(k + 1, ".") && s.is(k + 3, op) && s.is(k + 4, "=") && s.is(k + 5, b.name) && s.is(k + 6, ".") &&
                s.str(k + 2) == s.str(k + 7) && s.is(k + 8, ";");
    if (!fits) return false;
    size_t c = std::string_view("xyzw").find(s.str(k + 2));
    if (c == std::string_view::npos || s.str(k + 2).size() != 1) return false;
    seen |= 1u << c;
    k += 9;
  }
  return seen == (1u << n) - 1;
}

// operator op=(VEC&, VEC): HIP's own member of the vector type is as good a match, so each use is ambiguous.
bool compound_operator(Pass& p, size_t i) {
  Source& s = p.source;
  std::string_view op = s.str(i + 1);
  if (op.size() != 1 || std::string_view("+-*/%&|^").find(op[0]) == std::string_view::npos || !s.is(i + 2, "=") || !s.is(i + 3, "(")) return false;
  Definition d;
  auto args = s.arguments(i + 3);
  if (args.size() != 2) return false;
  Parameter a = parameter(s, args[0]), b = parameter(s, args[1]);
  int n = components(a.type);
  if (n == 0 || a.type != b.type || !a.reference || a.constant) return false;
  if (!definition_at(s, i, i + 3, d)) return false;
  if (guarded(s, d.first)) return true;
  std::string what = fmt::format("operator{}=({}&, {})", op, a.type, b.type);
  if (componentwise(s, d, a, b, op, n) && set_aside(s, d)) {
    s.find(1306, s.token(i).at, what, fmt::format("{} does what HIP's own operator does, which is used instead", what));
  } else {
    s.find(1305, s.token(i).at, what,
           fmt::format("{} clashes with HIP's own operator on {}, which works component by component; rename it if it does other things", what, a.type));
  }
  return true;
}

struct Atomic {
  std::string_view name, types;  // types that HIP has it for beyond those that CUDA has
};
constexpr Atomic atomics[] = {
    {"atomicAdd", "float,double,int,unsigned int,unsigned long,unsigned long long"},
    {"atomicMin", "float,double,int,unsigned int,unsigned long,unsigned long long,long long"},
    {"atomicMax", "float,double,int,unsigned int,unsigned long,unsigned long long,long long"},
    {"atomicSub", "float,double,int,unsigned int,unsigned long,unsigned long long"},
    {"atomicExch", "float,double,int,unsigned int,unsigned long long"},
};

bool own_function(Pass& p, size_t i, bool atomic, std::string_view types) {
  Source& s = p.source;
  if (!declares(s, i) && s.before(i) != "*" && s.before(i) != "&") return false;
  Definition d;
  if (!s.is(i + 1, "(") || !definition_at(s, i, i + 1, d)) return false;
  auto args = s.arguments(i + 1);
  if (args.size() < (atomic ? 2u : 1u)) return false;
  Parameter a = parameter(s, args[0]);
  std::string_view what = s.str(i);
  if (atomic) {
    std::string list = fmt::format(",{},", types);
    if (!a.pointer || a.type.empty() || list.find(fmt::format(",{},", a.type)) == list.npos) return false;
  }
  if (guarded(s, d.first)) return true;
  std::string subject = fmt::format("{}({}{})", what, a.type, atomic ? "*" : "");
  if (set_aside(s, d))
    s.find(1306, s.token(i).at, subject, fmt::format("the program's own {} is set aside: HIP has it", subject));
  else
    s.find(1305, s.token(i).at, subject, fmt::format("the program's own {} clashes with HIP's; delete or rename it", subject));
  return true;
}

}  // namespace

bool port_definition(Pass& p, size_t i) {
  Source& s = p.source;
  std::string_view name = s.str(i);
  if (s.token(i).directive) return false;
  if (name == "operator") return compound_operator(p, i);
  if (name.starts_with("atomic")) {
    for (const auto& a : atomics)
      if (a.name == name) return own_function(p, i, true, a.types);
    return false;
  }
  if (name.starts_with("__shfl") || name.starts_with("__any") || name.starts_with("__all") || name.starts_with("__ballot"))
    return s.is(i + 1, "(") && own_function(p, i, false, {});
  return false;
}

}  // namespace wavelift::port
