#include "device/peaks.h"
#include "hardware/targets.h"
#include <algorithm>

namespace wavelift::device {

namespace {

// Fused multiply-adds a clock and multiprocessor. Single precision: CUDA C++ Programming Guide, throughput of native arithmetic instructions. 16 bits:
// with tensor cores, dense, the faster accumulator; from the TFLOPS and clocks of NVIDIA's architecture white papers (V100 125 at 1530 MHz, T4 65 at
// 1590, A100 312 at 1410, RTX 3090 142 at 1695, RTX 4090 330 at 2520, H100 SXM 989 at 1830, B200 2250 at 1850, RTX 5090 419 at 2410).
struct Capability {
  std::string_view arch;
  int single, half;
};
constexpr Capability kCapabilities[] = {
    {"sm_70", 64, 512},   {"sm_75", 64, 512},   {"sm_80", 64, 1024},   {"sm_86", 128, 512},
    {"sm_89", 128, 512},  {"sm_90", 128, 2048}, {"sm_100", 128, 4096}, {"sm_120", 128, 512},
};

// TFLOPS of AMD's cards, 16 bits, by matrix units, dense: data sheets of the Instinct MI250X (383 of two dies) and MI300X.
struct Card {
  std::string_view arch;
  double half_tflops;
};
constexpr Card kCards[] = {{"gfx90a", 191.5}, {"gfx942", 1307.4}};

}  // namespace

void fill_peaks(Info& info, double core_hz) {
  const hardware::Target* t = hardware::find_target(info.arch);
  if (const auto* c = std::ranges::find(kCards, info.arch, &Card::arch); t && c != std::end(kCards)) {
    info.vector_flops = 1e12 * t->fp32_tflops;
    info.half_flops = 1e12 * c->half_tflops;
  }
  if (const auto* c = std::ranges::find(kCapabilities, info.arch, &Capability::arch); c != std::end(kCapabilities)) {
    info.vector_flops = 2 * core_hz * info.compute_units * c->single;
    info.half_flops = 2 * core_hz * info.compute_units * c->half;
  }
}

}  // namespace wavelift::device
