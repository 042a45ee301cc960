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

}  // namespace

Tolerance tolerance_of(const Task& task, const Buffer& output, const Shape& shape) {
  const int64_t set = output.any_order ? output.any_order->value(shape.values).value_or(1) : 1;
  return {output.type, task.precision, task.bound, static_cast<size_t>(std::max<int64_t>(1, set))};
}

double bound(const Tolerance& t, double value, double scale, double terms) {
  if (!is_float(t.type)) return scale > 0 ? t.factor * scale : 0;
  const double u = t.type == Element::f64 ? 0x1p-53 : 0x1p-24;
  const double v = t.precision == Precision::bf16 ? 0x1p-8 : t.precision == Precision::strict ? 0 : 0x1p-11;
  const ElementInfo& type = info(t.type);
  return t.factor * (4 * std::sqrt(terms) * u + 2 * v) * scale + type.half_ulp * std::abs(value) + type.smallest / 2;
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
    double units = 0, limit = 0;
    if (std::isnan(y)) {
      units = std::isnan(x) ? 0 : INFINITY;
    } else if (!std::isfinite(y)) {
      units = x == y ? 0 : INFINITY;
    } else {
      limit = bound(t, y, want.scale[i], want.terms[i]);
      const double error = std::abs(x - y);
      // A value beyond the type's largest becomes infinite by rounding.
      std::byte rounded[8];
      store(t.type, rounded, y);
      if (load(t.type, rounded) == x) units = 0;
      else units = limit > 0 ? error / limit : INFINITY;
      if (std::isnan(units)) units = INFINITY;
    }
    if (!(units <= 1)) ++j.wrong;
    if (!(units <= j.worst)) j.worst = units, j.at = k, j.got = x, j.want = y, j.bound = limit;
  }
  return j;
}

std::string Judgement::sentence(std::string_view buffer) const {
  if (right()) return fmt::format("{}: all {} elements are right, the worst at {:.2g} of its bound", buffer, elements, worst);
  if (set > 1) return fmt::format("{}: {} of {} elements are wrong; of the {} from {}[{}] on, by size the {}. is {:.9g} where {:.9g} is right", buffer, wrong, elements, set, buffer, at - at % set, at % set + 1, got, want);
  return fmt::format("{}: {} of {} elements are wrong; {}[{}] is {:.9g} where {:.9g} is right to within {:.3g}", buffer, wrong, elements, buffer, at, got, want, bound);
}

}  // namespace wavelift::judge
