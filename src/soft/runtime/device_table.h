// The devices that the library can be: one row an architecture. WAVELIFT_ARCH chooses; gfx90a is the default.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wavelift::hiprt {

struct DeviceRow {
  const char* arch;   // whose code it executes: "gfx90a"
  const char* target; // with features, as hipDeviceProp_t::gcnArchName says it
  int major, minor;
  int wave_size;
  int compute_units; // as multiProcessorCount says it: work group processors on gfx10 and later
  int clock_mhz, memory_clock_mhz, memory_bus_bits;
  size_t l2_bytes;
  // Occupancy, per SIMD of which a compute unit has `simds`
  int simds, max_waves, vgprs, vgpr_granule;
  bool unified_vgprs; // AGPRs are taken out of the same file
  int lds_granule;    // bytes
  int xccs;
  const char* name = nullptr; // what the device calls itself, where that is not arch (Hygon's cards)
};

// The row in use. An architecture that is not in the table is announced on stderr, once, and gfx90a taken.
const DeviceRow& device_row();

constexpr size_t kLdsBytes = 65536; // a workgroup, and a compute unit
constexpr int kMaxThreads = 1024;   // a workgroup

} // namespace wavelift::hiprt
