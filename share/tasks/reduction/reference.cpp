#include <algorithm>
#include <cmath>
#include <wavelift_reference.h>

// Nobody adds more than 2^17 numbers in a row: then come sums of sums, and a bound for millions in a row would not tell that
// thousands are missing.
void reference(wavelift::Case& c) {
  double sum = 0, scale = 0;
  for (int64_t i = 0; i < c["n"]; ++i) {
    sum += c.input("x")[i];
    scale += std::abs(c.input("x")[i]);
  }
  c.output("sum").set(0, sum, scale, static_cast<double>(std::min<int64_t>(c["n"], 1 << 17)));
}
