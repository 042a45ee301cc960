#include <cmath>
#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  double sum = 0, scale = 0;
  for (int64_t i = 0; i < c["n"]; ++i) {
    sum += c.input("x")[i];
    scale += std::abs(c.input("x")[i]);
  }
  c.output("sum").set(0, sum, scale, static_cast<double>(c["n"]));
}
