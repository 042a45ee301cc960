#include "soft/runtime/device_table.h"
#include "hardware/targets.h"
#include "soft/runtime/api.h"
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace wavelift::hiprt {
namespace {

// Sources: AMD's data sheets and LLVM's AMDGPU usage guide (register files, granules, waves a SIMD).
constexpr DeviceRow kDevices[] = {
    // arch, target, version, wave, CUs, MHz, mem MHz, bits, L2, SIMDs, waves, VGPRs, granule, unified, LDS,
    // XCCs
    {"gfx90a", "gfx90a:sramecc+:xnack-", 9, 0, 64, 104, 1700, 1600, 4096, 8u << 20, 4, 8, 512, 8, true, 512,
     1},
    {"gfx942", "gfx942:sramecc+:xnack-", 9, 4, 64, 304, 2100, 1300, 8192, 4u << 20, 4, 8, 512, 8, true, 512,
     8},
    {"gfx908", "gfx908:sramecc+:xnack-", 9, 0, 64, 120, 1502, 1200, 4096, 8u << 20, 4, 10, 256, 4, false, 512,
     1},
    {"gfx906", "gfx906:sramecc+:xnack-", 9, 0, 64, 60, 1725, 1000, 4096, 4u << 20, 4, 10, 256, 4, false, 512,
     1},
    {"gfx1030", "gfx1030", 10, 3, 32, 40, 2250, 1000, 256, 4u << 20, 4, 16, 1024, 16, false, 512, 1},
    {"gfx1100", "gfx1100", 11, 0, 32, 48, 2482, 1249, 384, 6u << 20, 4, 16, 1536, 24, false, 512, 1},
};

// A card that executes another's code: that one's row with the sizes and clocks of its own.
DeviceRow card_row(const DeviceRow& as, const hardware::Target& t) {
  DeviceRow r = as;
  r.name = t.name.data();
  r.target = t.name.data();
  r.major = t.name[3] - '0', r.minor = t.name[4] - '0';
  r.compute_units = t.compute_units;
  r.clock_mhz = t.clock_mhz;
  r.l2_bytes = static_cast<size_t>(t.l2_kib) << 10;
  r.max_waves = t.max_waves_per_simd;
  r.vgprs = t.vgprs_per_simd_lane;
  r.vgpr_granule = t.vgpr_granule;
  r.lds_granule = t.lds_granule;
  // Two transfers a clock.
  r.memory_clock_mhz = t.bandwidth_gbs * 1000 * 8 / 2 / r.memory_bus_bits;
  return r;
}

} // namespace

const DeviceRow& device_row() {
  static const DeviceRow& row = []() -> const DeviceRow& {
    const char* wanted = std::getenv("WAVELIFT_ARCH");
    if (!wanted || !*wanted) return kDevices[0];
    std::string_view arch = wanted;
    arch = arch.substr(0, arch.find(':'));
    std::string known;
    const hardware::Target* card = hardware::find_target(arch);
    for (const DeviceRow& r : kDevices) {
      if (arch == r.arch) return r;
      if (card && card->compile_as == r.arch) {
        static const DeviceRow row = card_row(r, *card);
        return row;
      }
      known += fmt::format("{}{}", known.empty() ? "" : ", ", r.arch);
    }
    say(fmt::format(
        "WAVELIFT_ARCH names {}, which the software GPU cannot be; set it to one of {}. Taking {}", arch,
        known, kDevices[0].arch));
    return kDevices[0];
  }();
  return row;
}

} // namespace wavelift::hiprt
