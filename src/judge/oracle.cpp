#include "judge/oracle.h"
#include <algorithm>
#include <cmath>
#include <compare>
#include <fmt/format.h>
#include <numeric>

namespace wavelift::judge {

namespace {

// The places of elements, each `set` of them in the order of their values; empty: as they are.
template <class Value> std::vector<size_t> order(size_t elements, size_t set, Value value) {
  if (set <= 1) return {};
  std::vector<size_t> out(elements);
  std::iota(out.begin(), out.end(), size_t(0));
  for (size_t from = 0; from < elements; from += set)
    // A candidate's values may be NaN, which < does not order.
    std::sort(out.begin() + static_cast<long>(from), out.begin() + static_cast<long>(std::min(from + set, elements)),
              [&](size_t a, size_t b) { return std::weak_order(value(a), value(b)) < 0; });
  return out;
}

// The error of x, where y is right, in units of its bound.
double units_of(Element type, double x, double y, double limit) {
  if (std::isnan(y)) return std::isnan(x) ? 0 : INFINITY;
  if (!std::isfinite(y)) return x == y ? 0 : INFINITY;
  if (rounded(type, y) == x) return 0;   // a value beyond the type's largest becomes infinite
  if (!std::isfinite(limit)) return INFINITY;
  if (std::isinf(x)) return rounded(type, y + std::copysign(limit, x)) == x ? 1 : INFINITY;
  return std::isnan(x) || limit == 0 ? INFINITY : std::abs(x - y) / limit;
}

}  // namespace

Tolerance tolerance_of(const Task& task, const Buffer& output, const Shape& shape) {
  const int64_t set = output.any_order ? output.any_order->value(shape.values).value_or(1) : 1;
  return {output.type, task.precision, task.bound, static_cast<size_t>(std::max<int64_t>(1, set)), output.ulp};
}

Tolerance tolerance_of(const Task& task, const Residual& residual) { return {residual.type, task.precision, task.bound}; }

double bound(const Tolerance& t, double value, double scale, double terms) {
  if (!is_float(t.type)) return scale > 0 ? t.factor * scale : 0;
  const double u = t.type == Element::f64 ? 0x1p-53 : 0x1p-24;
  const double v = t.precision == Precision::bf16 ? 0x1p-8 : t.precision == Precision::strict ? 0 : 0x1p-11;
  const ElementInfo& type = info(t.type);
  const double last = t.ulp > 0 ? t.ulp * ulp(t.type, value) : type.half_ulp * std::abs(value) + type.smallest / 2;
  return t.factor * (4 * std::sqrt(terms) * u + 2 * v) * scale + last;
}

Judgement judge(const Tolerance& t, const Expected& want, std::span<const std::byte> got) {
  Judgement j;
  j.elements = want.value.size();
  j.set = t.set;
  const size_t size = info(t.type).size;
  const auto theirs = order(j.elements, t.set, [&](size_t i) { return load(t.type, &got[i * size]); });
  const auto ours = order(j.elements, t.set, [&](size_t i) { return want.value[i]; });
  for (size_t k = 0; k < j.elements; ++k) {
    const size_t i = ours.empty() ? k : ours[k];
    const double x = load(t.type, &got[(theirs.empty() ? k : theirs[k]) * size]), y = want.value[i];
    const double limit = std::isfinite(y) ? bound(t, y, want.scale[i], want.terms[i]) : 0;
    j.add(k, x, y, limit, units_of(t.type, x, y, limit));
  }
  return j;
}

Judgement judge_residual(const Tolerance& t, const Expected& r) {
  Judgement j;
  j.elements = r.value.size();
  for (size_t i = 0; i < j.elements; ++i) {
    const double limit = bound(t, 0, r.scale[i], r.terms[i]), error = std::abs(r.value[i]);
    j.add(i, r.value[i], 0, limit, std::isfinite(limit) && !std::isnan(error) ? error / limit : INFINITY);
  }
  return j;
}

void Judgement::add(size_t place, double x, double y, double limit, double units) {
  if (!(units <= 1)) ++wrong;
  if (!(units <= worst)) worst = units, at = place, got = x, want = y, bound = limit;
}

std::string Judgement::sentence(std::string_view buffer) const {
  if (right()) return fmt::format("{}: all {} elements are right, the worst at {:.2g} of its bound", buffer, elements, worst);
  if (set > 1) return fmt::format("{}: {} of {} elements are wrong; of the {} from {}[{}] on, by size the {}. is {:.9g} where {:.9g} is right", buffer, wrong, elements, set, buffer, at - at % set, at % set + 1, got, want);
  return fmt::format("{}: {} of {} elements are wrong; {}[{}] is {:.9g} where {:.9g} is right to within {:.3g}", buffer, wrong, elements, buffer, at, got, want, bound);
}

}  // namespace wavelift::judge
