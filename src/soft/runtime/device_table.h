// What the device is that the library plays: a card of the hardware database. WAVELIFT_ARCH chooses; gfx90a is the default.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wavelift::hiprt {

struct DeviceRow {
  const char* arch = nullptr;     // whose code it executes: "gfx90a"
  const char* target = nullptr;   // with features, as hipDeviceProp_t::gcnArchName says it
  int major = 0, minor = 0;
  int wave_size = 0;
  int compute_units = 0;          // as multiProcessorCount says it: workgroup processors on gfx10 and later
  int clock_mhz = 0, memory_clock_mhz = 0, memory_bus_bits = 0;
  size_t l2_bytes = 0;
  // Occupancy, per SIMD of which a compute unit has `simds`
  int simds = 0, max_waves = 0, vgprs = 0, vgpr_granule = 0;
  bool unified_vgprs = false;     // AGPRs are taken out of the same file
  int lds_granule = 0;            // bytes
  int xccs = 1;
  const char* name = nullptr;     // what the device calls itself, where that is not arch (Hygon's cards)
};

// The row in use. A name that is no target is announced on stderr, once, and gfx90a taken.
const DeviceRow& device_row();

constexpr size_t kLdsBytes = 65536; // a workgroup, and a compute unit
constexpr int kMaxThreads = 1024;   // a workgroup

} // namespace wavelift::hiprt
