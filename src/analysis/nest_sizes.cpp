// Reads the expressions of a launch: + - * / % <<, parentheses, numbers, names, min, max, ceil_div, round_up.
#include "analysis/nest_values.h"
#include <array>
#include <cctype>

namespace wavelift::analysis {

namespace {

struct Reader {
  std::string_view text;
  size_t at = 0;
  bool bad = false;

  void skip() {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  }
  bool take(std::string_view word) {
    skip();
    if (!text.substr(at).starts_with(word)) return false;
    at += word.size();
    return true;
  }
  bool is_word() const { return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_'); }

  Value atom() {
    skip();
    if (take("(")) {
      Value v = shifts();
      bad |= !take(")");
      return v;
    }
    if (take("-")) return operation_value("-", "int", {atom()});
    const size_t from = at;
    while (is_word()) ++at;
    const std::string word(text.substr(from, at - from));
    if (word.empty()) return bad = true, Value();
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      Value n{Value::Kind::number, word, "int", {}, {}};
      bad |= word.find_first_not_of("0123456789") != word.npos || word.size() > 18;
      return n;
    }
    if (!take("(")) return named_value(word, "int");
    Value call{Value::Kind::call, word, "int", {}, {}};
    do call.operands.push_back(shifts());
    while (!bad && take(","));
    bad |= !take(")") || (word != "ceil_div" && word != "round_up" && word != "min" && word != "max") || call.operands.size() != 2;
    if (bad) return call;
    const auto a = whole_number(call.operands[0]), b = whole_number(call.operands[1]);
    if (word == "ceil_div" && a && b && *b > 0) return whole_value((*a + *b - 1) / *b);
    return call;
  }
  Value binary(Value (Reader::*inner)(), std::initializer_list<const char*> ops) {
    Value left = (this->*inner)();
    for (bool more = true; more && !bad;) {
      more = false;
      for (const char* op : ops)
        if (take(op)) {
          left = operation_value(op, "int", {left, (this->*inner)()});
          more = true;
          break;
        }
    }
    return left;
  }
  Value products() { return binary(&Reader::atom, {"*", "/", "%"}); }
  Value sums() { return binary(&Reader::products, {"+", "-"}); }
  Value shifts() { return binary(&Reader::sums, {"<<"}); }
};

}  // namespace

std::optional<Value> parse_size(std::string_view text) {
  Reader r{text};
  Value v = r.shifts();
  r.skip();
  return r.bad || r.at != text.size() ? std::nullopt : std::optional(v);
}

}  // namespace wavelift::analysis
