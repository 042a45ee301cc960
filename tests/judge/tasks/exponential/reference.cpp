#include <cmath>
#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  const auto& x = c.input("x");
  for (int64_t i = 0; i < c["n"]; ++i) c.output("y").set(i, std::exp(x[i]));
}
