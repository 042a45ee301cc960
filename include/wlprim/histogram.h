// Device-wide histograms: per block in LDS where the bins fit, by global atomics where not.
#ifndef WLPRIM_HISTOGRAM_H
#define WLPRIM_HISTOGRAM_H

#include "config.h"

namespace wlprim {

constexpr unsigned most_channels = 4, bins_in_lds = 8192;

// Where the samples lie: rows of pixels of `channels` samples each; rows are `row_step` samples apart.
struct histogram_shape {
  size_t pixels_in_row, rows, row_step;
  unsigned channels;
};

// Rule gives sample -> bin, -1 for none; one a counted channel.
template <unsigned active, class In, class Counter, class Rule> struct histogram_job {
  In in;
  histogram_shape shape;
  Counter* out[active];
  Rule rule[active];
  unsigned bins[active];
};

template <unsigned active, class In, class Counter, class Rule>
__global__ void __launch_bounds__(block_threads)
    count_samples(histogram_job<active, In, Counter, Rule> job, bool in_lds) {
  extern __shared__ unsigned wlprim_histogram_bins[];
  unsigned* lds = wlprim_histogram_bins;
  unsigned first_bin[active], all = 0;
#pragma unroll
  for (unsigned c = 0; c < active; ++c) {
    first_bin[c] = all;
    all += job.bins[c];
  }
  if (in_lds)
    for (unsigned b = threadIdx.x; b < all; b += block_threads) lds[b] = 0;
  __syncthreads();
  const size_t pixels = job.shape.pixels_in_row * job.shape.rows;
  for (size_t p = blockIdx.x * size_t(block_threads) + threadIdx.x; p < pixels;
       p += gridDim.x * size_t(block_threads)) {
    const size_t row = job.shape.rows > 1 ? p / job.shape.pixels_in_row : 0;
    const size_t at = row * job.shape.row_step + (p - row * job.shape.pixels_in_row) * job.shape.channels;
#pragma unroll
    for (unsigned c = 0; c < active; ++c) {
      const int bin = job.rule[c](job.in[at + c]);
      if (bin < 0) continue;
      if (in_lds)
        __hip_atomic_fetch_add(&lds[first_bin[c] + bin], 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
      else
        atomicAdd(&job.out[c][bin], Counter(1));
    }
  }
  __syncthreads();
  if (!in_lds) return;
#pragma unroll
  for (unsigned c = 0; c < active; ++c)
    for (unsigned b = threadIdx.x; b < job.bins[c]; b += block_threads)
      if (unsigned n = lds[first_bin[c] + b]) atomicAdd(&job.out[c][b], static_cast<Counter>(n));
}

template <unsigned active, class In, class Counter, class Rule>
hipError_t histogram(const histogram_job<active, In, Counter, Rule>& job, hipStream_t stream) {
  unsigned all = 0;
  for (unsigned c = 0; c < active; ++c) {
    all += job.bins[c];
    if (hipError_t e = hipMemsetAsync(job.out[c], 0, job.bins[c] * sizeof(Counter), stream); e != hipSuccess)
      return e;
  }
  const size_t pixels = job.shape.pixels_in_row * job.shape.rows;
  if (pixels == 0) return hipSuccess;
  const bool in_lds = all <= bins_in_lds;
  const unsigned blocks =
      static_cast<unsigned>(smaller(ceil_div(pixels, size_t(block_threads * 16)), size_t(128)));
  count_samples<<<blocks, block_threads, in_lds ? all * sizeof(unsigned) : 0, stream>>>(job, in_lds);
  return hipGetLastError();
}

} // namespace wlprim

#endif
