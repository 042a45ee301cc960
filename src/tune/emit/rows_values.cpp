// What transformations of the form "rows" look for in the values of a nest.
#include "tune/emit/rows.h"
#include <algorithm>

namespace wavelift::tune {

namespace {

using analysis::Step;
using analysis::Value;

constexpr std::pair<std::string_view, std::string_view> kFast[] = {{"expf", "__expf"}, {"logf", "__logf"}, {"log2f", "__log2f"}, {"log10f", "__log10f"}};

template <class Is>
const Value* find(const Value& v, Is is) {
  if (is(v)) return &v;
  for (const Value& o : v.operands)
    if (const Value* found = find(o, is)) return found;
  return nullptr;
}

bool is_name(const Value& v, const std::string& name) { return v.kind == Value::Kind::name && v.text == name; }
bool is_operation(const Value& v, std::string_view op) { return v.kind == Value::Kind::operation && v.text == op && v.operands.size() == 2; }

// A conversion of storage costs less than what keeps its result.
bool dear_call(const Value& v) { return v.kind == Value::Kind::call && !v.text.contains("2float") && !v.text.contains("float2"); }

bool real(const std::string& type) { return type == "float" || type == "double"; }

}  // namespace

std::string_view fast_call(std::string_view function) {
  const auto* at = std::ranges::find(kFast, function, &std::pair<std::string_view, std::string_view>::first);
  return at == std::end(kFast) ? std::string_view() : at->second;
}

std::string RowShape::key(const Value& v) const {
  std::map<std::string, std::string> names;
  for (const std::string& other : others) names[other] = k();
  const LoadText load = [&](const Value& l) { return l.text + "[" + (l.index ? in_k(*l.index).text() : write_value(l.operands[0], names, load)) + "]"; };
  return write_value(v, names, load);
}

bool RowShape::reads_along(const Value& v) const {
  auto is_k = [&](const std::string& n) { return n == k() || others.contains(n); };
  if (v.kind == Value::Kind::name && is_k(v.text)) return true;
  if (v.kind == Value::Kind::load && v.index) return std::ranges::any_of(v.index->names(), is_k);
  return std::ranges::any_of(v.operands, [&](const Value& o) { return reads_along(o); });
}

bool RowShape::goes_along(size_t step) const { return step >= before && (points || !nest->steps[step].over.empty()); }

bool RowShape::divides_by_row(const Value& v) const { return is_operation(v, "/") && real(v.type) && reads_along(v.operands[0]) && !reads_along(v.operands[1]); }

bool divides_by_row(const RowShape& shape) {
  for (size_t i = 0; i < shape.nest->steps.size(); ++i)
    if (shape.goes_along(i) && find(shape.nest->steps[i].value, [&](const Value& v) { return shape.divides_by_row(v); })) return true;
  return false;
}

bool calls_slowly(const RowShape& shape) {
  for (size_t i = 0; i < shape.nest->steps.size(); ++i)
    if (shape.goes_along(i) && find(shape.nest->steps[i].value, [](const Value& v) { return v.kind == Value::Kind::call && !fast_call(v.text).empty(); })) return true;
  return false;
}

KeptResult kept_result(const RowShape& shape) {
  const auto& steps = shape.nest->steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != Step::Kind::reduce || !shape.goes_along(i) || steps[i].guard) continue;
    for (size_t j = i + 1; j < steps.size(); ++j) {
      if (steps[j].kind != Step::Kind::store || !shape.goes_along(j)) continue;
      const Value* value = find(steps[i].value, [&](const Value& v) {
        return real(v.type) && shape.reads_along(v) && find(v, dear_call) && find(steps[j].value, [&](const Value& w) { return shape.key(w) == shape.key(v); });
      });
      if (value) return {value, i, j};
    }
  }
  return {};
}

std::optional<OnlinePair> online_pair(const RowShape& shape) {
  const auto& steps = shape.nest->steps;
  for (size_t i = shape.before; i + 1 < steps.size(); ++i) {
    const Step &a = steps[i], &b = steps[i + 1];
    if (a.kind != Step::Kind::reduce || a.guard || a.initial || !real(a.type)) continue;
    if (a.op == "max" && b.kind == Step::Kind::reduce && b.op == "+" && !b.guard && b.type == a.type) {
      const Value& e = b.value;
      if (e.kind == Value::Kind::call && (e.text == "expf" || e.text == "exp") && e.operands.size() == 1 && is_operation(e.operands[0], "-") && is_name(e.operands[0].operands[1], a.name) &&
          shape.key(e.operands[0].operands[0]) == shape.key(a.value))
        return OnlinePair{OnlinePair::Kind::exponentials, i, i + 1, &a.value, nullptr};
    }
    if (a.op != "+" || b.kind != Step::Kind::let || b.guard || i + 2 >= steps.size() || !is_operation(b.value, "/") || !is_name(b.value.operands[0], a.name)) continue;
    const Value* size = &b.value.operands[1];
    while (size->kind == Value::Kind::cast) size = &size->operands[0];
    const Step& c = steps[i + 2];
    if (shape.key(*size) != shape.key(shape.along->extent) || c.kind != Step::Kind::reduce || c.op != "+" || c.guard || c.type != a.type || !is_operation(c.value, "*")) continue;
    const Value &x = c.value.operands[0], &y = c.value.operands[1];
    if (shape.key(x) == shape.key(y) && is_operation(x, "-") && is_name(x.operands[1], b.name) && shape.key(x.operands[0]) == shape.key(a.value))
      return OnlinePair{OnlinePair::Kind::squares, i, i + 2, &a.value, &b};
  }
  return std::nullopt;
}

}  // namespace wavelift::tune
