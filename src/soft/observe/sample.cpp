#include "soft/observe/sample.h"
#include <algorithm>
#include <cstdlib>

namespace wavelift::soft {

uint64_t sample_size() {
  static const uint64_t size = [] {
    const char* text = std::getenv("WAVELIFT_PROFILE_GROUPS");
    return text ? std::strtoull(text, nullptr, 10) : 0;
  }();
  return size;
}

uint64_t sample_l1_kib() {
  static const uint64_t kib = [] {
    const char* text = std::getenv("WAVELIFT_PROFILE_L1");
    return text ? std::strtoull(text, nullptr, 10) : 0;
  }();
  return kib;
}

std::vector<uint64_t> sample_of(Dim3 b, uint64_t size) {
  const uint64_t total = uint64_t(b.x) * b.y * b.z;
  if (size == 0 || total <= size) return {};
  auto number = [&](uint64_t x, uint64_t y, uint64_t z) { return x + b.x * (y + b.y * z); };
  const uint64_t x = (b.x - 1) / 2, y = (b.y - 1) / 2, z = (b.z - 1) / 2;
  std::vector<uint64_t> all = {number(x, y, z)};
  if (b.x > 1) all.push_back(number(x + 1, y, z));
  if (b.y > 1) all.push_back(number(x, y + 1, z));
  if (b.z > 1) all.push_back(number(x, y, z + 1));
  // In each of equal parts of the grid one, at a place that moves by the golden section, so that no column is left out.
  const uint64_t others = size > all.size() ? size - all.size() : 0;
  for (uint64_t i = 0; i < others; ++i) {
    const uint64_t from = total * i / others, to = total * (i + 1) / others;
    const double part = 0.5 + 0.6180339887498949 * static_cast<double>(i);
    all.push_back(from + static_cast<uint64_t>((part - static_cast<double>(static_cast<uint64_t>(part))) * static_cast<double>(to - from)));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace wavelift::soft
