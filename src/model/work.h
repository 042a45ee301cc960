// What one launch of a kernel does, in the numbers that its time depends on. Where they come from: profile_work.h (the software GPU ran
// it), static_work.h (its code alone).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wavelift::model {

// Wave instructions by what they cost. A packed or dual instruction is one of its class and one of `second`.
enum class Class : uint8_t { f32, f64, half, integer, convert, transcendental, move, matrix, scalar, scalar_load, branch, lds, load, store, atomic, barrier };
inline constexpr size_t kClasses = 16;
inline constexpr std::string_view kClassNames[kClasses] = {"f32", "f64", "half", "integer", "convert", "transcendental", "move", "matrix", "scalar",
                                                           "scalar_load", "branch", "lds", "load", "store", "atomic", "barrier"};

// Types of matrix instructions, by their sources.
enum class MatrixType : uint8_t { f64, f32, f16, bf16, f8, i8 };
inline constexpr size_t kMatrixTypes = 6;

// A place where a wave stops until data are there. Loads that are waited for together are one wait.
struct Wait {
  enum class Kind : uint8_t { memory, lds, scalar };
  Kind kind = Kind::memory;
  double times = 0;              // a wave
  double issued = 0;             // instructions of the wave between the oldest of the loads and the wait
  double l1_hits = 0;            // part of the loads' requests that L1 serves
};

// What the workgroups touch of one buffer. See soft/observe/footprint.h.
struct Footprint {
  std::string name;
  double read_bytes = 0, written_bytes = 0;   // a workgroup, each sector of 32 bytes once
  std::array<double, 3> fresh = {1, 1, 1};    // part of it that is new to a neighbour in x, y, z
  double span = 0;               // bytes from the first to the last that is touched
};

// What any compiler's code for the same kernel does equally often: bytes that a wave's instructions move with all lanes on, operations, barriers.
enum class Alike : uint8_t { load_bytes, store_bytes, lds_load_bytes, lds_store_bytes, atomics, barriers, flops, transcendental };
inline constexpr size_t kAlikes = 8;

struct Work {
  std::string kernel, symbol;    // demangled; as the code object has it
  std::string arch;              // whose instructions are counted: "gfx90a"
  std::array<double, 3> grid = {1, 1, 1};
  double threads = 1;            // of a workgroup
  int wave_size = 64;            // lanes of the waves that were counted
  // Of a lane, a wave, a workgroup; as the compiler gives them.
  int vgprs = 0, agprs = 0, sgprs = 0, lds_bytes = 0, scratch_bytes = 0;
  bool dynamic = false;          // it ran; else its loops are counted once
  bool native = true;            // the registers and instructions are the named card's own, or a relative's
  bool sampled = false;          // some of the workgroups ran
  bool footprints_known = false;

  // Of a workgroup, on average.
  std::array<double, kClasses> count{};
  double second = 0;             // second operations of packed and dual f32 instructions
  std::array<double, kMatrixTypes> matrix_flops{};
  double lds_cycles = 0, lds_conflict_cycles = 0;   // in which LDS banks are busy
  double lds_paired = 0;         // part of the passes of wide LDS loads whose lanes come in pairs with one address
  double requests = 0;           // global and scratch
  double store_sectors = 0;      // of `sectors`, those of stores and atomics
  double sectors = 0, lines64 = 0, lines128 = 0;    // of 32, 64, 128 bytes, a request's own
  double l1_hits = 0;            // part of the lookups
  double load_bytes = 0, store_bytes = 0;
  double store_lines = 0;        // of `lines128`, those of stores and atomics
  double atomic_turns = 0, atomic_lanes = 0;        // global ones: the longest row of lanes on one address, by requests; all lanes
  std::vector<Wait> waits;
  std::vector<Footprint> footprints;
  std::array<double, kAlikes> alike{};   // a lane of a wave
  double local_cycles = 0;       // of the L1 for spills, where the card's own code tells
  double stall = 0;              // cycles between an instruction and the next of its wave, on average, as the card's own code says; 0: not known
  double dram_bytes = 0;         // of the whole launch, as the profiler's L2 saw them; of use where all workgroups ran

  double groups() const { return grid[0] * grid[1] * grid[2]; }
  double of(Class c) const { return count[static_cast<size_t>(c)]; }
  double& of(Class c) { return count[static_cast<size_t>(c)]; }
  double instructions() const {
    double n = 0;
    for (double c : count) n += c;
    return n;
  }
};

}  // namespace wavelift::model
