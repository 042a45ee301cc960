#include <cmath>
#include <wavelift_reference.h>

// With d = x - mean and r = 1 / sqrt(var + eps), y = d r w + b. The mean is off by sqrt(cols) roundings of the mean magnitude, and d by
// as much and one of its own. The sum of squares is off by sqrt(cols) roundings, its root by half of that (the mean's error counts there
// squared); the root, the division, two products and the last sum add theirs.
void reference(wavelift::Case& c) {
  const int64_t rows = c["rows"], cols = c["cols"];
  const double *x = c.input("x").reals.data(), *w = c.input("w").reals.data(), *b = c.input("b").reals.data();
  auto& y = c.output("y");
  const double n = static_cast<double>(cols);
  for (int64_t r = 0; r < rows; ++r, x += cols) {
    double sum = 0, magnitude = 0, squares = 0;
    for (int64_t k = 0; k < cols; ++k) sum += x[k], magnitude += std::abs(x[k]);
    const double mean = sum / n;
    for (int64_t k = 0; k < cols; ++k) squares += (x[k] - mean) * (x[k] - mean);
    const double scale = 1 / std::sqrt(squares / n + c.constant("eps"));
    for (int64_t k = 0; k < cols; ++k) {
      const double d = x[k] - mean;
      y.set(r * cols + k, d * scale * w[k] + b[k], std::abs(w[k]) * scale * (std::abs(d) + magnitude / n) + std::abs(b[k]), 8 + n);
    }
  }
}
