// How far a wave's addresses reach.
#pragma once
#include "soft/isa/memory.h"
#include <utility>

namespace wavelift::soft::WAVE {

// Least and greatest element of `row` over the active lanes, of which there is at least one.
inline std::pair<uint32_t, uint32_t> extremes(const Wave& w, const uint32_t* row) {
  __m256i low = _mm256_set1_epi32(-1), high = _mm256_setzero_si256();
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i x = load8(row + i), on = load8(w.exec_rows.lane + i);
    high = _mm256_max_epu32(high, _mm256_and_si256(x, on));
    low = _mm256_min_epu32(low, _mm256_or_si256(x, _mm256_xor_si256(on, _mm256_set1_epi32(-1))));
  }
  auto fold = [](__m256i x, auto f) {
    __m128i y = f(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    y = f(y, _mm_shuffle_epi32(y, 0x4e));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(f(y, _mm_shuffle_epi32(y, 0xb1))));
  };
  return {fold(low, [](__m128i a, __m128i b) { return _mm_min_epu32(a, b); }),
          fold(high, [](__m128i a, __m128i b) { return _mm_max_epu32(a, b); })};
}

}  // namespace wavelift::soft::WAVE
