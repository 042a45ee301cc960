#include "proof/values.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::proof {

namespace {

template <class T> T at(std::span<const std::byte> data, size_t i) {
  T v;
  std::memcpy(&v, data.data() + i * sizeof v, sizeof v);
  return v;
}

// Zero, infinite, or between 2^-60 and 2^60: other words are seldom meant as numbers of this type.
template <class T> bool usual(T v) { return v == 0 || std::isinf(v) || (std::abs(v) > T(0x1p-60) && std::abs(v) < T(0x1p60)); }

template <class T> bool looks_like(std::span<const std::byte> data) {
  const size_t n = data.size() / sizeof(T);
  if (n == 0 || data.size() % sizeof(T) != 0) return false;
  size_t fit = 0, zero = 0;
  for (size_t i = 0; i < n; ++i) fit += usual(at<T>(data, i)), zero += at<T>(data, i) == 0;
  return zero < n && fit * 10 >= n * 9;
}

template <class T> Values of_floats(std::span<const std::byte> a, std::span<const std::byte> b, NumberType type, double tolerance) {
  Values v;
  v.type = type;
  v.elements = a.size() / sizeof(T);
  double scale = 0;
  for (size_t i = 0; i < v.elements; ++i)
    if (double x = std::abs(double(at<T>(a, i))); std::isfinite(x)) scale = std::max(scale, x);
  bool beyond = false;
  for (size_t i = 0; i < v.elements; ++i) {
    if (std::memcmp(a.data() + i * sizeof(T), b.data() + i * sizeof(T), sizeof(T)) == 0) continue;
    ++v.differing;
    const double x = double(at<T>(a, i)), y = double(at<T>(b, i));
    double relative = 0;
    if (std::isfinite(x) && std::isfinite(y)) {
      if (x != y) relative = std::abs(x - y) / std::max({std::abs(x), std::abs(y), scale * 1e-3});
    } else if (!(std::isnan(x) && std::isnan(y))) {
      relative = INFINITY;
    }
    v.largest = std::max(v.largest, relative);
    if (relative > tolerance && !beyond) {
      beyond = true;
      v.first = i;
      v.a = fmt::format("{:.9g}", x);
      v.b = fmt::format("{:.9g}", y);
    }
  }
  v.close = !beyond;
  return v;
}

Values of_integers(std::span<const std::byte> a, std::span<const std::byte> b) {
  auto all = [&]<class T>(T) {
    Values v;
    v.elements = a.size() / sizeof(T);
    for (size_t i = 0; i < v.elements; ++i) {
      const T x = at<T>(a, i), y = at<T>(b, i);
      if (x == y) continue;
      if (v.differing++ == 0) {
        v.first = i;
        v.a = fmt::format("{}", x);
        v.b = fmt::format("{}", y);
      }
    }
    v.close = v.differing == 0;
    return v;
  };
  return a.size() % sizeof(int32_t) == 0 ? all(int32_t()) : all(uint8_t());
}

}  // namespace

Values compare_values(std::span<const std::byte> a, std::span<const std::byte> b) {
  if (looks_like<float>(a) && looks_like<float>(b)) return of_floats<float>(a, b, NumberType::float32, float32_tolerance);
  if (looks_like<double>(a) && looks_like<double>(b)) return of_floats<double>(a, b, NumberType::float64, float64_tolerance);
  return of_integers(a, b);
}

}  // namespace wavelift::proof
