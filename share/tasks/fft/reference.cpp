#include <cmath>
#include <complex>
#include <numbers>
#include <wavelift_reference.h>

namespace {

using Complex = std::complex<double>;

// Decimation in time: the halves of even and odd elements first. `roots` has the n of the whole, of which every `step`-th is used.
void transform(const Complex* x, Complex* y, int64_t n, int64_t step, const std::vector<Complex>& roots) {
  if (n == 1) {
    *y = *x;
    return;
  }
  const int64_t half = n / 2;
  transform(x, y, half, 2 * step, roots);
  transform(x + step, y + half, half, 2 * step, roots);
  for (int64_t k = 0; k < half; ++k) {
    const Complex a = y[k], b = roots[static_cast<size_t>(k * step)] * y[k + half];
    y[k] = a + b;
    y[k + half] = a - b;
  }
}

}  // namespace

// Of log2(n) stages each multiplies with a root of unity that is itself rounded, and adds: 4 roundings. Where in the spectrum
// an intermediate error ends up depends on the order of the stages, so all elements of a transform have the scale of the
// largest; by Parseval that is at least the root of the sum of squares of the input. (Higham, "Accuracy and stability of numerical
// algorithms", 24.1; the sum of n products that defines the transform is less exact than that.)
void reference(wavelift::Case& c) {
  const int64_t n = int64_t(1) << c["log2_n"];
  std::vector<Complex> roots(static_cast<size_t>(n)), x(roots.size()), y(roots.size());
  for (int64_t k = 0; k < n; ++k) roots[static_cast<size_t>(k)] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  for (int64_t t = 0; t < c["batch"]; ++t) {
    for (int64_t k = 0; k < n; ++k) x[static_cast<size_t>(k)] = {c.input("x")[2 * (t * n + k)], c.input("x")[2 * (t * n + k) + 1]};
    transform(x.data(), y.data(), n, 1, roots);
    double largest = 0;
    for (const Complex& v : y) largest = std::max(largest, std::abs(v));
    for (int64_t k = 0; k < n; ++k) {
      const Complex v = y[static_cast<size_t>(k)];
      c.output("y").set(2 * (t * n + k), v.real(), largest, 4 * static_cast<double>(c["log2_n"]));
      c.output("y").set(2 * (t * n + k) + 1, v.imag(), largest, 4 * static_cast<double>(c["log2_n"]));
    }
  }
}
