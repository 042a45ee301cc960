#include "judge/expression.h"
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>

namespace wavelift::judge {

struct Expression::Node {
  enum class Op : uint8_t { number, name, add, sub, mul, div, mod, shl, lt, le, gt, ge, eq, ne, both, either, inverse, negate, min, max, ceil_div, round_up };
  Op op = Op::number;
  int64_t number = 0;
  std::string name;
  std::shared_ptr<const Node> a, b;
};

namespace {

using Node = Expression::Node;
using Op = Node::Op;
using Tree = std::shared_ptr<const Node>;

constexpr int kDeepest = 100;                 // of parentheses
constexpr int64_t kLargest = int64_t(1) << 62;

struct Binary {
  std::string_view sign;
  Op op;
  int level;                                  // binds tighter the higher
};
// Longer signs before those that they begin with.
constexpr std::array kBinary{
    Binary{"||", Op::either, 1}, Binary{"&&", Op::both, 2}, Binary{"==", Op::eq, 3}, Binary{"!=", Op::ne, 3},
    Binary{"<=", Op::le, 4},     Binary{">=", Op::ge, 4},   Binary{"<<", Op::shl, 5}, Binary{"<", Op::lt, 4},
    Binary{">", Op::gt, 4},      Binary{"+", Op::add, 6},   Binary{"-", Op::sub, 6}, Binary{"*", Op::mul, 7},
    Binary{"/", Op::div, 7},     Binary{"%", Op::mod, 7},
};

struct Function {
  std::string_view name;
  Op op;
};
constexpr std::array kFunctions{Function{"min", Op::min}, Function{"max", Op::max}, Function{"ceil_div", Op::ceil_div}, Function{"round_up", Op::round_up}};

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<Tree> whole() {
    Tree t = binary(1);
    skip();
    if (t && at_ < text_.size()) t = complain("an operator");
    if (!t) return fail(Exit::usage, fmt::format("the expression \"{}\" wants {} at character {}", text_, wanted_, at_ + 1));
    return t;
  }

private:
  Tree complain(const char* wanted) {
    if (wanted_.empty()) wanted_ = wanted;
    return nullptr;
  }
  void skip() { while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_; }
  bool take(std::string_view sign) {
    skip();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  static Tree make(Op op, Tree a, Tree b) { return std::make_shared<Node>(Node{op, 0, {}, std::move(a), std::move(b)}); }

  Tree binary(int level) {
    Tree left = unary();
    while (left) {
      skip();
      const Binary* found = nullptr;
      for (const Binary& b : kBinary)
        if (text_.substr(at_).starts_with(b.sign)) {
          found = &b;
          break;
        }
      if (!found || found->level < level) break;
      at_ += found->sign.size();
      Tree right = binary(found->level + 1);
      if (!right) return nullptr;
      left = make(found->op, std::move(left), std::move(right));
    }
    return left;
  }

  Tree unary() {
    if (++depth_ > kDeepest) return complain("fewer levels");
    Tree t = bare();
    --depth_;
    return t;
  }

  Tree bare() {
    skip();
    if (take("-")) return wrap(Op::negate);
    if (take("!")) return wrap(Op::inverse);
    if (take("(")) {
      Tree t = binary(1);
      return t && !take(")") ? complain("')'") : t;
    }
    if (at_ >= text_.size()) return complain("a number or a name");
    const auto digit = [&] { return at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); };
    if (digit()) {
      int64_t n = 0;
      for (; digit(); ++at_) {
        n = n * 10 + (text_[at_] - '0');
        if (n > kLargest / 16) return complain("a smaller number");
      }
      return std::make_shared<Node>(Node{Op::number, n, {}, nullptr, nullptr});
    }
    const size_t from = at_;
    while (at_ < text_.size() && (text_[at_] == '_' || std::isalnum(static_cast<unsigned char>(text_[at_])))) ++at_;
    if (at_ == from) return complain("a number or a name");
    const std::string_view word = text_.substr(from, at_ - from);
    if (!take("(")) return std::make_shared<Node>(Node{Op::name, 0, std::string(word), nullptr, nullptr});
    for (const Function& f : kFunctions)
      if (f.name == word) {
        Tree a = binary(1);
        if (!a) return nullptr;
        if (!take(",")) return complain("','");
        Tree b = binary(1);
        if (!b) return nullptr;
        return take(")") ? make(f.op, std::move(a), std::move(b)) : complain("')'");
      }
    at_ = from;
    return complain("min, max, ceil_div or round_up");
  }
  Tree wrap(Op op) {
    Tree t = unary();
    return t ? make(op, std::move(t), nullptr) : nullptr;
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string wanted_;
};

// Nothing where the operation has no value; the sentence is the caller's.
std::optional<int64_t> apply(Op op, int64_t a, int64_t b) {
  int64_t r = 0;
  switch (op) {
  case Op::add: return a + b;                 // both are within 62 bits
  case Op::sub: return a - b;
  case Op::mul: return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
  case Op::div: return b == 0 ? std::nullopt : std::optional(a / b);
  case Op::mod: return b == 0 ? std::nullopt : std::optional(a % b);
  case Op::shl: return b < 0 || b > 62 || __builtin_mul_overflow(a, int64_t(1) << b, &r) ? std::nullopt : std::optional(r);
  case Op::lt: return a < b;
  case Op::le: return a <= b;
  case Op::gt: return a > b;
  case Op::ge: return a >= b;
  case Op::eq: return a == b;
  case Op::ne: return a != b;
  case Op::both: return a != 0 && b != 0;
  case Op::either: return a != 0 || b != 0;
  case Op::inverse: return a == 0;
  case Op::negate: return -a;
  case Op::min: return std::min(a, b);
  case Op::max: return std::max(a, b);
  case Op::ceil_div: return b == 0 ? std::nullopt : std::optional(a / b + (a % b != 0 && (a < 0) == (b < 0)));
  case Op::round_up: {
    if (b == 0) return std::nullopt;
    const int64_t times = a / b + (a % b != 0 && (a < 0) == (b < 0));
    return __builtin_mul_overflow(times, b, &r) ? std::nullopt : std::optional(r);
  }
  case Op::number:
  case Op::name: break;
  }
  return std::nullopt;
}

}  // namespace

Result<Expression> Expression::parse(std::string_view text) {
  auto tree = Parser(text).whole();
  if (!tree) return std::unexpected(tree.error());
  Expression e;
  e.text_ = text;
  e.root_ = std::move(*tree);
  return e;
}

Result<int64_t> Expression::value(const Names& names) const {
  auto of = [&](auto& self, const Node& n) -> Result<int64_t> {
    if (n.op == Op::number) return n.number;
    if (n.op == Op::name) {
      auto it = names.find(n.name);
      if (it == names.end()) return fail(Exit::usage, fmt::format("\"{}\" reads {}, which has no value", text_, n.name));
      return it->second;
    }
    auto a = self(self, *n.a);
    if (!a) return a;
    Result<int64_t> b = 0;
    if (n.b && !(b = self(self, *n.b))) return b;
    const auto r = apply(n.op, *a, *b);
    if (!r || *r > kLargest || *r < -kLargest) return fail(Exit::usage, fmt::format("\"{}\" divides by zero or is too large", text_));
    return *r;
  };
  return of(of, *root_);
}

std::vector<std::string> Expression::names() const {
  std::set<std::string> all;
  auto walk = [&](auto& self, const Node* n) -> void {
    if (!n) return;
    if (n->op == Op::name) all.insert(n->name);
    self(self, n->a.get());
    self(self, n->b.get());
  };
  walk(walk, root_.get());
  return {all.begin(), all.end()};
}

}  // namespace wavelift::judge
