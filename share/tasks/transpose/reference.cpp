#include <wavelift_reference.h>

// Nothing is computed: scale 0, the value itself.
void reference(wavelift::Case& c) {
  const int64_t rows = c["rows"], cols = c["cols"];
  const double* x = c.input("x").reals.data();
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < cols; ++j) c.output("y").set(j * rows + i, x[i * cols + j]);
}
