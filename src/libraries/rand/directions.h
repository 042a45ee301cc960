// Sobol's direction vectors and scrambling constants for 20000 dimensions.
#pragma once
#include <cstdint>

namespace wavelift::libraries {

constexpr unsigned sobol_dimensions = 20000;

// The vectors of dimension d begin at [d * bits]; the most significant bit is that of one half. T is uint32_t or uint64_t.
template <class T> const T* direction_vectors();

// One constant a dimension.
template <class T> const T* scramble_constants();

}  // namespace wavelift::libraries
