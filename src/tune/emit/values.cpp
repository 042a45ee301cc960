#include "tune/emit/emit.h"

namespace wavelift::tune {

namespace {

using analysis::Value;

// As strongly as C++ binds them; what is not listed binds strongest.
int strength(const Value& v) {
  if (v.kind == Value::Kind::cast) return 12;
  if (v.kind != Value::Kind::operation) return 13;
  if (v.operands.size() == 1) return 12;
  static const std::map<std::string, int, std::less<>> table = {{"*", 11}, {"/", 11}, {"%", 11}, {"+", 10}, {"-", 10}, {"<<", 9}, {">>", 9}, {"<", 8}, {">", 8}, {"<=", 8}, {">=", 8},
                                                                {"==", 7}, {"!=", 7}, {"&", 6}, {"^", 5}, {"|", 4}, {"&&", 3}, {"||", 2}, {"?:", 1}};
  const auto at = table.find(v.text);
  return at == table.end() ? 0 : at->second;
}

}  // namespace

std::string write_value(const Value& v, const std::map<std::string, std::string>& names, const LoadText& load) {
  auto part = [&](size_t i, int least) {
    const std::string text = write_value(v.operands[i], names, load);
    return strength(v.operands[i]) < least ? "(" + text + ")" : text;
  };
  switch (v.kind) {
    case Value::Kind::number: return v.text;
    case Value::Kind::name: {
      const auto at = names.find(v.text);
      return at == names.end() ? v.text : at->second;
    }
    case Value::Kind::load: return load(v);
    case Value::Kind::cast: return "static_cast<" + v.type + ">(" + write_value(v.operands[0], names, load) + ")";
    case Value::Kind::call: {
      std::string all = v.text + "(";
      for (size_t i = 0; i < v.operands.size(); ++i) all += (i ? ", " : "") + write_value(v.operands[i], names, load);
      return all + ")";
    }
    case Value::Kind::operation: break;
  }
  const int own = strength(v);
  if (v.operands.size() == 1) return v.text + part(0, v.operands[0].kind == Value::Kind::cast ? own : own + 1);   // -(-a), not --a
  if (v.text == "?:") return part(0, own + 1) + " ? " + part(1, own) + " : " + part(2, own);
  // Floating-point sums are not associative: a - (b - c) and a + (b + c) keep their parentheses.
  return part(0, own) + " " + v.text + " " + part(1, own + 1);
}

}  // namespace wavelift::tune
