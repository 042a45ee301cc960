#include <cmath>
#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  const double a = c.constant("a");
  for (int64_t i = 0; i < c["n"]; ++i) {
    const double p = a * c.input("x")[i], y = c.input("y")[i];
    c.output("y").set(i, p + y, std::abs(p) + std::abs(y), 2);
  }
}
