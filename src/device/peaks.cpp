#include "device/peaks.h"
#include "hardware/specs.h"
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

}  // namespace

void fill_peaks(Info& info, double core_hz) {
  using hardware::Key;
  if (const hardware::Spec* s = hardware::find_spec(info.arch.substr(0, info.arch.find(':'))); s && s->verified) {
    // AMD's matrix units multiply in single precision without cutting, so that strict kernels may use them.
    info.vector_flops = 1e12 * std::max(s->number(Key::fp32_tflops), s->number(Key::fp32_matrix_tflops));
    info.half_flops = 1e12 * std::max(s->number(Key::fp16_matrix_tflops), s->number(Key::bf16_matrix_tflops));
  }
  if (const auto* c = std::ranges::find(kCapabilities, info.arch, &Capability::arch); c != std::end(kCapabilities)) {
    info.vector_flops = 2 * core_hz * info.compute_units * c->single;
    info.half_flops = 2 * core_hz * info.compute_units * c->half;
  }
}

}  // namespace wavelift::device
