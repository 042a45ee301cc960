#include <cmath>
#include <wavelift_reference.h>

// Seven products, or six sums and two products: up to 8 roundings of the magnitudes together.
void reference(wavelift::Case& c) {
  const int64_t nx = c["nx"], ny = c["ny"], nz = c["nz"];
  const double* u = c.input("u").reals.data();
  auto at = [&](int64_t x, int64_t y, int64_t z) { return x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz ? 0 : u[(z * ny + y) * nx + x]; };
  for (int64_t z = 0; z < nz; ++z)
    for (int64_t y = 0; y < ny; ++y)
      for (int64_t x = 0; x < nx; ++x) {
        double sum = c.constant("centre") * at(x, y, z), scale = std::abs(sum);
        for (double v : {at(x - 1, y, z), at(x + 1, y, z), at(x, y - 1, z), at(x, y + 1, z), at(x, y, z - 1), at(x, y, z + 1)}) {
          sum += c.constant("side") * v;
          scale += c.constant("side") * std::abs(v);
        }
        c.output("v").set((z * ny + y) * nx + x, sum, scale, 8);
      }
}
