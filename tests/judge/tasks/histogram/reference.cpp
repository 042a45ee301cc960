#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  std::vector<double> count(64);
  for (int64_t i = 0; i < c["n"]; ++i) ++count.at(static_cast<size_t>(c.input("x").whole(i)));
  for (int64_t k = 0; k < 64; ++k) c.output("count").set(k, count[static_cast<size_t>(k)]);
}
