#include <algorithm>
#include <cmath>
#include <wavelift_reference.h>

// However the sums are grouped, y[i] is one of i + 1 terms. Nobody adds more than 2^17 of them in a row: then come sums of sums, and
// a bound for millions in a row would not tell that thousands are missing.
void reference(wavelift::Case& c) {
  const double* x = c.input("x").reals.data();
  double sum = 0, scale = 0;
  for (int64_t i = 0; i < c["n"]; ++i) {
    sum += x[i];
    scale += std::abs(x[i]);
    c.output("y").set(i, sum, scale, static_cast<double>(std::min<int64_t>(i + 1, 1 << 17)));
  }
}
