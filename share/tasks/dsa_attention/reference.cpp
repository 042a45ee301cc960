#include <cmath>
#include <wavelift_reference.h>

// Errors as in attention/reference.cpp: e_j roundings of each weight p_j, the sums' own sqrt(chosen), and the weights rounded to bf16.
void reference(wavelift::Case& c) {
  const int64_t heads = c["heads"], chosen = c["chosen"], dim = c["dim"], value_dim = c["value_dim"];
  const double *q = c.input("q").reals.data(), *kv = c.input("kv").reals.data();
  const double root = std::sqrt(static_cast<double>(dim));
  std::vector<double> scores, errors, sums(static_cast<size_t>(value_dim)), scales(sums.size()), spreads(sums.size());
  double *o_sum = sums.data(), *o_scale = scales.data(), *o_spread = spreads.data();
  std::vector<const double*> rows;
  for (int64_t i = 0; i < c["queries"]; ++i)
    for (int64_t h = 0; h < heads; ++h) {
      const double* query = q + (i * heads + h) * dim;
      scores.clear(), errors.clear(), rows.clear();
      double max = -INFINITY;
      for (int64_t j = 0; j < chosen; ++j) {
        const int64_t index = c.input("indices").whole(i * chosen + j);
        if (index < 0) continue;
        const double* row = kv + index * dim;
        double sum = 0, magnitude = 0;
        for (int64_t d = 0; d < dim; ++d) {
          sum += query[d] * row[d];
          magnitude += std::abs(query[d] * row[d]);
        }
        rows.push_back(row);
        scores.push_back(sum / root);
        errors.push_back(magnitude + std::abs(sum / root) + 2);
        max = std::max(max, sum / root);
      }
      double sum = 0, error = 0;
      sums.assign(sums.size(), 0), scales.assign(sums.size(), 0), spreads.assign(sums.size(), 0);
      for (size_t j = 0; j < rows.size(); ++j) {
        const double p = std::exp(scores[j] - max), e = errors[j] + (max - scores[j]);
        sum += p;
        error += p * e;
        const double* value = rows[j];
        for (int64_t d = 0; d < value_dim; ++d) {
          const double part = p * value[d];
          o_sum[d] += part;
          o_scale[d] += std::abs(part);
          o_spread[d] += std::abs(part) * e;
        }
      }
      for (size_t d = 0; d < sums.size(); ++d) {
        const int64_t at = (i * heads + h) * value_dim + static_cast<int64_t>(d);
        if (scales[d] == 0) {
          c.output("o").set(at, 0);
          continue;
        }
        const double value = sums[d] / sum, scale = scales[d] / sum;
        const double roundings = (spreads[d] / sum + std::abs(value) * error / sum) / scale + 2 * std::sqrt(static_cast<double>(rows.size()));
        c.output("o").set(at, value, scale, roundings * roundings);
      }
    }
}
