#include "judge/oracle.h"
#include <cmath>
#include <fmt/format.h>

namespace wavelift::judge {

double bound(const Tolerance& t, double value, double scale, double terms) {
  if (!is_float(t.type)) return scale > 0 ? t.factor * scale : 0;
  const double u = t.type == Element::f64 ? 0x1p-53 : 0x1p-24;
  const double v = t.precision == Precision::bf16 ? 0x1p-8 : t.precision == Precision::strict ? 0 : 0x1p-11;
  const ElementInfo& type = info(t.type);
  return t.factor * (std::sqrt(terms) * u + v) * scale + type.half_ulp * std::abs(value) + type.smallest / 2;
}

Judgement judge(const Tolerance& t, const Expected& want, std::span<const std::byte> got) {
  Judgement j;
  j.elements = want.value.size();
  const size_t size = info(t.type).size;
  for (size_t i = 0; i < j.elements; ++i) {
    const double x = load(t.type, &got[i * size]), y = want.value[i];
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
    if (!(units <= j.worst)) j.worst = units, j.at = i, j.got = x, j.want = y, j.bound = limit;
  }
  return j;
}

std::string Judgement::sentence(std::string_view buffer) const {
  if (right()) return fmt::format("{}: all {} elements are right, the worst at {:.2g} of its bound", buffer, elements, worst);
  return fmt::format("{}: {} of {} elements are wrong; {}[{}] is {:.9g} where {:.9g} is right to within {:.3g}", buffer, wrong, elements, buffer, at, got, want, bound);
}

}  // namespace wavelift::judge
