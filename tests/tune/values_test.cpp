#include "tune/emit/emit.h"
#include <gtest/gtest.h>

namespace wavelift::tune {
namespace {

using analysis::Value;

Value name(std::string text) { return {Value::Kind::name, std::move(text), "float", {}}; }
Value operation(std::string op, std::vector<Value> parts) { return {Value::Kind::operation, std::move(op), "float", std::move(parts)}; }
std::string written(const Value& v) {
  return write_value(v, {{"k", "k0 + 1"}}, [](const Value& load) { return load.text + "[...]"; });
}

TEST(WriteValue, KeepsTheOrderOfRoundings) {
  const Value a = name("a"), b = name("b"), c = name("c");
  EXPECT_EQ(written(operation("-", {operation("-", {a, b}), c})), "a - b - c");
  EXPECT_EQ(written(operation("-", {a, operation("-", {b, c})})), "a - (b - c)");
  EXPECT_EQ(written(operation("+", {a, operation("+", {b, c})})), "a + (b + c)");
  EXPECT_EQ(written(operation("*", {operation("+", {a, b}), operation("-", {c})})), "(a + b) * -c");
  EXPECT_EQ(written(operation("/", {a, operation("*", {b, c})})), "a / (b * c)");
}

TEST(WriteValue, ChoicesCallsAndLoads) {
  const Value a = name("a"), load{Value::Kind::load, "x", "float", {name("k")}};
  EXPECT_EQ(written(operation("?:", {operation("<", {a, load}), a, Value{Value::Kind::call, "expf", "float", {load}}})), "a < x[...] ? a : expf(x[...])");
  EXPECT_EQ(written(Value{Value::Kind::cast, "", "double", {operation("+", {a, a})}}), "static_cast<double>(a + a)");
  EXPECT_EQ(written(operation("-", {operation("-", {a})})), "-(-a)");
}

TEST(WriteValue, OtherNamesArePutIn) {
  // The name's text is the caller's: it comes with its parentheses where it needs them.
  EXPECT_EQ(written(name("k")), "k0 + 1");
}

}  // namespace
}  // namespace wavelift::tune
