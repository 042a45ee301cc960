// The hash of the name table, shared by the generator and the lookup.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace wavelift::apimap {

inline uint32_t hash_name(std::string_view s) {
  uint64_t h = s.size() * 0x9E3779B97F4A7C15ull;
  const char* p = s.data();
  size_t n = s.size();
  auto mix = [&](uint64_t word) {
    h ^= word;
    h *= 0xD6E8FEB86659FD93ull;
    h ^= h >> 32;
  };
  for (; n >= 8; p += 8, n -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    mix(word);
  }
  uint64_t tail = 0;
  for (size_t k = 0; k < n; ++k) tail |= static_cast<uint64_t>(static_cast<unsigned char>(p[k])) << (8 * k);
  mix(tail);
  return static_cast<uint32_t>(h);
}

}  // namespace wavelift::apimap
