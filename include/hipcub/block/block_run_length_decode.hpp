// BlockRunLengthDecode: runs written out as items, a window of the decoded sequence at a time.
#ifndef HIPCUB_BLOCK_BLOCK_RUN_LENGTH_DECODE_HPP_
#define HIPCUB_BLOCK_BLOCK_RUN_LENGTH_DECODE_HPP_

#include "../thread/thread_reduce.hpp"
#include "block_scan.hpp"

namespace hipcub {

template <class ItemT, class OffsetT, int RUNS, class ScanStorage> struct block_run_length_storage {
  wlprim::raw_array<ItemT, RUNS> items;
  OffsetT offsets[RUNS];
  ScanStorage scan;
};

template <class ItemT, int BLOCK_DIM_X, int RUNS_PER_THREAD, int DECODED_ITEMS_PER_THREAD,
          class DecodedOffsetT = unsigned, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockRunLengthDecode {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, runs = threads * RUNS_PER_THREAD;
  using scan = BlockScan<DecodedOffsetT, BLOCK_DIM_X, BLOCK_SCAN_RAKING, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

public:
  using TempStorage = block_run_length_storage<ItemT, DecodedOffsetT, runs, typename scan::TempStorage>;

private:
  TempStorage& storage;
  template <class Offset>
  WLPRIM_DEVICE void keep(ItemT (&items)[RUNS_PER_THREAD], Offset (&offsets)[RUNS_PER_THREAD]) {
#pragma unroll
    for (int j = 0; j < RUNS_PER_THREAD; ++j) {
      storage.items[tid * RUNS_PER_THREAD + j] = items[j];
      storage.offsets[tid * RUNS_PER_THREAD + j] = static_cast<DecodedOffsetT>(offsets[j]);
    }
    __syncthreads();
  }

public:
  template <class Length, class Total>
  WLPRIM_DEVICE BlockRunLengthDecode(TempStorage& temporary, ItemT (&unique_items)[RUNS_PER_THREAD],
                                     Length (&run_lengths)[RUNS_PER_THREAD], Total& total_decoded_size)
      : storage(temporary) {
    DecodedOffsetT offsets[RUNS_PER_THREAD], total;
#pragma unroll
    for (int j = 0; j < RUNS_PER_THREAD; ++j) offsets[j] = static_cast<DecodedOffsetT>(run_lengths[j]);
    scan(storage.scan).ExclusiveSum(offsets, offsets, total);
    total_decoded_size = static_cast<Total>(total);
    keep(unique_items, offsets);
  }
  template <class Offset>
  WLPRIM_DEVICE BlockRunLengthDecode(TempStorage& temporary, ItemT (&unique_items)[RUNS_PER_THREAD],
                                     Offset (&run_offsets)[RUNS_PER_THREAD])
      : storage(temporary) {
    keep(unique_items, run_offsets);
  }

  // Decoded items from `from` on, and each one's place in its run.
  template <class Place>
  WLPRIM_DEVICE void RunLengthDecode(ItemT (&decoded_items)[DECODED_ITEMS_PER_THREAD],
                                     Place (&item_offsets)[DECODED_ITEMS_PER_THREAD],
                                     DecodedOffsetT from = 0) {
#pragma unroll
    for (int j = 0; j < DECODED_ITEMS_PER_THREAD; ++j) {
      const DecodedOffsetT at = from + static_cast<DecodedOffsetT>(tid * DECODED_ITEMS_PER_THREAD + j);
      const int run = UpperBound(static_cast<const DecodedOffsetT*>(storage.offsets), runs, at) - 1;
      decoded_items[j] = storage.items[run];
      item_offsets[j] = static_cast<Place>(at - storage.offsets[run]);
    }
  }
  WLPRIM_DEVICE void RunLengthDecode(ItemT (&decoded_items)[DECODED_ITEMS_PER_THREAD],
                                     DecodedOffsetT from = 0) {
    DecodedOffsetT places[DECODED_ITEMS_PER_THREAD];
    RunLengthDecode(decoded_items, places, from);
  }
};

} // namespace hipcub

#endif
