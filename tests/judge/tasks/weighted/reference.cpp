#include <wavelift_reference.h>

void reference(wavelift::Case& c) {
  for (int64_t i = 0; i < c["n"]; ++i) c.output("y").set(i, c.input("x")[i] * c.input("w")[i]);
}
