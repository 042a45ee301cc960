// Two buffers of the same size, value by value.
#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace wavelift::proof {

// What the elements look like: nine in ten have the exponent of a usual number, else they are taken for whole numbers of 32 bits.
enum class NumberType { float32, float64, integer };

// Largest relative difference, to the larger of both values and a thousandth of the buffer's largest, that is taken for rounding.
// Halves in pairs look like float32; their differences are large enough to be seen as such.
constexpr double float32_tolerance = 1e-5, float64_tolerance = 1e-12;

struct Values {
  NumberType type = NumberType::integer;
  size_t elements = 0, differing = 0;  // differing: in any bit
  bool close = false;                  // all within the tolerance; whole numbers never are
  double largest = 0;                  // relative difference, as above
  size_t first = 0;                    // the first element beyond the tolerance
  std::string a, b;                    // its values
};

// `a` and `b` have the same size.
Values compare_values(std::span<const std::byte> a, std::span<const std::byte> b);

}  // namespace wavelift::proof
