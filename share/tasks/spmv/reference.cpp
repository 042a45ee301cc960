#include <cmath>
#include <wavelift_reference.h>

// Each row is a sum of as many products as it has elements; an empty one is exactly 0.
void reference(wavelift::Case& c) {
  const int64_t *offsets = c.input("offsets").wholes.data(), *columns = c.input("columns").wholes.data();
  const double *values = c.input("values").reals.data(), *x = c.input("x").reals.data();
  for (int64_t r = 0; r < c["rows"]; ++r) {
    double sum = 0, scale = 0;
    for (int64_t k = offsets[r]; k < offsets[r + 1]; ++k) {
      sum += values[k] * x[columns[k]];
      scale += std::abs(values[k] * x[columns[k]]);
    }
    c.output("y").set(r, sum, scale, static_cast<double>(offsets[r + 1] - offsets[r]));
  }
}
