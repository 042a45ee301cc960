#include <cmath>
#include <wavelift_reference.h>

// y = e^t / sum, t = x - max. Rounding t, and t times log2(e) where the exponential is made of a power of two, is off by roundings of
// |t|, which the exponential makes relative errors of its value; the exponential and the division have their own. The sum is off by its
// terms' errors, each weighed by its share, and by sqrt(cols) roundings. Results below the least normal number may be flushed.
void reference(wavelift::Case& c) {
  const int64_t rows = c["rows"], cols = c["cols"];
  const double* x = c.input("x").reals.data();
  auto& y = c.output("y");
  constexpr double flushed = 0x1p-126 / 0x1p-24;
  for (int64_t r = 0; r < rows; ++r, x += cols) {
    double max = x[0], sum = 0, error = 0;
    for (int64_t k = 1; k < cols; ++k) max = std::max(max, x[k]);
    for (int64_t k = 0; k < cols; ++k) {
      const double e = std::exp(x[k] - max);
      sum += e;
      error += e * (max - x[k]);
    }
    for (int64_t k = 0; k < cols; ++k) {
      const double v = std::exp(x[k] - max) / sum;
      y.set(r * cols + k, v, v * (max - x[k] + error / sum + std::sqrt(static_cast<double>(cols)) + 2) + flushed);
    }
  }
}
