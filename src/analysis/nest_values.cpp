#include "analysis/nest_values.h"
#include <algorithm>
#include <array>
#include <map>

namespace wavelift::analysis {

namespace {

using Kind = Value::Kind;

struct WholeType {
  std::string_view name;
  int bits;
};
constexpr std::array<WholeType, 9> whole_types = {{{"bool", 1}, {"int8_t", 8}, {"uint8_t", 8}, {"int16_t", 16}, {"uint16_t", 16}, {"int", 32}, {"unsigned int", 32}, {"int64_t", 64}, {"uint64_t", 64}}};

struct Opposite {
  std::string_view op, other;
};
constexpr std::array<Opposite, 6> opposites = {{{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}}};

std::optional<int64_t> folded(std::string_view op, int64_t a, int64_t b) {
  int64_t r = 0;
  if (op == "+") return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  if (op == "-") return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  if (op == "*") return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  if (op == "/" || op == "%") {
    if (b == 0 || (b == -1 && a == INT64_MIN)) return {};
    return op == "/" ? a / b : a % b;
  }
  if (op == "<<" && a >= 0 && b >= 0 && b < 32 && a < (int64_t(1) << 30)) return a << b;
  if (op == ">>" && a >= 0 && b >= 0 && b < 63) return a >> b;
  if (op == "&") return a & b;
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "&&") return a && b;
  if (op == "||") return a || b;
  return {};
}

// A value that is no polynomial, in words that are equal for equal values.
std::string words_of(const Value& v) {
  std::string out = "{" + v.text;
  if (v.kind == Kind::load) out += "[]";
  if (v.kind == Kind::cast) out += "(" + v.type + ")";
  for (const Value& o : v.operands) out += " " + (is_whole_type(o.type) ? form_of(o).text() : words_of(o));
  return out + "}";
}

bool fits(int64_t n, std::string_view type) {
  const int bits = bits_of_whole(type);
  if (type.starts_with('u') && n < 0) return false;
  return bits >= 64 || (n >= INT32_MIN && n <= (type.starts_with('u') ? int64_t(UINT32_MAX) : int64_t(INT32_MAX)));
}

bool keeps_number(const Value& v) { return v.kind == Kind::cast && bits_of_whole(v.type) >= 32 && bits_of_whole(v.operands[0].type) > 0; }

std::optional<Polynomial> polynomial(const Value& v, bool any) {
  const auto other = [&]() -> std::optional<Polynomial> { return any ? std::optional(Polynomial::name(words_of(v))) : std::nullopt; };
  if (!is_whole_type(v.type)) return other();
  if (v.kind == Kind::number) {
    const auto n = whole_number(v);
    return n ? std::optional(Polynomial(*n)) : other();
  }
  if (v.kind == Kind::name) return Polynomial::name(v.text);
  if (keeps_number(v)) return polynomial(v.operands[0], any);
  if (v.kind != Kind::operation) return other();
  const bool sum = v.text == "+" || v.text == "-", product = v.text == "*";
  if ((sum || product) && v.operands.size() == 2) {
    const auto a = polynomial(v.operands[0], any), b = polynomial(v.operands[1], any);
    if (!a || !b) return other();
    return product ? *a * *b : v.text == "+" ? *a + *b : *a - *b;
  }
  if (v.text == "-" && v.operands.size() == 1) {
    const auto a = polynomial(v.operands[0], any);
    return a ? std::optional(Polynomial(0) - *a) : other();
  }
  if (v.text == "<<")
    if (const auto n = whole_number(v.operands[1]); n && *n >= 0 && *n < 31)
      if (const auto a = polynomial(v.operands[0], any)) return *a * Polynomial(int64_t(1) << *n);
  return other();
}

}  // namespace

int bits_of_whole(std::string_view type) {
  const auto it = std::ranges::find(whole_types, type, &WholeType::name);
  return it == whole_types.end() ? 0 : it->bits;
}
bool is_whole_type(std::string_view type) { return bits_of_whole(type) > 0; }

int type_bytes(std::string_view type) {
  static const std::map<std::string, int, std::less<>> sizes = {
      {"double", 8}, {"float", 4}, {"half", 2}, {"bf16", 2}, {"int64_t", 8}, {"uint64_t", 8}, {"int", 4}, {"unsigned", 4}, {"unsigned int", 4}, {"int32_t", 4}, {"uint32_t", 4},
      {"short", 2}, {"unsigned short", 2}, {"int16_t", 2}, {"uint16_t", 2}, {"signed char", 1}, {"unsigned char", 1}, {"char", 1}, {"int8_t", 1}, {"uint8_t", 1}, {"long long", 8}, {"unsigned long long", 8}};
  const auto at = sizes.find(type);
  return at == sizes.end() ? 0 : at->second;
}

Value whole_value(int64_t n, std::string type) {
  std::string text = std::to_string(n);
  if (type == "unsigned int" && n > INT32_MAX) text += "u";
  return {Kind::number, std::move(text), std::move(type), {}, {}};
}
Value named_value(std::string name, std::string type) { return {Kind::name, std::move(name), std::move(type), {}, {}}; }

std::optional<int64_t> whole_number(const Value& v) {
  if (keeps_number(v)) return whole_number(v.operands[0]);
  if (v.kind != Kind::number || !is_whole_type(v.type)) return {};
  size_t read = 0;
  const bool negative = v.text.starts_with('-');
  uint64_t n = 0;
  for (read = negative ? 1 : 0; read < v.text.size() && v.text[read] >= '0' && v.text[read] <= '9'; ++read)
    if (__builtin_mul_overflow(n, uint64_t(10), &n) || __builtin_add_overflow(n, uint64_t(v.text[read] - '0'), &n)) return {};
  if (n > INT64_MAX) return {};
  return negative ? -static_cast<int64_t>(n) : static_cast<int64_t>(n);
}

bool is_name(const Value& v, std::string_view name) { return v.kind == Kind::name && v.text == name; }

Value operation_value(const std::string& op, std::string type, std::vector<Value> operands) {
  if (operands.size() == 2) {
    const auto a = whole_number(operands[0]), b = whole_number(operands[1]);
    if (a && b)
      if (const auto n = folded(op, *a, *b); n && fits(*n, type)) return whole_value(*n, std::move(type));
    if (op == "&&" || op == "||") {
      const bool absorbing = op == "||";
      for (size_t i = 0; i < 2; ++i)
        if (const auto n = i == 0 ? a : b) {
          if ((*n != 0) == absorbing && i == 0) return whole_value(absorbing, "bool");
          if ((*n != 0) != absorbing) return operands[1 - i];
        }
    }
    if (is_whole_type(type) && (op == "+" || op == "-") && b == 0) return cast_value(operands[0], type);
    if (is_whole_type(type) && op == "+" && a == 0) return cast_value(operands[1], type);
    if (is_whole_type(type) && (op == "*" || op == "/") && b == 1) return cast_value(operands[0], type);
    if (is_whole_type(type) && op == "*" && a == 1) return cast_value(operands[1], type);
    if (is_whole_type(type) && op == "*" && (a == 0 || b == 0)) return whole_value(0, std::move(type));
  }
  if (op == "!") return negation_of(operands[0]);
  if (op == "-" && operands.size() == 1)
    if (const auto n = whole_number(operands[0]); n && fits(-*n, type)) return whole_value(-*n, std::move(type));
  if (op == "?:")
    if (const auto n = whole_number(operands[0])) return operands[*n != 0 ? 1 : 2];
  return {Kind::operation, op, std::move(type), std::move(operands), {}};
}

Value cast_value(Value v, const std::string& type) {
  if (v.type == type) return v;
  if (const auto n = whole_number(v); n && bits_of_whole(type) >= 32 && *n >= 0 && *n <= INT32_MAX) return whole_value(*n, type);
  if (const auto n = whole_number(v); n && type == "float" && *n >= -(1 << 24) && *n <= (1 << 24)) return {Kind::number, std::to_string(*n) + ".0f", type, {}, {}};
  if (const auto n = whole_number(v); n && type == "double" && *n >= INT32_MIN && *n <= INT32_MAX) return {Kind::number, std::to_string(*n) + ".0", type, {}, {}};
  if (type == "bool") {
    if (const auto n = whole_number(v)) return whole_value(*n != 0, type);
    if (is_whole_type(v.type)) return operation_value("!=", type, {std::move(v), whole_value(0)});
  }
  return {Kind::cast, "", type, {std::move(v)}, {}};
}

Value negation_of(const Value& c) {
  if (const auto n = whole_number(c)) return whole_value(*n == 0, "bool");
  if (c.kind == Kind::operation) {
    if (c.text == "!" && c.operands[0].type == "bool") return c.operands[0];
    if (c.text == "&&" || c.text == "||") return operation_value(c.text == "&&" ? "||" : "&&", "bool", {negation_of(c.operands[0]), negation_of(c.operands[1])});
    const auto it = std::ranges::find(opposites, c.text, &Opposite::op);
    if (it != opposites.end() && is_whole_type(c.operands[0].type) && is_whole_type(c.operands[1].type)) return operation_value(std::string(it->other), "bool", c.operands);
  }
  return {Kind::operation, "!", "bool", {c}, {}};
}

void split_conditions(const Value& c, std::vector<Value>& out) {
  if (c.kind == Kind::operation && c.text == "&&") {
    split_conditions(c.operands[0], out);
    split_conditions(c.operands[1], out);
  } else if (const auto n = whole_number(c); !n || *n == 0) {
    out.push_back(c);
  }
}

Value all_of_conditions(const std::vector<Value>& conditions) {
  Value all = conditions.at(0);
  for (size_t i = 1; i < conditions.size(); ++i) all = operation_value("&&", "bool", {all, conditions[i]});
  return all;
}

std::optional<Polynomial> polynomial_of(const Value& v) { return polynomial(v, false); }
Polynomial form_of(const Value& v) { return *polynomial(v, true); }
bool same_value(const Value& a, const Value& b) { return form_of(a) == form_of(b); }

Value value_of(const Polynomial& p, const std::string& type, const std::function<std::string(const std::string&)>& type_of_name) {
  std::optional<Value> sum;
  // What is added before what is taken off, and the constant last, as one writes it.
  auto put = [&](const Polynomial::Product& product, int64_t number) {
    std::optional<Value> term;
    const bool taken_off = number < 0 && (sum || !product.empty());
    const int64_t size = taken_off ? -number : number;
    if (size != 1 || product.empty()) term = whole_value(size, type);
    for (const std::string& n : product) {
      Value name = cast_value(named_value(n, type_of_name(n)), type);
      term = term ? operation_value("*", type, {*term, name}) : name;
    }
    if (sum) sum = operation_value(taken_off ? "-" : "+", type, {*sum, *term});
    else sum = taken_off ? operation_value("-", type, {*term}) : *term;
  };
  for (const bool added : {true, false})
    for (const auto& [product, number] : p.terms())
      if (!product.empty() && (number > 0) == added) put(product, number);
  if (const auto last = p.terms().find({}); last != p.terms().end()) put({}, last->second);
  return sum ? *sum : whole_value(0, type);
}

std::optional<Polynomial> exact_quotient(const Polynomial& p, const Polynomial& by) {
  if (by.terms().size() != 1) return {};
  const auto& [divisor, number] = *by.terms().begin();
  Polynomial all;
  for (const auto& [product, factor] : p.terms()) {
    if (factor % number != 0 || !std::ranges::includes(product, divisor)) return {};
    Polynomial term(factor / number);
    Polynomial::Product rest;
    std::ranges::set_difference(product, divisor, std::back_inserter(rest));
    for (const std::string& n : rest) term = term * Polynomial::name(n);
    all = all + term;
  }
  return all;
}

Value replaced(const Value& v, const std::function<std::optional<Value>(const Value&)>& other) {
  if (auto o = other(v)) return *o;
  Value out = v;
  for (Value& o : out.operands) o = replaced(o, other);
  if (out.kind == Kind::operation) out = operation_value(out.text, out.type, std::move(out.operands));
  if (out.kind == Kind::cast) out = cast_value(std::move(out.operands[0]), out.type);
  return out;
}

Value with_name(const Value& v, std::string_view name, const Value& value) {
  return replaced(v, [&](const Value& one) { return is_name(one, name) ? std::optional(value) : std::nullopt; });
}

void each_value(const Value& v, const std::function<void(const Value&)>& visit) {
  visit(v);
  for (const Value& o : v.operands) each_value(o, visit);
}
bool reads_name(const Value& v, std::string_view name) { return is_name(v, name) || std::ranges::any_of(v.operands, [&](const Value& o) { return reads_name(o, name); }); }
bool holds_load(const Value& v) { return v.kind == Kind::load || std::ranges::any_of(v.operands, holds_load); }
size_t size_of(const Value& v) {
  size_t n = 1;
  for (const Value& o : v.operands) n += size_of(o);
  return n;
}

}  // namespace wavelift::analysis
