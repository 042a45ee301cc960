#include "soft/runtime/device_table.h"
#include "hardware/targets.h"
#include "soft/runtime/api.h"
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace wavelift::hiprt {
namespace {

using hardware::Key;

// Of "gfx90a": 9 and 0; of "gfx1100": 11 and 0.
int major_of(std::string_view arch) {
  int major = 0;
  for (char c : arch.substr(3, arch.size() - 5)) major = 10 * major + (c - '0');
  return major;
}
int minor_of(std::string_view arch) { return arch[arch.size() - 2] - '0'; }

DeviceRow row_of(const hardware::Target& t) {
  const hardware::Spec& s = *hardware::find_spec(t.name);
  const bool own = t.compile_as == t.name;
  const int cus_per_unit = s.whole(Key::cus_per_unit);
  DeviceRow r;
  r.arch = t.compile_as.data();
  r.target = t.name.data();
  static std::string& features = *new std::string;   // as long as the process
  // Instinct cards have error correction in their memory, and the compiler is told.
  if (own && t.wave_size == 64) r.target = (features = fmt::format("{}:sramecc+:xnack-", t.name)).c_str();
  r.major = major_of(t.name), r.minor = minor_of(t.name);
  r.wave_size = t.wave_size;
  r.compute_units = t.compute_units / cus_per_unit;
  r.clock_mhz = t.clock_mhz;
  r.memory_clock_mhz = s.whole(Key::memory_clock_mhz);
  r.memory_bus_bits = s.whole(Key::memory_bus_bits);
  r.l2_bytes = static_cast<size_t>(t.l2_kib) << 10;
  r.simds = t.simds_per_cu * cus_per_unit;
  r.max_waves = t.max_waves_per_simd;
  r.vgprs = t.vgprs_per_simd_lane;
  r.vgpr_granule = t.vgpr_granule;
  r.unified_vgprs = s.whole(Key::unified_agprs) != 0;
  r.lds_granule = t.lds_granule;
  r.xccs = s.whole(Key::dies);
  if (!own) r.name = t.name.data();
  return r;
}

} // namespace

const DeviceRow& device_row() {
  static const DeviceRow row = [] {
    auto wanted = hardware::default_target();
    if (wanted) return row_of(**wanted);
    say(wanted.error().sentence() + ". Taking gfx90a");
    return row_of(*hardware::find_target("gfx90a"));
  }();
  return row;
}

} // namespace wavelift::hiprt
