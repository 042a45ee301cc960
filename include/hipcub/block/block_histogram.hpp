// BlockHistogram: how often each bin occurs among a block's items.
#ifndef HIPCUB_BLOCK_BLOCK_HISTOGRAM_HPP_
#define HIPCUB_BLOCK_BLOCK_HISTOGRAM_HPP_

#include "block_common.hpp"

namespace hipcub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_ATOMIC, BLOCK_HISTO_SORT };

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int ARCH = 1>
class BlockHistogram {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

public:
  struct TempStorage {};
  WLPRIM_DEVICE BlockHistogram() {}
  WLPRIM_DEVICE explicit BlockHistogram(TempStorage&) {}
  template <class Counter> WLPRIM_DEVICE void InitHistogram(Counter (&histogram)[BINS]) {
    for (int b = static_cast<int>(tid); b < BINS; b += threads) histogram[b] = 0;
  }
  // By atomic additions; the histogram may lie in LDS or in global memory.
  template <class Counter>
  WLPRIM_DEVICE void Composite(T (&items)[ITEMS_PER_THREAD], Counter (&histogram)[BINS]) {
#pragma unroll
    for (int j = 0; j < ITEMS_PER_THREAD; ++j)
      atomicAdd(&histogram[static_cast<unsigned>(items[j])], Counter(1));
  }
  template <class Counter>
  WLPRIM_DEVICE void Histogram(T (&items)[ITEMS_PER_THREAD], Counter (&histogram)[BINS]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
};

} // namespace hipcub

#endif
