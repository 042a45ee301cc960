// What the reading of a kernel (wave_forms.cpp) knows of values and of the threads that run a statement. "The same"
// means: with warps of 32 lanes and with warps of 64.
#pragma once
#include <cstdint>
#include <optional>

namespace wavelift::analysis {

// Operations that join the values of lanes in any order.
enum class Join : uint8_t { none, add, multiply, smallest, largest, bit_and, bit_or, bit_xor };

// What a value or a condition changes with; a set of bits.
enum Dependence : uint8_t {
  on_nothing = 0,    // the same in all threads of a block
  on_thread = 1,     // a thread's number in its block
  on_item = 2,       // the item that the warp works on
  on_element = 4,    // the element of an item that the lane works on
};

struct WidthValue {
  enum class Is : uint8_t {
    plain,           // computed from the numbers of thread, item and element alone, whatever the width is
    thread,          // threadIdx.x
    block_index, block_size, grid_size,                  // blockIdx.x, blockDim.x, gridDim.x
    block_start,     // blockIdx.x * blockDim.x
    global_thread,   // the thread's number in the grid
    all_threads,     // gridDim.x * blockDim.x
    width,
    lane, warp,      // thread % width, thread / width
    warps,           // blockDim.x / width
    block_warps,     // blockIdx.x * warps
    global_warp,     // the warp's number in the grid
    all_warps,       // the number of warps in the grid
    part,            // what the lane has joined of its item's elements: joined over the warp's lanes it is plain
    total,           // of the warp's threads: joined over the block's warps it is plain
    totals,          // of the warp that has the lane's number, neutral in the lanes beyond
    loose_totals,    // the same with anything in the lanes beyond
    first_total,     // of warp 0
    prefix,          // of the warp's threads up to the own one
    prefixes,        // of the warps up to the one that has the lane's number; anything in the lanes beyond
    before,          // of all warps before the own one
    block_prefix,    // of the block's threads up to the own one, in all warps but the first
    other,           // depends on the width in no known way
  };
  Is is = Is::plain;
  Join join = Join::none;          // of part and what follows it above
  uint8_t on = on_nothing;         // of plain ones; and of prefix and before: what else was added
  bool lane0 = false, warp0 = false;  // holds in the first lane of each warp alone, in the first warp alone
  std::optional<double> number = {};  // where it is known

  friend bool operator==(const WidthValue&, const WidthValue&) = default;
};

// The threads that run a statement, compared with those that the function was called with.
struct Guard {
  bool lane0 = false, warp0 = false;  // the first lane of each warp, the first warp
  bool last_lane = false, later_warps = false;  // the last lane of each warp, all warps but the first
  bool below_warps = false;           // those whose number or lane is below the number of warps
  bool unknown = false;               // others that depend on the width
  uint8_t on = on_nothing;            // and what plain conditions depend on

  Guard& operator+=(const Guard& o) {
    lane0 |= o.lane0, warp0 |= o.warp0, last_lane |= o.last_lane, later_warps |= o.later_warps, below_warps |= o.below_warps, unknown |= o.unknown, on |= o.on;
    return *this;
  }
  bool special() const { return lane0 || warp0 || below_warps || last_lane || later_warps || unknown; }
  // Threads of which no more is known than that the width decides.
  bool vague() const { return below_warps || last_lane || later_warps || unknown; }
  friend bool operator==(const Guard&, const Guard&) = default;
};

// The threads for which a condition is true, and the others.
struct Split {
  Guard yes, no;
  bool one_thread = false;         // it is true for exactly one thread of the block
};

}  // namespace wavelift::analysis
