#include <cmath>
#include <wavelift_reference.h>

// Errors as in attention/reference.cpp: e_j roundings of each weight p_j, the sums' own sqrt(length), and the weights rounded to fp16.
void reference(wavelift::Case& c) {
  const int64_t kv_heads = c["kv_heads"], group = c["group"], dim = c["dim"], page = c["page"], pages = c["pages"];
  const double *q = c.input("q").reals.data(), *k = c.input("k").reals.data(), *v = c.input("v").reals.data();
  const int64_t *table = c.input("table").wholes.data(), *lengths = c.input("lengths").wholes.data();
  const double root = std::sqrt(static_cast<double>(dim));
  std::vector<double> scores, errors, sums(static_cast<size_t>(dim)), scales(sums.size()), spreads(sums.size());
  double *o_sum = sums.data(), *o_scale = scales.data(), *o_spread = spreads.data();
  for (int64_t s = 0; s < c["sequences"]; ++s)
    for (int64_t h = 0; h < kv_heads * group; ++h) {
      const int64_t length = lengths[s];
      // Where the vector of key j begins.
      auto place = [&](int64_t j) { return ((table[s * pages + j / page] * kv_heads + h / group) * page + j % page) * dim; };
      const double* query = q + (s * kv_heads * group + h) * dim;
      scores.assign(static_cast<size_t>(length), 0), errors.assign(scores.size(), 0);
      double max = -INFINITY;
      for (int64_t j = 0; j < length; ++j) {
        const double* key = k + place(j);
        double sum = 0, magnitude = 0;
        for (int64_t d = 0; d < dim; ++d) {
          sum += query[d] * key[d];
          magnitude += std::abs(query[d] * key[d]);
        }
        scores[static_cast<size_t>(j)] = sum / root;
        errors[static_cast<size_t>(j)] = magnitude + std::abs(sum / root) + 2;
        max = std::max(max, sum / root);
      }
      double sum = 0, error = 0;
      sums.assign(sums.size(), 0), scales.assign(sums.size(), 0), spreads.assign(sums.size(), 0);
      for (int64_t j = 0; j < length; ++j) {
        const double p = std::exp(scores[static_cast<size_t>(j)] - max), e = errors[static_cast<size_t>(j)] + (max - scores[static_cast<size_t>(j)]);
        const double* value = v + place(j);
        sum += p;
        error += p * e;
        for (int64_t d = 0; d < dim; ++d) {
          const double part = p * value[d];
          o_sum[d] += part;
          o_scale[d] += std::abs(part);
          o_spread[d] += std::abs(part) * e;
        }
      }
      for (int64_t d = 0; d < dim; ++d) {
        const size_t at = static_cast<size_t>(d);
        const double value = sums[at] / sum, scale = scales[at] / sum;
        const double roundings = scale > 0 ? (spreads[at] / sum + std::abs(value) * error / sum) / scale + 2 * std::sqrt(static_cast<double>(length)) : 0;
        c.output("o").set((s * kv_heads * group + h) * dim + d, value, scale, roundings * roundings);
      }
    }
}
