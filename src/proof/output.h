// What programs print.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace wavelift::proof {

// What a self-checking program's output says.
enum class Says { pass, fail, nothing };
Says outcome_of(std::string_view output);

struct Difference {
  std::string first;   // a sentence; empty when the outputs agree
  size_t timings = 0;  // lines whose figures were not compared, since they speak of time or speed
};

// Largest relative difference of two printed fractions that are taken for equal: that of sums of floats in another order.
constexpr double text_tolerance = 1e-4;

// Compares outputs line by line, blanks at line ends and empty lines at the end aside.
Difference compare_output(std::string_view expected, std::string_view got);

}  // namespace wavelift::proof
