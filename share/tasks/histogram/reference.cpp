#include <wavelift_reference.h>

// Counts are exact: scale 0.
void reference(wavelift::Case& c) {
  const auto& keys = c.input("keys").wholes;
  const int64_t bins = c["bins"];
  std::vector<double> counts(static_cast<size_t>(bins));
  for (int64_t k : keys)
    if (k >= 0 && k < bins) ++counts[static_cast<size_t>(k)];
  for (int64_t k = 0; k < bins; ++k) c.output("counts").set(k, counts[static_cast<size_t>(k)]);
}
