#include <cmath>
#include <wavelift_reference.h>

// Each element is a sum of k products.
void reference(wavelift::Case& c) {
  const int64_t m = c["m"], n = c["n"], k = c["k"];
  const double *a = c.input("a").reals.data(), *b = c.input("b").reals.data();
  std::vector<double> sums(static_cast<size_t>(n)), scales(static_cast<size_t>(n));
  double *sum = sums.data(), *scale = scales.data();
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) sum[j] = scale[j] = 0;
    for (int64_t l = 0; l < k; ++l)
      for (int64_t j = 0; j < n; ++j) {
        const double p = a[i * k + l] * b[l * n + j];
        sum[j] += p;
        scale[j] += std::abs(p);
      }
    for (int64_t j = 0; j < n; ++j) c.output("c").set(i * n + j, sum[j], scale[j], static_cast<double>(k));
  }
}
