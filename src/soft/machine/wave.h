// The state of one wavefront and of its workgroup, as the instruction semantics see it.
//
// Everything that depends on the number of lanes is compiled twice, with WAVE=wave32 and with WAVE=wave64, into
// namespaces of these names; such code says `namespace wavelift::soft::WAVE`. What does not depend on it is in
// wavelift::soft; engine.h is the door between the two.
#pragma once
#include <cstddef>
#include <cstdint>
#include <immintrin.h>

#if !defined(WAVE) || !defined(WAVE_SIZE)
#error "this header depends on the wave size: compile with -DWAVE=wave64 -DWAVE_SIZE=64, or wave32 and 32"
#endif

namespace wavelift::soft::WAVE {

inline constexpr int kLanes = WAVE_SIZE;
inline constexpr uint64_t kAllLanes = ~0ull >> (64 - kLanes);

// One vector register over the lanes of a wave.
struct alignas(64) Row {
  uint32_t lane[kLanes];
};

// Layout of a wave's vector file, in rows.
inline constexpr int kAgprBase = 256;   // a0
inline constexpr int kTempBase = 512;   // temporaries that lowering uses between the micro-ops of one instruction
inline constexpr int kRows = 544;

// Scalar file slots are the hardware's operand encodings.
inline constexpr int kFlatScratch = 102, kVcc = 106, kM0 = 124, kExec = 126;

// Flat addresses whose high dword equals one of these lie in LDS or in scratch; no host pointer does.
inline constexpr uint32_t kSharedApertureHi = 0x00010000, kPrivateApertureHi = 0x00020000;

// MODE's FP_ROUND and FP_DENORM bits: to nearest even, denormals kept; and the same with f32 denormals flushed, which
// fast-math flags ask for. Nothing else is modelled.
inline constexpr uint32_t kDefaultFloatMode = 0xF0, kFlushFloatMode = 0xC0;
inline bool is_modelled_float_mode(uint32_t mode) {
  return (mode & 0xff) == kDefaultFloatMode || (mode & 0xff) == kFlushFloatMode;
}

struct Op;
struct Workgroup;
struct WaveShadow;

enum class WaveState : uint8_t { running, barrier, yielded, ended, faulted };

struct alignas(64) Wave {
  Row* v = nullptr;              // kRows rows
  const Row* k = nullptr;        // the program's constants, each broadcast over two rows (low, high dword)
  const uint64_t* k_values = nullptr;   // the same once each, for what needs no more: row 2n is of value n
  alignas(8) uint32_t s[256];    // scalar file by encoding; 64-bit values are aligned pairs in memory order
  uint32_t scc = 0;
  WaveState state = WaveState::running;
  bool exec_full = false;        // all lanes are on
  uint64_t exec_shown = 0;       // EXEC as exec_rows and exec_full show it
  Row exec_rows;                 // ~0 or 0 a lane; follows EXEC (see refresh_exec)
  Row tmp[6];                    // broadcast scalars: sources a, b, c use rows 0-1, 2-3, 4-5
  uint64_t saved_exec = 0;       // EXEC around a DPP operation
  const Op* pc = nullptr;        // where to go on when it is not running
  uint32_t block_ordinal = 0;    // ordinal of the first instruction since the last transfer of control
  uint64_t instructions = 0;     // instructions executed up to there
  uint64_t budget = 0;           // the wave yields at a backward branch when instructions reaches it
  uint32_t polls = 0;            // accesses to memory that others may change meanwhile: atomics, coherent loads
  uint32_t turn = 0;             // drawn schedules: memory instructions until the wave yields
  Workgroup* group = nullptr;
  uint8_t* lds = nullptr;        // the workgroup's LDS
  uint32_t lds_size = 0;         // bytes
  uint8_t* scratch = nullptr;    // this wave's private memory; see scratch_at
  uint32_t scratch_size = 0;     // bytes a lane
  uint32_t mode = kDefaultFloatMode;          // MODE register: FP_ROUND bits 3:0, FP_DENORM bits 7:4, ...
  uint32_t id_in_group = 0;      // wave number in its workgroup
  WaveShadow* shadow = nullptr;   // what the check `init` knows of the registers
  // Coalesced loads, by their instructions' ordinals: the address of the last one and its distance from the one before.
  struct Stream {
    uintptr_t last = 0;
    intptr_t step = 0;
  } streams[16];
  const char* fault = nullptr;   // what went wrong; static text
  uint64_t fault_address = 0;

  uint64_t exec() const { return mask(kExec); }
  uint64_t s64(int i) const { return s[i] | static_cast<uint64_t>(s[i + 1]) << 32; }
  void set_s64(int i, uint64_t x) {
    s[i] = static_cast<uint32_t>(x);
    s[i + 1] = static_cast<uint32_t>(x >> 32);
  }
  // A lane mask: a register pair in wave64, one register in wave32. Bits above the lanes are 0.
  uint64_t mask(int i) const {
    if constexpr (kLanes == 64) return s64(i);
    else return s[i];
  }
  void set_mask(int i, uint64_t x) {
    if constexpr (kLanes == 64) set_s64(i, x);
    else s[i] = static_cast<uint32_t>(x);
  }

  // Private memory is interleaved by dword over the lanes, as the swizzled buffer descriptor of gfx9 lays it out.
  // `offset` is the byte offset in one lane's private segment; bytes of one dword are contiguous, dwords are not.
  uint8_t* scratch_at(uint32_t offset, int lane) {
    return scratch + (static_cast<size_t>(offset >> 2) * kLanes + static_cast<size_t>(lane)) * 4 + (offset & 3);
  }
};

// Makes the host's vector unit flush f32 denormals, or keep them, as MODE says. It has one switch for both precisions:
// f64 denormals are flushed along with the others. The machine puts the host's own setting back when the wave stops.
inline void apply_float_mode(const Wave& w) {
  constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x0040;
  unsigned csr = _mm_getcsr() & ~(kFlushToZero | kDenormalsAreZero);
  _mm_setcsr((w.mode & 0xff) == kFlushFloatMode ? csr | kFlushToZero | kDenormalsAreZero : csr);
}

// Makes exec_rows and exec_full follow EXEC. Lowering appends it to every instruction that writes EXEC.
inline void refresh_exec(Wave& w) {
  uint64_t e = w.exec();
  if (e == w.exec_shown) return;   // conditions that hold for all lanes or for none are common
  w.exec_shown = e;
  w.exec_full = e == kAllLanes;
  for (int half = 0; half < kLanes; half += 32) {
    uint32_t bits = static_cast<uint32_t>(e >> half);
    for (int i = 0; i < 32; ++i) w.exec_rows.lane[half + i] = 0u - ((bits >> i) & 1u);
  }
}

}  // namespace wavelift::soft::WAVE
