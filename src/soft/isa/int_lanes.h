// What the integer instruction families share beyond lanes.h.
#pragma once
#include "soft/isa/lanes.h"
#include <algorithm>

namespace wavelift::soft {

// The saturating form when the instruction carries the clamp modifier.
template <Handler Wrap, Handler Saturate> const Op* clampable(Wave& w, const Op* op) {
  return op->flags & kClamp ? Saturate(w, op) : Wrap(w, op);
}

// A lane mask as 0 or ~0 a lane. The row lies in w.tmp[6] until the next call.
inline const uint32_t* spread_mask(Wave& w, uint64_t mask) {
  const __m256i to_sign = _mm256_setr_epi32(31, 30, 29, 28, 27, 26, 25, 24);
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i bits = _mm256_set1_epi32(static_cast<int>(mask >> i & 0xff));
    const __m256i x = _mm256_srai_epi32(_mm256_sllv_epi32(bits, to_sign), 31);
    _mm256_store_si256(reinterpret_cast<__m256i*>(w.tmp[6].lane + i), x);
  }
  return w.tmp[6].lane;
}

template <class T> T least_of_three(T a, T b, T c) { return std::min(std::min(a, b), c); }
template <class T> T greatest_of_three(T a, T b, T c) { return std::max(std::max(a, b), c); }
template <class T> T middle_of_three(T a, T b, T c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

}  // namespace wavelift::soft
