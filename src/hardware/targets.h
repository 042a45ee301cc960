// The GPU database: what each target is, for the compiler driver, the software GPU and the time model.
#pragma once
#include "base/error.h"
#include <span>
#include <string>
#include <string_view>

namespace wavelift::hardware {

enum class Vendor { amd, hygon };

struct Target {
  std::string_view name;        // gfx90a
  std::string_view product;     // a card that carries it
  Vendor vendor;
  std::string_view compile_as;  // the architecture that upstream clang knows; the target itself for AMD's
  int compute_units;
  int simds_per_cu;
  int wave_size;                // lanes of a wavefront that HIP programs get by default
  int max_waves_per_simd;
  int vgprs_per_simd_lane;      // vector registers a SIMD holds for each lane (with AGPRs where unified)
  int vgpr_granule;             // registers are given out in multiples of this
  int lds_bytes;                // LDS a workgroup can use
  int lds_granule;              // bytes
  int clock_mhz;                // peak
  int l2_kib;                   // of one die
  int cache_line;               // bytes, L2
  int memory_gib;
  int bandwidth_gbs;            // device memory, 1e9 bytes/s
  double fp32_tflops;           // vector, peak
  double fp64_tflops;           // vector, peak
  // What the software GPU leaves out of this card, for messages; empty when it executes the card's own code.
  std::string_view not_modelled;
  bool verified;                // false: not checked against a source; right for orderings, not for absolute times
};

// Every target, AMD's first, in the order of their names.
std::span<const Target> targets();

// The row of a name such as "gfx90a"; feature suffixes (gfx90a:xnack-) are ignored. Null when there is none.
const Target* find_target(std::string_view name);

// The target that programs are compiled for and run on when nobody names one: $WAVELIFT_ARCH, else gfx90a.
// Errors: usage when the variable names no target.
Result<const Target*> default_target();

// "gfx936 (Hygon BW1000) is run as gfx906: ..., are not modelled" for a target whose own code is not executed; else empty.
std::string modelling_note(const Target& target);

// "gfx906, gfx908, ..." for messages.
std::string target_names();

}  // namespace wavelift::hardware
