#include <cmath>
#include <wavelift_reference.h>

// Of one query: the scores s_j = q k_j / sqrt(dim), t_j = s_j - max, the weights p_j = e^t_j / sum, and o = sum of p_j v_j.
// A score is off by sqrt(dim) roundings of the magnitudes that it adds up, s'_j, and by its own; t_j by roundings of |t_j|, its exponential
// by two: e_j roundings of p_j, all in all. They weigh in the sum of p_j v_j with p_j |v_j|, and by way of the sum of
// weights with |o|, to which the sum's own sqrt(keys) roundings come. All that in single precision. Weights that are rounded to the
// type of the inputs (the task's precision) before they meet V are off by half a unit of it each: of the scale, the sum of p_j |v_j|.
void reference(wavelift::Case& c) {
  const int64_t queries = c["queries"], keys = c["keys"], dim = c["dim"], heads = c["batch"] * c["heads"];
  auto& o = c.output("o");
  const double root = std::sqrt(static_cast<double>(dim));
  std::vector<double> scores(static_cast<size_t>(keys)), errors(scores.size()), sums(static_cast<size_t>(dim)), scales(sums.size()), spreads(sums.size());
  double *o_sum = sums.data(), *o_scale = scales.data(), *o_spread = spreads.data();
  for (int64_t h = 0; h < heads; ++h) {
    const double *q = c.input("q").reals.data() + h * queries * dim, *k = c.input("k").reals.data() + h * keys * dim, *v = c.input("v").reals.data() + h * keys * dim;
    for (int64_t i = 0; i < queries; ++i) {
      const int64_t seen = c["causal"] ? i + 1 + keys - queries : keys;
      double max = -INFINITY;
      for (int64_t j = 0; j < seen; ++j) {
        double s = 0, magnitude = 0;
        for (int64_t d = 0; d < dim; ++d) {
          const double p = q[i * dim + d] * k[j * dim + d];
          s += p;
          magnitude += std::abs(p);
        }
        scores[static_cast<size_t>(j)] = s / root;
        errors[static_cast<size_t>(j)] = magnitude + std::abs(s / root) + 2;   // root * magnitude / root
        max = std::max(max, s / root);
      }
      double sum = 0, error = 0;
      sums.assign(sums.size(), 0), scales.assign(sums.size(), 0), spreads.assign(sums.size(), 0);
      for (int64_t j = 0; j < seen; ++j) {
        const double p = std::exp(scores[static_cast<size_t>(j)] - max), e = errors[static_cast<size_t>(j)] + (max - scores[static_cast<size_t>(j)]);
        sum += p;
        error += p * e;
        for (int64_t d = 0; d < dim; ++d) {
          const double part = p * v[j * dim + d];
          o_sum[d] += part;
          o_scale[d] += std::abs(part);
          o_spread[d] += std::abs(part) * e;
        }
      }
      for (int64_t d = 0; d < dim; ++d) {
        const size_t at = static_cast<size_t>(d);
        const double value = sums[at] / sum, scale = scales[at] / sum;
        // As many roundings of the scale, so that sqrt(terms) * scale is their sum.
        const double roundings = scale > 0 ? (spreads[at] / sum + std::abs(value) * error / sum) / scale + 2 * std::sqrt(static_cast<double>(seen)) : 0;
        o.set((h * queries + i) * dim + d, value, scale, roundings * roundings);
      }
    }
  }
}
