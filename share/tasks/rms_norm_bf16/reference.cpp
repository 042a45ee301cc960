#include <cmath>
#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  const int64_t rows = c["rows"], cols = c["cols"];
  const auto &x = c.input("x"), &w = c.input("w");
  auto& y = c.output("y");
  for (int64_t r = 0; r < rows; ++r) {
    double squares = 0;
    for (int64_t k = 0; k < cols; ++k) squares += x[r * cols + k] * x[r * cols + k];
    const double scale = 1 / std::sqrt(squares / static_cast<double>(cols) + c.constant("eps"));
    // The sum of squares is off by sqrt(cols) roundings at most, its root by half of that; the root, the division and two products
    // add their own.
    for (int64_t k = 0; k < cols; ++k) {
      const double v = x[r * cols + k] * scale * w[k];
      y.set(r * cols + k, v, std::abs(v), 16 + static_cast<double>(cols) / 4);
    }
  }
}
