// Whole-number expressions of a task's parameters: "ceil_div(rows, 16)", "rows * cols".
#pragma once
#include "base/error.h"
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::judge {

using Names = std::map<std::string, int64_t, std::less<>>;

// + - * / % (towards zero), <<, comparisons and && || ! (0 or 1), parentheses, min, max, ceil_div, round_up (to a multiple).
class Expression {
public:
  // Errors: usage, what is wrong and at which character.
  static Result<Expression> parse(std::string_view text);
  // Errors: a name that has no value, a division by zero, a result beyond 62 bits.
  Result<int64_t> value(const Names& names) const;
  const std::string& text() const { return text_; }
  // The names that it reads.
  std::vector<std::string> names() const;

  struct Node;

private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

}  // namespace wavelift::judge
