#include <algorithm>
#include <cmath>
#include <wavelift_reference.h>

// Elimination without exchanging rows, which needs none where the diagonal dominates (Higham, Accuracy and Stability of Numerical Algorithms, 9.6).
static std::vector<double> solution(const wavelift::Case& c) {
  const int64_t n = c["n"], systems = c["systems"];
  const double *l = c.input("l").reals.data(), *d = c.input("d").reals.data(), *u = c.input("u").reals.data(), *b = c.input("b").reals.data();
  std::vector<double> x(static_cast<size_t>(n * systems)), w(x.size());
  for (int64_t s = 0; s < systems; ++s) {
    const int64_t first = s * n;
    for (int64_t i = first; i < first + n; ++i) {
      const double pivot = 2 + d[i] - (i > first ? l[i] * w[i - 1] : 0);
      w[i] = u[i] / pivot;
      x[i] = (b[i] + (i > first ? l[i] * x[i - 1] : 0)) / pivot;
    }
    for (int64_t i = first + n - 2; i >= first; --i) x[i] += w[i] * x[i + 1];
  }
  return x;
}

void reference(wavelift::Case& c) {
  const std::vector<double> x = solution(c);
  for (int64_t i = 0; i < c.output("x").size(); ++i) c.output("x").set(i, x[i]);
}

// Row by row what is left of b. The scale is that of the right solution near the row: a wrong one must not widen its own bound. Elimination
// is off by a few roundings of three times that (Higham, theorem 9.14), by way of its neighbours' neighbours.
void residual(wavelift::Case& c) {
  const int64_t n = c["n"];
  const double *l = c.input("l").reals.data(), *d = c.input("d").reals.data(), *u = c.input("u").reals.data(), *b = c.input("b").reals.data();
  const std::vector<double> right = solution(c);
  const double* x = c.got("x").reals.data();
  for (int64_t i = 0; i < c.residual("equations").size(); ++i) {
    const int64_t k = i % n;
    double value = (2 + d[i]) * x[i] - b[i], near = 0;
    if (k > 0) value -= l[i] * x[i - 1];
    if (k + 1 < n) value -= u[i] * x[i + 1];
    for (int64_t j = std::max<int64_t>(0, k - 2); j <= std::min(n - 1, k + 2); ++j) near = std::max(near, std::abs(right[i - k + j]));
    c.residual("equations").set(i, value, (2 + d[i] + std::abs(l[i]) + std::abs(u[i])) * near + std::abs(b[i]), 16);
  }
}
