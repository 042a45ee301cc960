#include <cmath>
#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  const int64_t m = c["m"], n = c["n"], k = c["k"];
  const auto &a = c.input("a"), &b = c.input("b");
  std::vector<double> sum(static_cast<size_t>(n)), scale(static_cast<size_t>(n));
  for (int64_t i = 0; i < m; ++i) {
    sum.assign(sum.size(), 0);
    scale.assign(scale.size(), 0);
    for (int64_t l = 0; l < k; ++l)
      for (int64_t j = 0; j < n; ++j) {
        const double p = a[i * k + l] * b[l * n + j];
        sum[static_cast<size_t>(j)] += p;
        scale[static_cast<size_t>(j)] += std::abs(p);
      }
    for (int64_t j = 0; j < n; ++j) c.output("c").set(i * n + j, sum[static_cast<size_t>(j)], scale[static_cast<size_t>(j)], static_cast<double>(k));
  }
}
