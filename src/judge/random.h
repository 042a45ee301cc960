// Draws that are the same on every machine: std::mt19937_64 is fixed by the standard, its distributions are not.
#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace wavelift::judge {

// SplitMix64's output function (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): numbers that follow each other
// give unrelated ones.
constexpr uint64_t splitmix(uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

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
