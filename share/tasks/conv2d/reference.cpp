#include <algorithm>
#include <cmath>
#include <wavelift_reference.h>

// Each output is a sum of 9 * channels products, those with the padding being 0. (Winograd's way rounds transformed inputs, whose
// errors have another size: it is not what this task asks for.)
void reference(wavelift::Case& c) {
  const int64_t images = c["images"], channels = c["channels"], filters = c["filters"], height = c["height"], width = c["width"], pad = c["pad"], stride = c["stride"];
  const int64_t rows = (height + 2 * pad - 3) / stride + 1, cols = (width + 2 * pad - 3) / stride + 1;
  const double *x = c.input("x").reals.data(), *w = c.input("w").reals.data();
  std::vector<double> sums(static_cast<size_t>(cols)), scales(sums.size()), padded(static_cast<size_t>(width + 2 * pad));
  double *sum = sums.data(), *scale = scales.data(), *row = padded.data();
  for (int64_t n = 0; n < images; ++n)
    for (int64_t f = 0; f < filters; ++f)
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < cols; ++j) sum[j] = scale[j] = 0;
        for (int64_t k = 0; k < channels; ++k)
          for (int64_t a = 0; a < 3; ++a) {
            const int64_t y = i * stride + a - pad;
            if (y < 0 || y >= height) continue;
            std::copy_n(x + ((n * channels + k) * height + y) * width, width, row + pad);
            for (int64_t b = 0; b < 3; ++b) {
              const double weight = w[((f * channels + k) * 3 + a) * 3 + b];
              for (int64_t j = 0; j < cols; ++j) {
                const double p = weight * row[j * stride + b];
                sum[j] += p;
                scale[j] += std::abs(p);
              }
            }
          }
        for (int64_t j = 0; j < cols; ++j) c.output("y").set(((n * filters + f) * rows + i) * cols + j, sum[j], scale[j], 9 * static_cast<double>(channels));
      }
}
