#include <wavelift_reference.h>

// One addition of two numbers of the type is the exact sum, rounded once: scale 0.
void reference(wavelift::Case& c) {
  const double *a = c.input("a").reals.data(), *b = c.input("b").reals.data();
  const int64_t* mask = c.input("mask").wholes.data();
  for (int64_t i = 0; i < c["n"]; ++i) c.output("y").set(i, mask[i] ? a[i] + b[i] : a[i]);
}
