#include "judge/expression.h"
#include <gtest/gtest.h>

using namespace wavelift;
using judge::Expression;

namespace {

int64_t value(std::string_view text, const judge::Names& names = {}) {
  auto e = Expression::parse(text);
  if (!e) return ADD_FAILURE() << e.error().what, 0;
  auto v = e->value(names);
  if (!v) return ADD_FAILURE() << v.error().what, 0;
  return *v;
}
std::string wrong(std::string_view text, const judge::Names& names = {}) {
  auto e = Expression::parse(text);
  if (!e) return e.error().what;
  auto v = e->value(names);
  return v ? "" : v.error().what;
}

TEST(Expression, BindsAsInC) {
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("(2 + 3) * 4"), 20);
  EXPECT_EQ(value("20 - 5 - 4"), 11);
  EXPECT_EQ(value("64 / 4 / 2"), 8);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 4"), -3);
  EXPECT_EQ(value("1 + 1 == 2 && 3 < 4"), 1);
  EXPECT_EQ(value("0 && 1 || 1"), 1);
  EXPECT_EQ(value("!3"), 0);
  EXPECT_EQ(value("2 <= 2"), 1);
  EXPECT_EQ(value("2 != 2"), 0);
  EXPECT_EQ(value("1 + 2 << 3 < 25"), 1);
  EXPECT_EQ(value("2 * 5 << 10"), 10240);
}

TEST(Expression, Functions) {
  EXPECT_EQ(value("ceil_div(33, 16)"), 3);
  EXPECT_EQ(value("ceil_div(32, 16)"), 2);
  EXPECT_EQ(value("ceil_div(-33, 16)"), -2);
  EXPECT_EQ(value("round_up(33, 16)"), 48);
  EXPECT_EQ(value("min(3, max(1, 2))"), 2);
}

TEST(Expression, NamesAndThoseThatItReads) {
  EXPECT_EQ(value("rows * cols + TILE", {{"rows", 3}, {"cols", 5}, {"TILE", 1}}), 16);
  EXPECT_EQ(Expression::parse("b * min(a, b)")->names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(wrong("rows"), "\"rows\" reads rows, which has no value");
}

TEST(Expression, WhatIsWrongAndWhere) {
  EXPECT_EQ(wrong("2 +"), "the expression \"2 +\" wants a number or a name at character 4");
  EXPECT_EQ(wrong("(2"), "the expression \"(2\" wants ')' at character 3");
  EXPECT_EQ(wrong("2 3"), "the expression \"2 3\" wants an operator at character 3");
  EXPECT_EQ(wrong("log(2, 3)"), "the expression \"log(2, 3)\" wants min, max, ceil_div or round_up at character 1");
  EXPECT_EQ(wrong("1 / 0"), "\"1 / 0\" divides by zero or is too large");
  EXPECT_EQ(wrong("1 % (2 - 2)"), "\"1 % (2 - 2)\" divides by zero or is too large");
  EXPECT_NE(wrong("4000000000 * 4000000000"), "");
  EXPECT_NE(wrong("1 << 63"), "");
  EXPECT_NE(wrong("3 << 62"), "");
  EXPECT_NE(wrong("1 << -1"), "");
  EXPECT_NE(wrong("99999999999999999999"), "");
  EXPECT_NE(wrong(std::string(100000, '(')), "");
  EXPECT_NE(wrong(std::string(100000, '-') + "1"), "");
  EXPECT_NE(wrong(""), "");
}

}  // namespace
