#include <cmath>
#include <wavelift_reference.h>

// A sum of products of sums: a product of bf16 numbers is exact in single precision, its head's sum has dim terms, and heads of
// those are added up. Where q k is below 0 within its error, max(0, .) makes that error smaller, never larger: the scale counts the
// magnitudes of all heads.
void reference(wavelift::Case& c) {
  const int64_t queries = c["queries"], keys = c["keys"], heads = c["heads"], dim = c["dim"];
  const double *q = c.input("q").reals.data(), *k = c.input("k").reals.data(), *w = c.input("w").reals.data();
  for (int64_t i = 0; i < queries; ++i)
    for (int64_t j = 0; j < keys; ++j) {
      double score = 0, scale = 0;
      for (int64_t h = 0; h < heads; ++h) {
        double sum = 0, magnitude = 0;
        for (int64_t d = 0; d < dim; ++d) {
          const double p = q[(i * heads + h) * dim + d] * k[j * dim + d];
          sum += p;
          magnitude += std::abs(p);
        }
        score += w[i * heads + h] * std::max(0.0, sum);
        scale += std::abs(w[i * heads + h]) * magnitude;
      }
      c.output("score").set(i * keys + j, score, scale, static_cast<double>(dim + heads));
    }
}
