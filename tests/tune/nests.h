// Nests of a few kernels, written by hand: what tests of transformations start from.
#pragma once
#include "judge/task.h"
#include "tune/transform.h"

namespace wavelift::tune::test {

using analysis::Dimension;
using analysis::Polynomial;
using analysis::Step;
using analysis::Value;

inline Polynomial p(const std::string& name) { return Polynomial::name(name); }
inline Value name(std::string text, std::string type = "int") { return {Value::Kind::name, std::move(text), std::move(type), {}}; }
inline Value operation(std::string op, std::vector<Value> parts, std::string type = "float") { return {Value::Kind::operation, std::move(op), std::move(type), std::move(parts)}; }
inline Value call(std::string function, std::vector<Value> parts, std::string type) { return {Value::Kind::call, std::move(function), std::move(type), std::move(parts)}; }
inline Value load(std::string array, const Polynomial& index, std::string type = "float") {
  return {Value::Kind::load, std::move(array), std::move(type), {name("index")}, index};
}
inline Dimension dimension(const std::string& it, const std::string& size) {
  Dimension d;
  d.name = it;
  d.type = "int";
  d.extent = name(size);
  d.size = p(size);
  return d;
}
inline analysis::KernelParameter array(const std::string& it, const std::string& type, bool is_const) { return {it, type, true, true, is_const, true}; }
inline analysis::KernelParameter number_of(const std::string& it) { return {it, "int", true, false, false, false}; }

inline Step store(const std::string& to, const Polynomial& place, Value value) {
  Step s;
  s.kind = Step::Kind::store;
  s.array = to;
  s.index = name("index");
  s.place = place;
  s.value = std::move(value);
  return s;
}

inline Step sum_over(Dimension over, Value value) {
  Step s;
  s.kind = Step::Kind::reduce;
  s.name = "sum";
  s.type = "float";
  s.op = "+";
  s.initial = Value{Value::Kind::number, "0", "float", {}};
  s.over = {std::move(over)};
  s.value = std::move(value);
  return s;
}

// c = a b in float or bf16, as share/tasks/gemm_f32 and gemm_bf16 have it. `a_index` and `b_index`: other layouts.
inline analysis::Nest gemm(const std::string& type = "float", const Polynomial& a_index = p("i") * p("k") + p("l"), const Polynomial& b_index = p("l") * p("n") + p("j")) {
  const bool bf16 = type == "bf16";
  auto real = [&](Value v) { return bf16 ? call("__bfloat162float", {std::move(v)}, "float") : v; };
  analysis::Nest n;
  n.kernel = "gemm";
  n.parameters = {array("a", type, true), array("b", type, true), array("c", type, false), number_of("m"), number_of("n"), number_of("k")};
  n.parallel = {dimension("i", "m"), dimension("j", "n")};
  const Value sum = name("sum", "float");
  n.steps = {sum_over(dimension("l", "k"), operation("*", {real(load("a", a_index, type)), real(load("b", b_index, type))})),
             store("c", p("i") * p("n") + p("j"), bf16 ? call("__float2bfloat16", {sum}, "bf16") : sum)};
  return n;
}

// As share/tasks/transpose has it.
inline analysis::Nest transpose() {
  analysis::Nest n;
  n.kernel = "transpose";
  n.parameters = {array("x", "float", true), array("y", "float", false), number_of("rows"), number_of("cols")};
  n.parallel = {dimension("i", "rows"), dimension("j", "cols")};
  n.steps = {store("y", p("j") * p("rows") + p("i"), load("x", p("i") * p("cols") + p("j")))};
  return n;
}

// `task` must outlive it.
inline Subject subject(const judge::Task& task, analysis::Nest nest, const std::string& card, judge::Language language) {
  Subject s;
  s.task = &task;
  s.baseline.language = language;
  s.nests.resize(1);
  s.nests[0].nest = std::move(nest);
  s.target.language = language;
  s.target.spec = hardware::find_spec(card);
  s.target.arch = s.target.spec->arch;
  return s;
}

}  // namespace wavelift::tune::test
