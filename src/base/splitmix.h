// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#pragma once
#include <cstdint>

namespace wavelift {

inline constexpr uint64_t splitmix_step = 0x9e3779b97f4a7c15;

// Numbers that follow each other give unrelated ones.
constexpr uint64_t splitmix(uint64_t z) {
  z += splitmix_step;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// The next draw of the stream whose state is `state`, which at first is its seed.
constexpr uint64_t next_splitmix(uint64_t& state) {
  const uint64_t drawn = splitmix(state);
  state += splitmix_step;
  return drawn;
}

}  // namespace wavelift
