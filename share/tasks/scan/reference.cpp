#include <cmath>
#include <wavelift_reference.h>

// However the sums are grouped, y[i] is one of i + 1 terms.
void reference(wavelift::Case& c) {
  const double* x = c.input("x").reals.data();
  double sum = 0, scale = 0;
  for (int64_t i = 0; i < c["n"]; ++i) {
    sum += x[i];
    scale += std::abs(x[i]);
    c.output("y").set(i, sum, scale, static_cast<double>(i + 1));
  }
}
