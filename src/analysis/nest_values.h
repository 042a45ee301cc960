// What one does with the values of nests: make them, fold them, compare them, put others in. No Clang.
#pragma once
#include "analysis/nest.h"
#include <functional>
#include <string_view>

namespace wavelift::analysis {

bool is_whole_type(std::string_view type);   // as KernelParameter::type, and "bool"
int bits_of_whole(std::string_view type);
int type_bytes(std::string_view type);       // of any number; 0: it is none

Value whole_value(int64_t n, std::string type = "int");
Value named_value(std::string name, std::string type);
std::optional<int64_t> whole_number(const Value& v);
bool is_name(const Value& v, std::string_view name);

// With whole numbers folded, and without what changes nothing (1 * a, a + 0 of whole numbers).
Value operation_value(const std::string& op, std::string type, std::vector<Value> operands);
Value cast_value(Value v, const std::string& type);
// !condition, through && and ||, and through comparisons of whole numbers: those of floating-point numbers are other where one is no number.
Value negation_of(const Value& condition);
// The parts of a && b && c.
void split_conditions(const Value& condition, std::vector<Value>& out);
Value all_of_conditions(const std::vector<Value>& conditions);   // not empty

// A whole number as a polynomial of names. 32-bit numbers are taken not to wrap round, so that casts between 32 and 64 bits change nothing.
std::optional<Polynomial> polynomial_of(const Value& v);
// The same with anything else as a name of its own, {text}: to compare values that are computed alike.
Polynomial form_of(const Value& v);
bool same_value(const Value& a, const Value& b);
// The value of a polynomial, with the types of its names.
Value value_of(const Polynomial& p, const std::string& type, const std::function<std::string(const std::string& name)>& type_of_name);
// The quotient, where each product holds the divisor's.
std::optional<Polynomial> exact_quotient(const Polynomial& p, const Polynomial& by);

// The value with others in the places where `other` gives one; what it gives is not looked into.
Value replaced(const Value& v, const std::function<std::optional<Value>(const Value&)>& other);
Value with_name(const Value& v, std::string_view name, const Value& value);
void each_value(const Value& v, const std::function<void(const Value&)>& visit);
bool reads_name(const Value& v, std::string_view name);
bool holds_load(const Value& v);
size_t size_of(const Value& v);

// A launch's expression (judge/expression.h): ceil_div and round_up stay calls. None: it is no such expression.
std::optional<Value> parse_size(std::string_view text);

}  // namespace wavelift::analysis
