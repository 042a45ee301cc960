// Draws that are the same on every machine: std::mt19937_64 is fixed by the standard, its distributions are not.
#pragma once
#include "base/splitmix.h"
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace wavelift::judge {

class Random {
public:
  explicit Random(uint64_t seed) : engine_(splitmix(seed)) {}

  uint64_t next() { return engine_(); }
  bool coin() { return engine_() >> 63; }
  // 0 to n - 1.
  size_t below(size_t n) { return static_cast<size_t>(static_cast<unsigned __int128>(engine_()) * n >> 64); }
  // In [0, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  // Mean 0, standard deviation 1 (Box and Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  // Mean 1.
  double exponential() { return -std::log1p(-uniform()); }

private:
  std::mt19937_64 engine_;
};

}  // namespace wavelift::judge
